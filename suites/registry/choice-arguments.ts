import * as fc from 'fast-check';
import { leavesOf, mapLeaves, texts, turned, utc } from '../../src/kit.ts';
import { parties } from './identifiers.ts';
import { AMOUNTS } from './made-up-arguments.ts';

export interface ChoiceArguments {
  /** The operator's examples unchanged; absent if there are none. */
  readonly declared?: fc.Arbitrary<object>;
  /** Undeclared well-formed arguments, which a registry may accept or reject. */
  readonly around: fc.Arbitrary<object>;
}

/** The administrators of instruments in arguments. */
export function adminsIn(args: unknown): readonly string[] {
  const named = leavesOf(args).filter(({ path }) =>
    ['expectedAdmin', 'admin'].includes(String(path.at(-1))),
  );
  return [...new Set(named.map(({ value }) => value).filter((one) => typeof one === 'string'))];
}

/** Arguments of a factory: declared ones and variations of them; invented ones if none are declared. */
export function choiceArguments(
  examples: readonly object[],
  madeUp: fc.Arbitrary<object>,
): ChoiceArguments {
  const [first, ...others] = examples;
  if (!first) return { around: madeUp };
  return {
    declared: fc.constantFrom(first, ...others),
    around: fc.oneof(around(first), ...others.map(around)),
  };
}

/** Makes the new values of all leaves, in document order. */
type Change = (values: readonly unknown[]) => readonly unknown[];

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,6})?Z$/;
const AMOUNT = /^\d{1,28}\.\d{1,10}$/;
const PARTY = /^.{1,185}::1220[0-9a-f]{64}$/;
const CONTRACT_ID = /^00[0-9a-f]{64,}$/;

/** Copies of an example with one to three changes; its structure and its contract ids stay. */
function around(example: object): fc.Arbitrary<object> {
  const values = leavesOf(example).map(({ value }) => value);
  const kinds = values.map(kindOf);
  const placesOf = (kind: Kind): number[] => [...kinds.keys()].filter((at) => kinds[at] === kind);
  const found = new Set(placesOf('party').map((at) => values[at]));
  const times = placesOf('time');
  const changes = [
    ...[...found].map(renamed),
    ...placesOf('amount').map((at) => put(at, AMOUNTS)),
    ...placesOf('text').map((at) => put(at, texts())),
    ...(times.length > 0 ? [earlier()] : []),
  ];
  const [first = fc.constant(same), ...others] = changes;
  return fc
    .tuple(
      fc.array(fc.oneof(first, ...others), { minLength: 1, maxLength: 3, size: 'max' }),
      fc.nat(5),
    )
    .map(([chosen, turns]) => {
      const changed = chosen.reduce((all, change) => change(all), values as readonly unknown[]);
      let next = 0;
      return turned(
        mapLeaves(example, () => changed[next++]),
        turns,
      ) as object;
    });
}

type Kind = 'time' | 'amount' | 'party' | 'contract-id' | 'text';

/** The kind of a text; `undefined` for other values. */
function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== 'string') return undefined;
  if (TIME.test(value)) return 'time';
  if (AMOUNT.test(value)) return 'amount';
  if (PARTY.test(value)) return 'party';
  return CONTRACT_ID.test(value) ? 'contract-id' : 'text';
}

const same: Change = (values) => values;

function put(at: number, texts: fc.Arbitrary<string>): fc.Arbitrary<Change> {
  return texts.map((text) => (values) => values.with(at, text));
}

/** Replaces a party by another one everywhere: equal parties stay equal. */
function renamed(target: unknown): fc.Arbitrary<Change> {
  return parties().map(
    (party) => (values) => values.map((value) => (value === target ? party : value)),
  );
}

/** All times move back together, so that their order stays and past times stay past. */
function earlier(): fc.Arbitrary<Change> {
  return fc
    .integer({ min: 1, max: 59 })
    .map((seconds) => (values) => values.map((value) => moved(value, seconds)));
}

function moved(value: unknown, seconds: number): unknown {
  const [, whole, fraction] = (typeof value === 'string' && TIME.exec(value)) || [];
  return whole ? utc(Date.parse(`${whole}Z`) / 1000 - seconds, fraction) : value;
}
