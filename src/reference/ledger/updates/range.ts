/** Checks the offsets of requests, and selects the updates of a range. */

import { LedgerError } from '../errors.ts';
import type { History } from '../history.ts';
import { timeAt } from '../ids.ts';
import type { Json } from '../projections-events.ts';
import { isSince } from '../versions.ts';

/** Throws NEGATIVE_OFFSET for an offset below 0. */
export function rejectNegative(name: string, offset: number): void {
  if (offset < 0) throw new LedgerError('NEGATIVE_OFFSET', 3, `${name} is negative.`);
}

/** Throws NON_POSITIVE_OFFSET for an offset below 1. */
export function rejectNonPositive(name: string, offset: number): void {
  if (offset <= 0) throw new LedgerError('NON_POSITIVE_OFFSET', 3, `${name} is not positive.`);
}

/** Throws OFFSET_AFTER_LEDGER_END for an offset after the ledger end. */
export function rejectBeyondEnd({ end }: History, name: string, offset: number): void {
  if (offset > end) {
    throw new LedgerError('OFFSET_AFTER_LEDGER_END', 11, `${name} is after the ledger end ${end}.`);
  }
}

/** Throws PARTICIPANT_PRUNED_DATA_ACCESSED for an offset before the pruned one. */
export function rejectPruned({ pruned }: History, name: string, offset: number): void {
  if (offset < pruned) {
    const cause = `${name} is before ${pruned}, up to which the ledger is pruned.`;
    throw new LedgerError('PARTICIPANT_PRUNED_DATA_ACCESSED', 9, cause);
  }
}

/** Throws for malformed and reversed ranges, and for offsets that are pruned or after the ledger end. */
export function rejectRange(history: History, begin: number, end: number | undefined): void {
  rejectNegative('The start', begin);
  if (end !== undefined) rejectNonPositive('The end', end);
  rejectBeyondEnd(history, 'The start', begin);
  if (end !== undefined) rejectBeyondEnd(history, 'The end', end);
  if (end !== undefined && end < begin) {
    throw new LedgerError('OFFSET_OUT_OF_RANGE', 9, `The end ${end} is before the start ${begin}.`);
  }
  rejectPruned(history, 'The start', begin);
}

/** Throws for descending order without an end. */
export function rejectEndless(descending: boolean, end: number | undefined): void {
  if (descending && end === undefined) {
    throw new LedgerError('DESCENDING_ORDER_MISSING_END', 3, 'Descending order requires an end.');
  }
}

/** The ledger end, as an element of a list. */
export function checkpoint({ end, seed }: History): Json {
  const synchronizerTimes = seed.synchronizers.map((synchronizerId) => ({
    synchronizerId,
    recordTime: timeAt(end),
  }));
  return { OffsetCheckpoint: { value: { offset: end, synchronizerTimes } } };
}

/**
 * Whether an open list ends with a checkpoint: always from 3.5; in 3.4 only when the ledger moved since
 * the start.
 */
export function endsWithCheckpoint({ end, seed }: History, begin: number): boolean {
  return isSince(seed.version, '3.5') || end > begin;
}

/**
 * The first elements of a list, as many as the `limit` of the query allows. Throws 413 if more elements than the cap of
 * the node are requested and available.
 */
export function limited<T>(
  { listCap }: History,
  query: URLSearchParams,
  elements: readonly T[],
): readonly T[] {
  const limit = query.get('limit');
  const most = Math.min(limit === null ? Number.POSITIVE_INFINITY : Number(limit), listCap + 1);
  const read = elements.slice(0, Math.max(0, most));
  if (read.length <= listCap) return read;
  throw new LedgerError(
    'JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED',
    10,
    `The list has more than ${listCap} elements; request fewer with limit.`,
    { status: 413, inFront: true },
  );
}
