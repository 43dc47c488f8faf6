/** Offsets and ranges of a ledger, and lists of updates and contracts at them. */
import { type Call, call, type Fixtures, type Operation } from '../../../src/kit.ts';
import type { Json } from '../../kit/json.ts';
import type { Body } from './body.ts';
import { eventsOf, listed } from './formats.ts';

/** The reason why a probe does not apply, if the condition is true. */
export const when =
  (reason: string, holds: (f: Fixtures) => boolean) =>
  (f: Fixtures): string | undefined =>
    holds(f) ? reason : undefined;

/** The first of several reasons. */
export const whenAny =
  (...reasons: readonly ReturnType<typeof when>[]) =>
  (f: Fixtures): string | undefined =>
    reasons.map((reason) => reason(f)).find((reason) => reason !== undefined);

/** An end is positive, so that an empty ledger has no closed range. */
export const isEmptyLedger: ReturnType<typeof when> = when(
  'the ledger is empty',
  ({ ledgerEnd: [at] }) => at === 0,
);

type Ends = Pick<Fixtures, 'ledgerEnd' | 'prunedTo'>;
type Range = Readonly<Record<'beginExclusive' | 'endInclusive', number>>;

/** The ledger end at discovery. */
export const endOf = ({ ledgerEnd: [at = 0] }: Fixtures): number => at;

/** As a double this offset equals the next one, so a server that reads doubles confuses them. */
export const FARTHEST: number = 2 ** 62;

/** The pruned offset at discovery. */
export const prunedTo = ({ prunedTo: [at = 0] }: Fixtures): number => at;

/** 0 means the start of the available history, so the pruned offset must be a different one. */
export const unpruned = (f: Fixtures): string | undefined =>
  f.prunedTo.length > 0 && prunedTo(f) < 2 ? 'the ledger is not pruned' : undefined;

/** Why no request can name the pruned offset. */
export const notPruned = ({ prunedTo: [at], caller }: Fixtures): string | undefined => {
  if (at === undefined)
    return caller.length > 0 ? 'the ledger did not show how far it is pruned' : undefined;
  return at > 0 ? undefined : 'no part of the ledger is pruned';
};

/** The updates that a range must have without the first one. */
const FEW = 3;

/**
 * A closed range with the discovered updates, so that later ones make no difference. Several are without the first one,
 * which a server shows if it ignores the start.
 */
export function window({ updates }: Fixtures): Range {
  const offsets = updates.map(({ offset }) => offset).toSorted((a, b) => a - b);
  const [first = 1] = offsets;
  const beginExclusive = offsets.length > FEW ? first : first - 1;
  return { beginExclusive, endInclusive: offsets.at(-1) ?? 0 };
}

/** The same range in the members of a page. */
export function pageRange(f: Fixtures): Partial<Body<'GetUpdatesPageRequest'>> {
  const { beginExclusive, endInclusive } = window(f);
  return { beginOffsetExclusive: beginExclusive, endOffsetInclusive: endInclusive };
}

/** The range that was not pruned at discovery. */
export function wholeRange(f: Fixtures): Range {
  return { beginExclusive: prunedTo(f), endInclusive: endOf(f) };
}

/** The number of offsets that count as recent. */
const RECENT = 200;

/** The latest part of that range. */
export function recentRange({ ledgerEnd: [end = 0], prunedTo: [pruned = 0] }: Ends): Range {
  return { beginExclusive: Math.max(pruned, end - RECENT), endInclusive: end };
}

/** The list of the range in which updates were found. */
export function listInWindow(
  updates: Operation,
  f: Fixtures,
  updateFormat: object,
  { limit, ...members }: Json & { readonly limit?: number } = {},
): Call {
  return listed(updates, f, { ...window(f), updateFormat, ...members }, limit);
}

/** The page of that range. */
export function pageInWindow(operation: Operation, f: Fixtures, updateFormat: object): Call {
  return call(operation, { json: { ...pageRange(f), updateFormat } });
}

/** The active contracts at the ledger end; those that the parties see, unless another format is given. */
export function activeAtEnd(
  contracts: Operation,
  f: Fixtures,
  eventFormat: object = eventsOf(f.parties),
  { limit, ...members }: Json & { readonly limit?: number } = {},
): Call {
  return listed(contracts, f, { activeAtOffset: endOf(f), eventFormat, ...members }, limit);
}

/**
 * An offset in the widest gap between two consecutive updates of the list, where most likely nothing happened: the last
 * one, so that a lookup of the next update finds the one behind the gap.
 */
export function unusedIn({ updates }: Fixtures): readonly number[] {
  const offsets = updates.map(({ offset }) => offset).sort((a, b) => a - b);
  const gaps = offsets.map((at, i) => ({ at, next: offsets[i + 1] ?? at }));
  const [widest] = gaps.toSorted((a, b) => b.next - b.at - (a.next - a.at));
  return widest !== undefined && widest.next - widest.at > 1 ? [widest.next - 1] : [];
}
