/** Active contracts at earlier offsets agree with the updates up to there. */
import type { CheckResult, CompleteExchange, Exchange } from '../../../src/kit.ts';
import { call, worded } from '../../../src/kit.ts';
import { count, string, stringAt } from '../../kit/json.ts';
import { anyOf, lacking, type Received, unexpected } from '../../kit/judges.ts';
import { type Law, related, type Test } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { expects200 } from '../../kit/statuses.ts';
import { across, mayBePruned, scenario } from '../laws/forms.ts';
import { eventsWithViews } from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import {
  activeAtEnd,
  endOf,
  isEmptyLedger,
  notPruned,
  recentUpdates,
} from '../requests/offsets.ts';
import { entriesIn, type Listing, type Selected, selectedIn } from '../responses/entries.ts';
import { completeUpTo, eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { isTurn, placeOf, type Turn, turnsIn } from '../responses/turns.ts';
import { rulesIn } from '../rules.ts';
import type { Proven } from './history.ts';
import {
  atAnEnd,
  beforeAnArrival,
  beforeAnEnd,
  matchesActivation,
  matchesUnassignment,
  provenAt,
} from './history.ts';

const rule = rulesIn('4.2-active-contracts', 'active/snapshots.ts');

const snapshots = once(({ operation, ledger, at }: Listing) =>
  across(operation, 'in-between', {
    notApplicableWhen: isEmptyLedger,
    sends:
      'the latest updates, and the active contracts before and at an archival, during a reassignment, and after the last update',
    steps: (f) => {
      // If the updates show no such offset, the ledger end is used, so that the case stays complete.
      const snapshot =
        (momentOf: (list: Exchange | undefined) => number | undefined) =>
        ([list]: readonly Exchange[]) =>
          call(operation, at(f, momentOf(list) ?? endOf(f), eventsWithViews(f)));
      const known = (list: Exchange | undefined): number =>
        Math.min(list?.response ? completeUpTo(list) : endOf(f), endOf(f));
      return [
        recentUpdates(ledger.operation('updates'), f),
        snapshot((list) => beforeAnEnd(historyOf(list) ?? [])),
        snapshot((list) => atAnEnd(historyOf(list) ?? [])),
        snapshot((list) => beforeAnArrival(historyOf(list) ?? [])),
        snapshot(known),
      ];
    },
  }),
);

/** Compares the snapshots with what the updates show. */
const withUpdates = (compare: typeof matchesActivation): Law<Listing>['test'] =>
  related(snapshots, ([list, ...lists]) => {
    const turns = historyOf(list);
    return turns && compare(turns, lists);
  });

export const SNAPSHOT_LAWS: readonly Law<Listing>[] = [
  rule('snapshot-agrees-with-updates', {
    on: snapshots,
    withControl: true,
    relation: (all) => judged(all, contradictions),
  }),
  rule('unfinished-reassignments-are-listed', {
    except: ({ isPaged }) =>
      isPaged ? undefined : { level: 'SHOULD', reason: 'the contract states this only for pages' },
    on: snapshots,
    withControl: true,
    relation: (all) => judged(all, missingReassignments),
  }),
  rule('creations-are-in-updates', {
    on: snapshots,
    withControl: true,
    relation: ([list, ...lists]) => createdThere(list, lists),
  }),
  rule('entries-show-last-activation', {
    test: withUpdates(matchesActivation),
  }),
  rule('entries-show-unassignment', {
    test: withUpdates(matchesUnassignment),
  }),
  rule('accepts-pruned-offset', {
    appliesTo: ({ isPaged }) => !isPaged,
    test: atPrunedOffset,
  }),
];

/** Active contracts at the offset up to which the ledger is pruned, which another client may move. */
function atPrunedOffset({ operation, ledger }: Listing): Test {
  const pruned = call(ledger.operation('latest-pruned-offsets'));
  const at = 'participantPrunedUpToInclusive';
  const pruning = scenario<'before' | 'there' | 'after'>(operation, {
    name: 'at-the-pruned-offset',
    sends:
      'the pruned offset, active contracts at exactly that offset, and the pruned offset again',
    needs: ['parties', 'ledgerEnd', 'prunedTo'],
    notApplicableWhen: notPruned,
    steps: (f) => ({
      before: pruned,
      there: ({ before }) =>
        activeAtEnd(operation, f, undefined, { activeAtOffset: count(before, at) ?? 0 }),
      after: pruned,
    }),
  });
  return pruning.test({
    given: ['before', 'after'],
    judge: ({ before, there, after }) => {
      const [first, last] = [before, after].map(({ response: { body } }) => count(body, at));
      return first === last ? expects200(there.response.status) : undefined;
    },
  });
}

/** The turns in a list of updates; `undefined` if it was rejected, or has events of other kinds than changes. */
function historyOf(list: Exchange | undefined): readonly Turn[] | undefined {
  const updates = updatesIn(list);
  const turns = updates?.flatMap(eventsIn).every(isTurn) ? turnsIn(updates) : undefined;
  // False for a turn that breaks the shape of the response: without a contract, or without its synchronizer.
  const isWhole = ({ contractId, source, target, kind, recordedAt }: Turn): boolean =>
    [contractId, recordedAt, ...(/signed$/.test(kind) ? [source, target] : [])].every(Boolean);
  return turns?.every(isWhole) ? turns : undefined;
}

function judged(
  [list, ...lists]: readonly CompleteExchange[],
  check: (proven: Proven, selected: Selected) => CheckResult,
): CheckResult {
  const turns = historyOf(list);
  if (list === undefined || turns === undefined) return undefined;
  const known = completeUpTo(list);
  const results = lists.map((snapshot): CheckResult => {
    const { status } = snapshot.response;
    // Another client may prune meanwhile.
    if (mayBePruned(snapshot)) return undefined;
    const selected = selectedIn(snapshot);
    if (selected === undefined) return expects200(status);
    const offset = Number(sentMembers(snapshot)['activeAtOffset']);
    return offset > known ? 'inapplicable' : check(provenAt(turns, offset), selected);
  });
  return anyOf(results);
}

/** Each contract that was never reassigned, and whose creation is in the range of the updates, is in their creations. */
function createdThere(list: Received, lists: readonly CompleteExchange[]): CheckResult {
  const turns = historyOf(list);
  if (list === undefined || turns === undefined) return undefined;
  const { beginExclusive, endInclusive } = sentMembers(list);
  const last = Math.min(Number(endInclusive), completeUpTo(list));
  const isInRange = (offset: unknown): boolean =>
    Number(offset) > Number(beginExclusive) && Number(offset) <= last;
  const due = lists
    .flatMap((snapshot) => entriesIn(snapshot) ?? [])
    .filter(({ counter, created }) => counter === 0 && isInRange(created['offset']));
  if (due.length === 0) return 'inapplicable';
  const created = new Set(turns.map(({ contractId }) => contractId));
  const lost = due.find(({ contractId }) => !created.has(contractId));
  const creation = worded`the creation of contract ${lost?.contractId ?? ''}`;
  return lost === undefined ? [] : [lacking(creation)];
}

function contradictions({ active, empty }: Proven, { entries, whole }: Selected): CheckResult {
  if (active.size === 0 && empty.size === 0) return 'inapplicable';
  const places = entries
    .filter((entry) => entry.active)
    .map(({ contractId, synchronizerId }) => placeOf(contractId, synchronizerId));
  const extra = places.find((place) => empty.has(place));
  if (extra !== undefined) return [unexpected(worded`contract ${extra}`)];
  const missing = whole ? [...active].find((place) => !places.includes(place)) : undefined;
  return missing === undefined ? [] : [lacking(worded`contract ${missing}`)];
}

function missingReassignments({ onTheWay }: Proven, { entries, whole }: Selected): CheckResult {
  if (onTheWay.size === 0 || !whole) return 'inapplicable';
  // An entry without a reassignment id breaks the shape of the response, which another rule judges.
  const moves = entries.filter(({ left }) => left !== undefined);
  if (moves.some(({ left }) => stringAt(left, 'reassignmentId') === undefined)) return undefined;
  const shown = new Set(entries.map(({ left }) => string(left, 'reassignmentId')));
  return [...onTheWay]
    .filter((id) => !shown.has(id))
    .map((id) => lacking(worded`JsIncompleteUnassigned of reassignment ${id}`));
}
