/** Active contracts at earlier offsets: they are what the updates up to there created, and did not end. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  finding,
  sent,
} from '../../../src/index.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { expectsServed, mayBe } from '../laws/errors.ts';
import { across, row } from '../requests/asking.ts';
import { eventsOf, limitFor } from '../requests/formats.ts';
import { member } from '../requests/members.ts';
import { endOf, recentChanges } from '../requests/offsets.ts';
import { completeUpTo, eventsIn, type ShownUpdate, updatesIn } from '../updates/shown-updates.ts';
import type { Entry } from './entries.ts';
import {
  beforeAnArrival,
  beforeAnEnd,
  type Proven,
  placeOf,
  provenAt,
  turnsIn,
} from './history.ts';
import { type Listing, related, selectedOf } from './listing.ts';
import { arrivalsIn, asTheyCame, asTheyLeft } from './origins.ts';

const snapshots = once(({ operation, updates, at }: Listing) =>
  across(operation, 'in-between', {
    sends:
      'the latest updates, and the active contracts before an archival, during a reassignment, and after the last update',
    caseGroups: (f) => {
      const endInclusive = endOf(f);
      const ask = (offset: number): Call => call(operation, at(f, offset, eventsOf(f.parties)));
      const history = call(updates, { query: { limit: limitFor(f) }, json: recentChanges(f) });
      // Where the updates show no such moment, the end is used, so that the case stays complete.
      const before =
        (moment: typeof beforeAnEnd) =>
        ([list]: readonly Exchange[]): Call =>
          ask(moment(historyOf(list) ?? []) ?? endInclusive);
      const last = ([list]: readonly Exchange[]): Call => {
        const known = list?.response ? completeUpTo(list as CompleteExchange) : endInclusive;
        return ask(Math.min(known, endInclusive));
      };
      return [row('in-between', history, before(beforeAnEnd), before(beforeAnArrival), last)];
    },
  }),
);

/** Compares the snapshots with what the updates show. */
const withUpdates = (
  compare: (updates: readonly ShownUpdate[], lists: readonly CompleteExchange[]) => CheckResult,
): Law<Listing>['test'] =>
  related(snapshots, ([list, ...lists]) => {
    const updates = list && updatesIn(list);
    return updates && compare(updates, lists);
  });

const ORIGINS = { level: 'MUST', clause: 'active-contracts-tell-how-they-came' } as const;

export const SNAPSHOT_LAWS: readonly Law<Listing>[] = [
  {
    name: 'snapshot-agrees-with-updates',
    level: 'MUST',
    clause: 'active-contracts-are-listed',
    statement: 'A list at an offset holds what the updates up to there created and did not end.',
    cause: 'The list shows the current end, or a contract that left its synchronizer stays.',
    fix: 'Read the state at the offset: ignore all later updates.',
    test: related(snapshots, (exchanges) => judged(exchanges, contradictions)),
  },
  {
    name: 'unfinished-reassignments-are-listed',
    level: 'MUST',
    except: ({ isPaged }) =>
      isPaged ? undefined : { level: 'SHOULD', reason: 'the contract says so of the pages only' },
    clause: ({ clause }) => clause,
    statement: 'A contract between two synchronizers is listed as an unfinished reassignment.',
    cause: 'Only active contracts are read, so a contract is missing between the two halves.',
    fix: 'Add what was unassigned up to the offset and not yet assigned, as JsIncompleteUnassigned.',
    test: related(snapshots, (exchanges) => judged(exchanges, vanished)),
  },
  {
    ...ORIGINS,
    name: 'entries-show-last-activation',
    statement: 'An active contract has the offset, node id and counter of its last activation.',
    cause: 'The entry has the offset of the request, no node id, or the counter 0.',
    fix: 'Store the three with each creation and assignment; list the last ones.',
    test: withUpdates((updates, lists) => asTheyCame(arrivalsIn(updates), lists)),
  },
  {
    ...ORIGINS,
    name: 'entries-show-unassignment',
    statement: 'An unfinished reassignment has the unassigned event that the updates show.',
    cause: 'The event is built anew, from the synchronizer where the contract is to arrive.',
    fix: 'Store the unassigned event; show it until the contract arrives.',
    test: withUpdates(asTheyLeft),
  },
];

/** What a list of updates shows; `undefined` if it was rejected, or is not in the shape of changes. */
function historyOf(list: Exchange | undefined): ReturnType<typeof turnsIn> | undefined {
  const updates = list?.response && updatesIn(list as CompleteExchange);
  const effects = updates?.flatMap(eventsIn).some(({ kind }) => kind === 'ExercisedEvent');
  return updates && !effects ? turnsIn(updates) : undefined;
}

type Check = (proven: Proven, entries: readonly Entry[], whole: boolean) => CheckResult;

function judged([list, ...lists]: readonly CompleteExchange[], check: Check): CheckResult {
  const turns = historyOf(list);
  if (list === undefined || turns === undefined) return undefined;
  const known = completeUpTo(list);
  const results = lists.map((snapshot): CheckResult => {
    const { status } = snapshot.response;
    // Another client may prune meanwhile.
    if (mayBe(snapshot, 'PARTICIPANT_PRUNED_DATA_ACCESSED')) return undefined;
    if (status !== 200) return expectsServed(status);
    const offset = Number(member(sent(snapshot.request), 'activeAtOffset'));
    const { entries, whole } = selectedOf(snapshot);
    return offset > known ? 'inapplicable' : check(provenAt(turns, offset), entries, whole);
  });
  const failed = results.find((one) => typeof one === 'object' && one.length > 0);
  return failed ?? results.find((one) => typeof one === 'object') ?? results[0];
}

function contradictions(
  { active, empty }: Proven,
  entries: readonly Entry[],
  whole: boolean,
): CheckResult {
  if (active.size === 0 && empty.size === 0) return 'inapplicable';
  const places = entries
    .filter((entry) => entry.active)
    .map(({ contractId, synchronizerId }) => placeOf(contractId, synchronizerId));
  const extra = places.find((place) => empty.has(place));
  if (extra !== undefined) return [finding('', `no ${extra}, by the updates`, 'it is active')];
  const missing = whole ? [...active].find((place) => !places.includes(place)) : undefined;
  return missing === undefined ? [] : [finding('', `${missing}, by the updates`, 'not there')];
}

function vanished({ onTheWay }: Proven, entries: readonly Entry[], whole: boolean): CheckResult {
  if (onTheWay.size === 0 || !whole) return 'inapplicable';
  const shown = new Set(entries.map(({ leftBy }) => leftBy));
  return [...onTheWay]
    .filter((id) => !shown.has(id))
    .map((id) => finding('', `JsIncompleteUnassigned of reassignment ${id}`, 'not there'));
}
