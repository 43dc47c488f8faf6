/** Checks of active contracts at earlier offsets against the updates up to there, which chapters name. */
import type { CheckResult, CompleteExchange, Exchange } from '../../../src/kit.ts';
import { worded } from '../../../src/kit.ts';
import { count, string, stringAt } from '../../kit/json.ts';
import { anyOf, lacking, type Received, unexpected } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { mayBePruned } from '../laws/forms.ts';
import { sentMembers } from '../requests/members.ts';
import { entriesIn, type Selected, selectedIn } from '../responses/entries.ts';
import { completeUpTo, eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { isTurn, placeOf, type Turn, turnsIn } from '../responses/turns.ts';
import type { Proven } from './history.ts';
import {
  atAnEnd,
  beforeAnArrival,
  beforeAnEnd,
  matchesActivation,
  matchesUnassignment,
  matchesWorkflow,
  provenAt,
} from './history.ts';

/** Compares the snapshots with what the updates show. */
const withUpdates =
  (compare: typeof matchesActivation) =>
  (history: Received, ...snapshots: readonly CompleteExchange[]): CheckResult => {
    const turns = historyOf(history);
    return turns && compare(turns, snapshots);
  };

export const SNAPSHOT_CHECKS = {
  agreesWithUpdates: (...all: readonly CompleteExchange[]): CheckResult =>
    judged(all, contradictions),
  hasUnfinishedReassignments: (...all: readonly CompleteExchange[]): CheckResult =>
    judged(all, missingReassignments),
  creationsAreInUpdates: (history: Received, ...snapshots: readonly CompleteExchange[]) =>
    createdThere(history, snapshots),
  showsLastActivation: withUpdates(matchesActivation),
  showsWorkflow: withUpdates(matchesWorkflow),
  showsUnassigned: withUpdates(matchesUnassignment),
  /** Another client may move the pruned offset. */
  isListedIfUnmoved: (...[before, there, after]: readonly CompleteExchange[]): CheckResult => {
    const [first, last] = [before, after].map((one) =>
      count(one?.response.body, 'participantPrunedUpToInclusive'),
    );
    return first === last && there ? expects200(there.response.status) : undefined;
  },
};

/** Offsets in a list of updates at which active contracts are read. */
export const MOMENTS: Readonly<Record<string, (list: Exchange) => number | undefined>> = {
  beforeAnEnd: (list) => beforeAnEnd(historyOf(list) ?? []),
  atAnEnd: (list) => atAnEnd(historyOf(list) ?? []),
  beforeAnArrival: (list) => beforeAnArrival(historyOf(list) ?? []),
};

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
  check: (proven: Proven, selected: Selected, offset: number, now: Proven) => CheckResult,
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
    if (offset > known) return 'inapplicable';
    return check(provenAt(turns, offset), selected, offset, provenAt(turns, known));
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

function contradictions(
  { active, empty }: Proven,
  { entries, whole }: Selected,
  offset: number,
  now: Proven,
): CheckResult {
  if (active.size === 0 && empty.size === 0) return 'inapplicable';
  const places = entries
    .filter((entry) => entry.active)
    .map(({ contractId, synchronizerId }) => placeOf(contractId, synchronizerId));
  const extra = places.find((place) => empty.has(place));
  if (extra !== undefined)
    return [unexpected(worded`contract ${extra}, not active by the updates up to ${offset},`)];
  const missing = whole ? [...active].find((place) => !places.includes(place)) : undefined;
  if (missing === undefined) return [];
  const since = now.empty.has(missing) ? ' and not since then' : '';
  return [lacking(worded`contract ${missing}, active by the updates up to ${offset}${since},`)];
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
