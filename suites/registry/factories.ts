/** Factories: the arguments that they accept. */

import { type Leaf, leavesOf, mapLeaves, type Probe, valid } from '../../src/kit.ts';
import { isObject, type Json } from '../kit/json.ts';
import { drawn, probe, random, row } from '../kit/probes.ts';
import { choiceArguments } from './choice-arguments.ts';
import { extremeTimes } from './extreme-times.ts';
import { grownArrays, moreHoldings } from './grown-arrays.ts';
import { emptiedArguments, fundedArguments } from './optional-arguments.ts';
import type { FactorySubject } from './subject.ts';

export interface FactoryProbes {
  readonly declared: Probe;
  readonly around: Probe;
  readonly anyObject: Probe;
  readonly grown: Probe;
  readonly rejectedInARow: Probe;
}

export function factoryProbes({
  operation,
  fixture,
  fixtureNeed,
  control,
  rejectedCalls,
  examples,
  example: exampleOf,
  madeUp,
  about,
}: FactorySubject): FactoryProbes {
  /** Errors must respect the flag, too. */
  const flagged = { excludeDebugFields: true };
  return {
    declared: probe(operation, 'declared-arguments', {
      needs: fixture,
      sends: 'each declared example of choiceArguments',
      quick: 1,
      caseGroups: (fixtures) =>
        examples(fixtures)
          .slice(0, 5)
          .map((example, i) => row(`example-${i + 1}`, about(example))),
    }),
    around: probe(operation, 'arguments', {
      ...fixtureNeed,
      sends: 'realistic arguments similar to the declared examples, which a registry may reject',
      mayBeRejected: true,
      weight: 0.2,
      caseGroups: (fixtures) => [
        random(
          'around',
          choiceArguments(examples(fixtures), madeUp(fixtures)).around.map((args) => about(args)),
        ),
      ],
    }),
    anyObject: probe(operation, 'any-object', {
      ...fixtureNeed,
      sends:
        'any JSON object as arguments; and valid arguments without a part, with null or a string instead of a part, with amounts as numbers or with all digits, with the first or last times of the ledger, with empty extraArgs, with U+0000 or a lone surrogate in a text, with null members, with one party, and with another instrument. A registry may reject them but must not crash',
      eachSends: 'arguments in another form',
      mayBeRejected: true,
      weight: 0.05,
      // The quick profile sends the first three rows.
      quick: 3,
      caseGroups: (fixtures) => {
        const example = exampleOf(fixtures);
        return [
          random(
            'free-form',
            valid({ type: 'object' }, operation.contract.document).map((args) => about(args)),
          ),
          row('empty', about({}, flagged)),
          row('amounts-as-numbers', about(numbered(example))),
          ...neighbours(example, fixtures.instruments).map(({ at, args }) => row(at, about(args))),
          ...incomplete(example).map(({ at, args }, i) =>
            row(`without${at}`, about(args, i % 2 === 0 ? flagged : undefined)),
          ),
          ...replaced(example).map(({ at, args }) => row(at, about(args))),
          row('largest-amounts', about(withAmounts(example, LARGEST))),
          ...extremeTimes(example).map(({ at, args }) => row(at, about(args))),
          row('nul', about({ ...example, extraArgs: withNote('a\u0000b') })),
          row('half-a-character', about({ ...example, extraArgs: withNote('a\ud800b') })),
          row('deep', about({ ...example, ...nested(500) })),
        ];
      },
    }),
    grown: probe(operation, 'grown-arrays', {
      ...fixtureNeed,
      sends:
        'valid arguments with one more holding, and with 25; with arrays of 0, 1, 32 (the first entry twice) and 100 entries; with a boolean reversed; with optional members left out; and with funds for the next iteration. A registry may reject them but must not crash',
      eachSends: 'valid arguments',
      mayBeRejected: true,
      quick: 1,
      caseGroups: (fixtures) => {
        const example = exampleOf(fixtures);
        const more = moreHoldings(example);
        return [
          ...grownArrays(example).map(({ at, length, args }) =>
            row(`${length}${at}`, about(args, length === 32 ? flagged : undefined)),
          ),
          ...(more ? [row(`more${more.at}`, ...more.args.map((args) => about(args)))] : []),
          ...(fixture === 'allocationArgumentsV2' ? emptiedArguments(example) : []).map(
            ({ at, args }) => row(at, about(args)),
          ),
          ...otherBooleans(example).map(({ at, args }) => row(`other ${at}`, about(args))),
          ...fundedArguments(example).map(({ name, args }) => row(name, about(args))),
        ];
      },
    }),
    rejectedInARow: probe(operation, 'rejected-in-a-row', {
      ...fixtureNeed,
      control,
      sends: 'the control, and then three requests in a row without the arguments',
      wrong: 'schema',
      alone: true,
      caseGroups: (fixtures) => {
        const accepted = control(fixtures);
        return [
          drawn(
            'no-arguments',
            rejectedCalls.map((c) => [...(accepted ? [accepted] : []), c, c, c]),
            accepted ? 4 : 3,
          ),
        ];
      },
    }),
  };
}

