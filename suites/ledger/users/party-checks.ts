/** The functions by which chapters judge parties: their details, and where they are hosted. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { describe, finding, sent, worded } from '../../../src/kit.ts';
import { difference, member, string, stringAt } from '../../kit/json.ts';
import { all, isAccepted, lacking, shownList, unless } from '../../kit/judges.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { expects200 } from '../../kit/statuses.ts';
import { idIn, isPlace, variantsIn } from '../requests/members.ts';
import { partyIn } from '../resources/scratch.ts';
import { completeUpTo, type ShownUpdate, updatesIn } from '../responses/shown-updates.ts';
import { viewOfEither } from '../responses/views.ts';
import { EXTERNAL_PARTY_CHECKS } from './external-party-checks.ts';

/** The ids of the parties in a response. */
export const partiesIn = (exchange: CompleteExchange): readonly string[] =>
  shownList(exchange, 'partyDetails').map((row) => string(row, 'party'));

function hasDetails(lookup: CompleteExchange): CheckResult {
  if (!isAccepted(lookup)) return undefined;
  return unless(partiesIn(lookup).length > 0, '/partyDetails', idIn(lookup), 'none');
}

function hasNoDetails(lookup: CompleteExchange): CheckResult {
  const { status } = lookup.response;
  const [row] = shownList(lookup, 'partyDetails');
  return status === 200
    ? unless(row === undefined, '/partyDetails', 'none', describe(row))
    : expects200(status);
}

/** The lookup shows a party as the list before it or after it. */
function readAsListed(list: CompleteExchange, found: CompleteExchange, again: CompleteExchange) {
  if (!isAccepted(list) || !isAccepted(found)) return undefined;
  const [row, last] = [list, again].map((one) => rowIn(one, idIn(found)));
  const [shown, ...more] = shownList(found, 'partyDetails');
  const at = '/partyDetails';
  return row === undefined
    ? undefined
    : all(
        unless(more.length === 0, at, 'one party', more.length + 1),
        viewOfEither(found, 'PartyDetails', [row, last], shown, at),
      );
}

/** The details of the party of a lookup are the same beside another one. */
function sameDetails(one: CompleteExchange, both: CompleteExchange, again: CompleteExchange) {
  const [row, shown, last] = [one, both, again].map((each) => rowIn(each, idIn(one)));
  return viewOfEither(both, 'PartyDetails', [row, last], shown, '/partyDetails');
}

const rowIn = (exchange: CompleteExchange, id: unknown): unknown =>
  shownList(exchange, 'partyDetails').find((one) => member(one, 'party') === id);

function showsNoOther(exchange: CompleteExchange) {
  if (!isAccepted(exchange)) return undefined;
  const id = idIn(exchange);
  const other = partiesIn(exchange).find((party) => party !== id);
  return unless(other === undefined, '/partyDetails', worded`none but ${id}`, other);
}

/** A known party is on the list of its prefix. */
function listsKnownParty(lookup: CompleteExchange, list: CompleteExchange): CheckResult {
  const id = idIn(lookup);
  // A party without details is not known, and a list with another page may have it there.
  if (!partiesIn(lookup).includes(id) || nextTokenOf(list) !== '') return undefined;
  return partiesIn(list).includes(id) ? [] : [lacking(id, '/partyDetails')];
}

const showsSameParties = (one: CompleteExchange, other: CompleteExchange): CheckResult =>
  difference(partiesIn(one), partiesIn(other), '/partyDetails');

/** A lookup of two parties shows each as its own lookup does, or the list after it. */
function showsBoth(
  both: CompleteExchange,
  one: CompleteExchange,
  again: CompleteExchange,
  other: CompleteExchange,
  otherAgain: CompleteExchange,
): CheckResult {
  // A party without its own details has none beside another one.
  if ([one, other].some((lookup) => partiesIn(lookup).length === 0)) return undefined;
  const missing = [one, other].map(idIn).find((party) => !partiesIn(both).includes(party));
  return all(
    missing ? [lacking(missing, '/partyDetails')] : [],
    sameDetails(one, both, again),
    sameDetails(other, both, otherAgain),
  );
}

