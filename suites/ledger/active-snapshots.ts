/** Active contracts at offsets in between: they are what the updates up to there made, and did not end. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Fixtures,
  finding,
  type Level,
  type Operation,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { type Entry, entriesOf, isWhole } from './active-entries.ts';
import {
  beforeAnArrival,
  beforeAnEnd,
  type Proven,
  placeOf,
  provenAt,
  turnsIn,
} from './active-history.ts';
import { arrivalsIn, asTheyCame, asTheyLeft } from './active-origins.ts';
import { across, type Parts, row } from './asking.ts';
import { named } from './chapter.ts';
import { expectsServed, mayBe } from './errors.ts';
import { eventsOf, limitFor } from './formats.ts';
import { member } from './members.ts';
import { endOf, recentChanges } from './offsets.ts';
import { completeUpTo, eventsIn, updatesIn } from './shown-updates.ts';

interface Snapshots {
  readonly clause: string;
  /** How strongly unfinished reassignments are owed. */
  readonly unfinished: Level;
  readonly at: (f: Fixtures, activeAtOffset: number, eventFormat: object) => Parts;
}

/** What one way to list active contracts owes at offsets before the end. */
export function snapshots(
  operation: Operation,
  updates: Operation,
  { clause, unfinished, at }: Snapshots,
): readonly Requirement[] {
  const between = across(operation, 'in-between', {
    sends:
      'the latest updates, and the active contracts before one was archived, while one was on its way, and after the last update',
    caseGroups: (f) => {
      const endInclusive = endOf(f);
      const history = call(updates, { query: { limit: limitFor(f) }, json: recentChanges(f) });
      // Where the updates show no such moment, the end is asked for, so that the case stays whole.
      const before =
        (moment: typeof beforeAnEnd) =>
        ([list]: readonly Exchange[]): Call =>
          call(
            operation,
            at(f, moment(historyOf(list) ?? []) ?? endInclusive, eventsOf(f.parties)),
          );
      const last = ([list]: readonly Exchange[]): Call => {
        const known = list?.response ? completeUpTo(list as CompleteExchange) : endInclusive;
        return call(operation, at(f, Math.min(known, endInclusive), eventsOf(f.parties)));
      };
      return [row('in-between', history, before(beforeAnEnd), before(beforeAnArrival), last)];
    },
  });
  return [
    requirement({
      id: `ledger/${named(operation, 'as-the-updates-tell')}`,
      level: 'MUST',
      clause,
      statement:
        'At an offset in between stands what the updates up to there made and did not end, and nothing that came later.',
      cause:
        'activeAtOffset is checked and then forgotten, and the contracts of the current end are listed; or a contract that left a synchronizer goes on standing there.',
      fix: 'Read the state as of the offset: what was archived or taken away later is still there, what came later is not.',
      probes: [between],
      relation: (exchanges) => judged(exchanges, contradictions),
    }),
    requirement({
      id: `ledger/${named(operation, 'shown-on-its-way')}`,
      level: unfinished,
      clause,
      statement:
        'A contract that left one synchronizer and has not arrived at the other stands there as an unfinished reassignment.',
      cause: 'Only active contracts are read, so that a contract vanishes between its two halves.',
      fix: 'Add what was unassigned up to the offset and assigned after it or not at all, as JsIncompleteUnassigned.',
      probes: [between],
      relation: (exchanges) => judged(exchanges, vanished),
    }),
    requirement({
      id: `ledger/${named(operation, 'as-they-came')}`,
      level: 'MUST',
      clause: 'active-contracts-tell-how-they-came',
      statement:
        'An active contract shows offset, node id and reassignment counter of the update that put it on its synchronizer.',
      cause:
        'Contracts are listed with the offset of the request, without a node id, or with the counter 0 that they were created with.',
      fix: 'Keep the three with each creation and each arrival, and list those of the last one on that synchronizer.',
      probes: [between],
      relation: ([list, ...snapshots]) => {
        const updates = list && updatesIn(list);
        return updates && asTheyCame(arrivalsIn(updates), snapshots);
      },
    }),
    requirement({
      id: `ledger/${named(operation, 'as-they-left')}`,
      level: 'MUST',
      clause: 'active-contracts-tell-how-they-came',
      statement: 'A contract on its way shows the departure that the updates tell.',
      cause: 'The departure is put together anew, from the place where the contract is to arrive.',
      fix: 'Keep the unassigned event as it was, and show it until the contract arrives.',
      probes: [between],
      relation: ([list, ...snapshots]) => {
        const updates = list && updatesIn(list);
        return updates && asTheyLeft(updates, snapshots);
      },
    }),
  ];
}

/** The turns that a list of updates tells; `undefined` when it was not answered, or not in the shape of changes. */
function historyOf(list: Exchange | undefined): ReturnType<typeof turnsIn> | undefined {
  const updates = list?.response && updatesIn(list as CompleteExchange);
  const effects = updates?.flatMap(eventsIn).some(({ kind }) => kind === 'ExercisedEvent');
  return updates && !effects ? turnsIn(updates) : undefined;
}

type Check = (proven: Proven, entries: readonly Entry[], whole: boolean) => CheckResult;

function judged([list, ...snapshots]: readonly CompleteExchange[], check: Check): CheckResult {
  const turns = historyOf(list);
  if (list === undefined || turns === undefined) return undefined;
  const known = completeUpTo(list);
  const said = snapshots.map((snapshot): CheckResult => {
    const { status, body } = snapshot.response;
    // Others may prune meanwhile.
    if (mayBe(snapshot, 'PARTICIPANT_PRUNED_DATA_ACCESSED')) return undefined;
    if (status !== 200) return expectsServed(status);
    const offset = Number(member(sent(snapshot.request), 'activeAtOffset'));
    return offset > known
      ? 'inapplicable'
      : check(provenAt(turns, offset), entriesOf(body), isWhole(snapshot));
  });
  const findings = said.find((one) => typeof one === 'object' && one.length > 0);
  return findings ?? said.find((one) => typeof one === 'object') ?? said[0];
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
  const ghost = places.find((place) => empty.has(place));
  if (ghost !== undefined) return [finding('', `no ${ghost}, by the updates`, 'it is active')];
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
