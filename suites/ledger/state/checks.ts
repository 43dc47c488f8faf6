/** What chapters check of the state of the ledger: its end, its pruned offsets, its synchronizers, its participant. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { between, finding, worded } from '../../../src/kit.ts';
import { count, differing, member, string } from '../../kit/json.ts';
import { isAccepted, noOther, shown, shownList, unless } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { kindOf } from '../requests/members.ts';
import { errorOf } from '../responses/errors.ts';

/** An offset in a response: 0 if it is absent. */
function offsetIn({ response }: CompleteExchange, name = 'offset'): number | undefined {
  return count(response.body, name);
}

/** The plain request is accepted, so this one must be too. */
const isServedToo = ({ response }: CompleteExchange): CheckResult =>
  expects200(response.status, true);

/** No ledger end is smaller than one before, or negative. */
function neverDecreases(...ends: readonly CompleteExchange[]): CheckResult {
  let least = 0;
  for (const end of ends) {
    const offset = offsetIn(end);
    if (offset === undefined) return undefined;
    if (offset < least) return [finding('/offset', worded`at least ${least}`, offset)];
    least = offset;
  }
  return [];
}

/** All listed updates are after this ledger end; checkpoints only show the progress of the ledger. */
function updatesFollow(end: CompleteExchange, updates: CompleteExchange): CheckResult {
  const last = offsetIn(end);
  if (last === undefined) return undefined;
  if (!isAccepted(updates)) return expects200(updates.response.status);
  for (const [i, one] of shownList(updates).entries()) {
    const kind = kindOf(member(one, 'update'));
    const offset = member(one, 'update', kind, 'value', 'offset');
    const found = Number(offset ?? Number.POSITIVE_INFINITY);
    if (kind !== 'OffsetCheckpoint' && found <= last)
      return [finding(`/${i}/update`, worded`an offset after ${last}`, found)];
  }
  return [];
}

const PRUNED = 'participantPrunedUpToInclusive';
const DIVULGED = 'allDivulgedContractsPrunedUpToInclusive';

/** This list is not refused as pruned, while the pruned offset stays the same. */
function isReadable(
  pruned: CompleteExchange,
  end: CompleteExchange,
  again: CompleteExchange,
  list: CompleteExchange,
): CheckResult {
  if (offsetIn(end) === 0) return 'inapplicable';
  if (isAccepted(list)) return [];
  if (errorOf(list)?.code !== 'PARTICIPANT_PRUNED_DATA_ACCESSED') return undefined;
  const offset = offsetIn(pruned, PRUNED);
  if (offset === undefined || offsetIn(again, PRUNED) !== offset) return undefined;
  const { name } = list.request.operation;
  const actual = `the ledger reports that it is pruned up to ${offset}, but ${name} rejects later offsets as pruned`;
  return [finding(`/${PRUNED}`, 'the offset after which the ledger can be read', actual)];
}

/** Both pruned offsets are from 0 to the ledger end, that of divulged contracts at most the other one. */
function prunedBeforeEnd(pruned: CompleteExchange, end: CompleteExchange): CheckResult {
  const last = offsetIn(end);
  const [all, divulged] = [PRUNED, DIVULGED].map((name) => offsetIn(pruned, name));
  if (last === undefined || all === undefined || divulged === undefined) return undefined;
  const within = (offset: number, most: number) => offset >= 0 && offset <= most;
  return [
    ...unless(within(all, last), `/${PRUNED}`, worded`0 to ${last}`, all),
    ...unless(within(divulged, all), `/${DIVULGED}`, worded`0 to ${all}`, divulged),
  ].slice(0, 1);
}

const PLACES = 'connectedSynchronizers';

const placesIn = (exchange: CompleteExchange): readonly string[] =>
  shownList(exchange, PLACES).map(
    (one) => `${string(one, 'synchronizerAlias')} ${string(one, 'synchronizerId')}`,
  );

/** All synchronizers of the second list are in the first one. */
function placesAmong(all: CompleteExchange, some: CompleteExchange): CheckResult {
  const other = placesIn(some).find((place) => !placesIn(all).includes(place));
  return noOther(other, `/${PLACES}`, 'a connected synchronizer');
}

const hasNoPlace = (list: CompleteExchange): CheckResult =>
  noOther(placesIn(list)[0], `/${PLACES}`, 'no synchronizer');

/** The participant has a name, the same one in both responses. */
function sameParticipant(first: CompleteExchange, second: CompleteExchange): CheckResult {
  const [name, again] = [first, second].map((one) => shown(one, 'participantId'));
  if (typeof name !== 'string' || name === '')
    return [finding('/participantId', 'a name', undefined)];
  return differing('/participantId', name, again);
}

/** All responses that name a participant name the same one: a HEAD request or a rejection names none. */
export function sameIds(exchanges: readonly CompleteExchange[]): CheckResult {
  const named = exchanges.filter(
    ({ response: { status, body } }) => status === 200 && string(body, 'participantId') !== '',
  );
  const [first, ...others] = named;
  if (first === undefined || others.length === 0) return 'inapplicable';
  const [expected, ...shown] = named.map(({ response: { body } }) => string(body, 'participantId'));
  return others.flatMap((one, i) =>
    between([first, one], differing('/participantId', expected, shown[i]), one),
  );
}

export const STATE_CHECKS = {
  neverDecreases,
  updatesFollow,
  isReadable,
  prunedBeforeEnd,
  placesAmong,
  hasNoPlace,
  sameParticipant,
  isServedToo,
};