/** Another party that is shown as local has a permission. */
function localHasPermission(
  alone: CompleteExchange,
  connected: CompleteExchange,
  other: CompleteExchange,
  otherConnected: CompleteExchange,
): CheckResult {
  // Only if the party of the path is hosted is it known that permissions are shown.
  if (!isShownLocal(alone) || !isPermitted(connected)) return undefined;
  const isRight = !isShownLocal(other) || isPermitted(otherConnected);
  const expected = worded`false, because ${idIn(other)} has no permission`;
  return unless(isRight, '/partyDetails/isLocal', expected, 'true');
}

const isShownLocal = (found: CompleteExchange): boolean =>
  shownList(found, 'partyDetails').some(
    (row) => string(row, 'party') === idIn(found) && member(row, 'isLocal') === true,
  );

const isPermitted = (found: CompleteExchange): boolean =>
  shownList(found, 'connectedSynchronizers').some(
    (one) => (string(one, 'permission') || NO_PERMISSION) !== NO_PERMISSION,
  );

const NO_PERMISSION = 'PARTICIPANT_PERMISSION_UNSPECIFIED';

/** The updates show a new party as added. */
function showsHosting(allocate: CompleteExchange, changes: CompleteExchange): CheckResult {
  const made = partyIn(allocate.response.body);
  const updates = updatesIn(changes);
  if (updates === undefined || completeUpTo(changes) !== Number.POSITIVE_INFINITY) return undefined;
  const [added] = addedIn(updates, made);
  // A later version may show it as a kind of its own.
  const kinds = variantsIn(changes.response.body, 'update').map(({ kind }) => kind);
  if (kinds.filter((kind) => kind !== 'OffsetCheckpoint').length > updates.length) return undefined;
  const expected = worded`a TopologyTransaction about ${made}`;
  return added === undefined
    ? [finding('', expected, worded`${updates.length} updates`)]
    : unless(ADDED.test(added.kind), '/event', 'ParticipantAuthorizationAdded', added.kind);
}

/** A new party is on the synchronizer that its allocation names. */
function isOnNamedSynchronizer(allocate: CompleteExchange, changes: CompleteExchange): CheckResult {
  const named = stringAt(sent(allocate.request), 'synchronizerId') ?? '';
  const [added] = addedIn(updatesIn(changes) ?? [], partyIn(allocate.response.body));
  if (named === '' || added === undefined) return 'inapplicable';
  const shown = `${added.synchronizerId}`;
  return unless(isPlace(named, shown), '/synchronizerId', named, shown);
}

/** A new party has the permission that the updates show. */
function hasShownPermission(
  allocate: CompleteExchange,
  changes: CompleteExchange,
  connected: CompleteExchange,
): CheckResult {
  const [added] = addedIn(updatesIn(changes) ?? [], partyIn(allocate.response.body));
  const at = shownList(connected, 'connectedSynchronizers').find(
    (one) => member(one, 'synchronizerId') === added?.synchronizerId,
  );
  if (added === undefined || at === undefined) return undefined;
  return difference(added.permission, member(at, 'permission'), '/permission');
}

export const PARTY_CHECKS = {
  ...EXTERNAL_PARTY_CHECKS,
  ...{ hasDetails, hasNoDetails },
  ...{ readAsListed, listsKnownParty, showsSameParties, showsNoOther, showsBoth },
  ...{ localHasPermission, showsHosting, isOnNamedSynchronizer, hasShownPermission },
};

const ADDED = /^ParticipantAuthorization(?:Added|Onboarding)$/;

/** The changes of the hosting of a party. */
function addedIn(updates: readonly ShownUpdate[], party: unknown) {
  return updates.flatMap(({ value: { events, synchronizerId } }) =>
    variantsIn(events, 'event')
      .filter(({ value }) => value['partyId'] === party)
      .map(({ kind, value }) => ({
        kind,
        synchronizerId,
        permission: value['participantPermission'],
      })),
  );
}
