/** Where a party is hosted: the updates about a new one, and the permissions of local ones. */
import { type CompleteExchange, call, finding, sent, worded } from '../../../src/kit.ts';
import { difference, member, string, stringAt } from '../../kit/json.ts';
import { shownList, unless } from '../../kit/judges.ts';
import type { Rule } from '../../kit/scenarios.ts';
import type { Area } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { endOf } from '../laws/submissions.ts';
import { topologyOf } from '../requests/formats.ts';
import { idIn, isPlace, variantsIn } from '../requests/members.ts';
import { openList } from '../requests/open-lists.ts';
import { unconnected } from '../requests/request-parts.ts';
import { allocating, freshHint, partyIn, startingWith } from '../resources/scratch.ts';
import { completeUpTo, type ShownUpdate, updatesIn } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-parties', 'users/hosting.ts');

/** A separate scenario, because not every caller that allocates a party may read as it. */
export const hosting: Area = (ledger) =>
  scenario(ledger.operation('parties-allocate'), {
    name: 'hosting',
    clause: 'updates-are-listed',
    sends:
      'a new party, the changes of the topology that concern it, and the synchronizers to which it is connected',
    effect: 'irreversible',
    notApplicableWhen: unconnected,
    steps: (fixtures, tag) => ({
      known: startingWith(ledger, `assay-h${tag}`, fixtures),
      end: endOf(ledger),
      allocate: ({ known }) => allocating(ledger, fixtures, freshHint(`h${tag}`, known)),
      // The range is open, so that the list waits for a server that writes the update a moment later.
      changes: ({ end, allocate }) => {
        const made = partyIn(allocate);
        if (made === undefined) return undefined;
        const beginExclusive = member(end, 'offset') ?? 0;
        const json = { beginExclusive, updateFormat: topologyOf([made]) };
        return openList(ledger.operation('updates'), fixtures, json);
      },
      connected: ({ allocate }) => {
        const party = partyIn(allocate);
        const connected = ledger.operation('connected-synchronizers');
        return party === undefined ? undefined : call(connected, { query: { party } });
      },
    }),
  }).rules(
    rule('hosting-is-in-updates', {
      given: ['allocate'],
      judge: ({ allocate, changes }) => {
        const made = partyIn(allocate.response.body);
        const updates = updatesIn(changes);
        if (updates === undefined || completeUpTo(changes) !== Number.POSITIVE_INFINITY)
          return undefined;
        const [added] = addedIn(updates, made);
        // A later version may show it as a kind of its own.
        const kinds = variantsIn(changes.response.body, 'update').map(({ kind }) => kind);
        if (kinds.filter((kind) => kind !== 'OffsetCheckpoint').length > updates.length)
          return undefined;
        const expected = worded`a TopologyTransaction about ${made}`;
        return added === undefined
          ? [finding('', expected, worded`${updates.length} updates`)]
          : unless(ADDED.test(added.kind), '/event', 'ParticipantAuthorizationAdded', added.kind);
      },
    }),
    rule('party-is-on-the-named-synchronizer', {
      given: ['allocate', 'changes'],
      judge: ({ allocate, changes }) => {
        const named = stringAt(sent(allocate.request), 'synchronizerId') ?? '';
        const [added] = addedIn(updatesIn(changes) ?? [], partyIn(allocate.response.body));
        if (named === '' || added === undefined) return 'inapplicable';
        const shown = `${added.synchronizerId}`;
        return unless(isPlace(named, shown), '/synchronizerId', named, shown);
      },
    }),
    rule('hosting-has-the-shown-permission', {
      given: ['allocate', 'connected'],
      judge: ({ allocate, changes, connected }) => {
        const [added] = addedIn(updatesIn(changes) ?? [], partyIn(allocate.response.body));
        const at = shownList(connected, 'connectedSynchronizers').find(
          (one) => member(one, 'synchronizerId') === added?.synchronizerId,
        );
        if (added === undefined || at === undefined) return undefined;
        return difference(added.permission, member(at, 'permission'), '/permission');
      },
    }),
  );

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

type Step = 'alone' | 'other' | 'connected' | 'otherConnected';

export const LOCAL_PARTIES: Rule<Step> = rule('local-parties-have-permissions', {
  given: ['alone', 'other', 'connected', 'otherConnected'],
  judge: ({ alone, other, connected: own, otherConnected: others }) => {
    // Only if the party of the path is hosted is it known that permissions are shown.
    if (!isShownLocal(alone) || !isPermitted(own)) return undefined;
    const isRight = !isShownLocal(other) || isPermitted(others);
    const expected = worded`false, because ${idIn(other)} has no permission`;
    return unless(isRight, '/partyDetails/isLocal', expected, 'true');
  },
});

const isShownLocal = (found: CompleteExchange): boolean =>
  shownList(found, 'partyDetails').some(
    (row) => string(row, 'party') === idIn(found) && member(row, 'isLocal') === true,
  );

const isPermitted = (found: CompleteExchange): boolean =>
  shownList(found, 'connectedSynchronizers').some(
    (one) => (string(one, 'permission') || NO_PERMISSION) !== NO_PERMISSION,
  );

const NO_PERMISSION = 'PARTICIPANT_PERMISSION_UNSPECIFIED';
