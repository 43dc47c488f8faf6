/** Valid arguments with the times at the ends of the ledger's range. */
import { type Leaf, leavesOf, mapLeaves } from '../../src/kit.ts';
import type { Json } from '../kit/json.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

/** The first second that the ledger has. Nanoseconds since 1970 that are held in 64 bits start in 1677. */
const FIRST = '0001-01-01T00:00:00Z';
/** The start of the last minute that the ledger has. Nanoseconds in 64 bits end in 2262. */
const LAST_MINUTE = '9999-12-31T23:59:';

/**
 * The arguments with the last times of the ledger as their deadlines, in the same order, and those with its first time
 * as the time of their request.
 */
export function extremeTimes(
  example: Json,
): readonly { readonly at: string; readonly args: Json }[] {
  const times = leavesOf(example).filter(isTime);
  const deadlines = [...new Set(times.filter((one) => !isPast(one)).map(({ value }) => value))];
  const inOrder = deadlines.toSorted();
  const last = (value: unknown) => `${LAST_MINUTE}${60 - inOrder.length + inOrder.indexOf(value)}Z`;
  const changed = (isChosen: (leaf: Leaf) => boolean, make: (value: unknown) => string) =>
    mapLeaves(example, (leaf) =>
      isTime(leaf) && isChosen(leaf) ? make(leaf.value) : leaf.value,
    ) as Json;
  return [
    ...(deadlines.length > 0
      ? [{ at: 'last-times', args: changed((one) => !isPast(one), last) }]
      : []),
    ...(times.some(isPast) ? [{ at: 'first-times', args: changed(isPast, () => FIRST) }] : []),
  ];
}

const isTime = ({ value }: Leaf): boolean => typeof value === 'string' && TIME.test(value);

const isPast = ({ path }: Leaf): boolean => path.at(-1) === 'requestedAt';
