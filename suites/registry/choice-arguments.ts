import * as fc from 'fast-check';
import { type Leaf, leavesOf, mapLeaves, texts, turned, utc } from '../../src/kit.ts';
import { parties } from './identifiers.ts';
import { AMOUNTS } from './made-up-arguments.ts';

export interface ChoiceArguments {
  /** The operator's examples unchanged; absent if there are none. */
  readonly declared?: fc.Arbitrary<object>;
  /** Undeclared well-formed arguments, which a registry may accept or reject. */
  readonly around: fc.Arbitrary<object>;
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

type Change = (leaf: Leaf) => unknown;

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,6})?Z$/;
const AMOUNT = /^\d{1,28}\.\d{1,10}$/;
const PARTY = /^.{1,185}::1220[0-9a-f]{64}$/;
const CONTRACT_ID = /^00[0-9a-f]{64,}$/;

/** Copies of an example with one to three changes; its structure and its contract ids stay. */
function around(example: object): fc.Arbitrary<object> {
  const leaves = leavesOf(example).filter((leaf) => typeof leaf.value === 'string');
  const times = leaves.some((leaf) => kindOf(leaf) === 'time');
  const changes = [
    ...distinct(leaves.filter((leaf) => kindOf(leaf) === 'party')).map(renamed),
    ...leaves.filter((leaf) => kindOf(leaf) === 'amount').map((leaf) => put(leaf, AMOUNTS)),
    ...leaves.filter((leaf) => kindOf(leaf) === 'text').map((leaf) => put(leaf, texts())),
    ...(times ? [earlier()] : []),
  ];
  const [first = fc.constant(same), ...others] = changes;
  return fc
    .tuple(
      fc.array(fc.oneof(first, ...others), { minLength: 1, maxLength: 3, size: 'max' }),
      fc.nat(5),
    )
    .map(([chosen, turns]) => {
      const changed = chosen.reduce<unknown>((value, change) => mapLeaves(value, change), example);
      return turned(changed, turns) as object;
    });
}

function kindOf({ value }: Leaf): 'time' | 'amount' | 'party' | 'contract-id' | 'text' {
  const text = String(value);
  if (TIME.test(text)) return 'time';
  if (AMOUNT.test(text)) return 'amount';
  if (PARTY.test(text)) return 'party';
  return CONTRACT_ID.test(text) ? 'contract-id' : 'text';
}

const same: Change = ({ value }) => value;

function put(target: Leaf, values: fc.Arbitrary<string>): fc.Arbitrary<Change> {
  const at = JSON.stringify(target.path);
  return values.map((text) => (leaf) => (JSON.stringify(leaf.path) === at ? text : leaf.value));
}

/** Replaces each party by another one: equal parties stay equal. */
function renamed(target: Leaf): fc.Arbitrary<Change> {
  return parties().map(
    (party) =>
      ({ value }) =>
        value === target.value ? party : value,
  );
}

/** All times move back together, so that their order stays and past times stay past. */
function earlier(): fc.Arbitrary<Change> {
  return fc.integer({ min: 1, max: 59 }).map((seconds) => ({ value }) => {
    const [, whole, fraction] = TIME.exec(String(value)) ?? [];
    return whole ? utc(Date.parse(`${whole}Z`) / 1000 - seconds, fraction) : value;
  });
}

function distinct(leaves: readonly Leaf[]): readonly Leaf[] {
  return [...new Map(leaves.map((leaf) => [leaf.value, leaf])).values()];
}