/** The arguments with the other value of one boolean, for each. */
function otherBooleans(example: Json): readonly { readonly at: string; readonly args: Json }[] {
  const at = ({ path }: Leaf): string => `/${path.join('/')}`;
  const isBoolean = ({ value }: Leaf): boolean => typeof value === 'boolean';
  return leavesOf(example)
    .filter(isBoolean)
    .map((chosen) => ({
      at: at(chosen),
      args: mapLeaves(example, (leaf) =>
        at(leaf) === at(chosen) ? leaf.value !== true : leaf.value,
      ) as Json,
    }));
}

/** The most parts that are omitted, the outermost first. */
const PARTS = 8;

/** The arguments without one of their non-empty objects and lists. */
function incomplete(example: Json): readonly { at: string; args: Json }[] {
  const found: { at: string; args: Json }[] = [];
  const waiting = [{ at: '', part: example, put: (args: Json): Json => args }];
  for (const { at, part, put } of waiting) {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) continue;
      const { [name]: _, ...rest } = part;
      found.push({ at: `${at}/${name}`, args: put(rest) });
      if (Array.isArray(value)) continue;
      waiting.push({
        at: `${at}/${name}`,
        part: value as Json,
        put: (inner) => put({ ...part, [name]: inner }),
      });
    }
  }
  return found.slice(0, PARTS);
}

/** The arguments with something else in place of their first part: code that handles its absence may crash on these. */
function replaced(example: Json): readonly { at: string; args: Json }[] {
  const [name] = Object.keys(example).filter((key) => isObject(example[key]));
  return name === undefined
    ? []
    : [
        { at: `null/${name}`, args: { ...example, [name]: null } },
        { at: `text/${name}`, args: { ...example, [name]: 'assay' } },
      ];
}

/** Arguments of other clients for the same choice; the contract has empty objects in extraArgs. */
function neighbours(
  example: Json,
  instruments: readonly string[],
): readonly { at: string; args: unknown }[] {
  const leaves = leavesOf(example);
  const party = leaves.find(({ value }) => isParty(value))?.value;
  const own = leaves.find(isInstrument)?.value;
  // The second one is paused if any is.
  const other = instruments.slice(0, 2).findLast((id) => id !== own) ?? own;
  return [
    {
      at: 'other-instrument',
      args: mapLeaves(example, (leaf) => (isInstrument(leaf) ? other : leaf.value)),
    },
    { at: 'empty-extra-args', args: { ...example, extraArgs: { context: {}, meta: {} } } },
    { at: 'null-beside', args: { ...example, lock: null } },
    {
      at: 'one-party',
      args: mapLeaves(example, ({ value }) => (isParty(value) ? party : value)),
    },
  ];
}

/** An instrument is named by its id, or by its admin and its id. */
const isInstrument = ({ path }: Leaf): boolean =>
  path.at(-1) === 'instrumentId' || (path.at(-2) === 'instrumentId' && path.at(-1) === 'id');

const isParty = (value: unknown): boolean => /::1220[0-9a-f]{64}$/.test(String(value));

/** Clients send decimals as strings or as numbers. */
function numbered(example: Json): unknown {
  return mapLeaves(example, ({ value }) =>
    typeof value === 'string' && /^\d{1,15}\.\d{1,10}$/.test(value) ? Number(value) : value,
  );
}

/** The largest decimal of the ledger. */
const LARGEST = `${'9'.repeat(28)}.${'9'.repeat(10)}`;

function withAmounts(example: Json, amount: string): unknown {
  return mapLeaves(example, ({ path, value }) => (path.at(-1) === 'amount' ? amount : value));
}

const withNote = (note: string): object => ({
  context: { values: {} },
  meta: { values: { 'registry.example/note': note } },
});

function nested(depth: number): object {
  let value: object = {};
  for (let i = 0; i < depth; i++) value = { inner: value };
  return value;
}
