/** The facts that a list of updates proves about the active contracts at an offset in its range. */
import type { CheckResult, CompleteExchange, Finding } from '../../../src/kit.ts';
import { difference, member, string } from '../../kit/json.ts';
import { eachOf } from '../../kit/judges.ts';
import { type Entry, entriesIn } from '../responses/entries.ts';
import { placeOf, type Turn } from '../responses/turns.ts';
import { sameView } from '../responses/views.ts';

/** The facts at one offset. */
export interface Proven {
  /** Places with an active contract. */
  readonly active: ReadonlySet<string>;
  /** Places at which a contract is not active: it was archived, unassigned, or created later. */
  readonly empty: ReadonlySet<string>;
  /** Reassignments that were incomplete at the offset. */
  readonly onTheWay: ReadonlySet<string>;
}

export function provenAt(turns: readonly Turn[], offset: number): Proven {
  const before = turns.filter((turn) => turn.offset <= offset);
  const after = turns.filter((turn) => turn.offset > offset);
  const left = new Set(reassigned(before, 'unassigned'));
  const last = [...new Map(before.map((turn) => [turn.place, turn])).values()];
  // The list may show an assignment and not the unassignment before it: then it proves nothing.
  const holds = ({ kind, reassignmentId }: Turn): boolean =>
    kind === 'created' || (kind === 'assigned' && left.has(reassignmentId));
  const ended = last.filter(({ kind }) => kind === 'archived' || kind === 'unassigned');
  // Only the first change proves that the contract was inactive before: a repair may remove and add it.
  const first = [...new Map(turns.toReversed().map((turn) => [turn.place, turn])).values()];
  const created = first.filter((turn) => turn.kind === 'created' && turn.offset > offset);
  const arrived = new Set(reassigned(before, 'assigned'));
  const arriving = reassigned(after, 'assigned');
  return {
    active: new Set(last.filter(holds).map(({ place }) => place)),
    empty: new Set([...ended, ...created].map(({ place }) => place)),
    onTheWay: new Set(arriving.filter((id) => left.has(id) && !arrived.has(id))),
  };
}

function reassigned(turns: readonly Turn[], kind: Turn['kind']): readonly string[] {
  return turns.filter((turn) => turn.kind === kind).map(({ reassignmentId }) => reassignmentId);
}

/**
 * The offset of the last update before an archival of a contract that an earlier update created; one that archives
 * another contract itself, if there is one.
 */
export function beforeAnEnd(turns: readonly Turn[]): number | undefined {
  const offsets = beforeTurns(turns, 'archived', (begun, ended) => begun.place === ended.place);
  const archives = (at: number) => turns.some((t) => t.kind === 'archived' && t.offset === at);
  return offsets.find(archives) ?? offsets[0];
}

/** The offset of that archival itself. */
export function atAnEnd(turns: readonly Turn[]): number | undefined {
  const before = beforeAnEnd(turns) ?? Number.POSITIVE_INFINITY;
  return turns.find(({ kind, offset }) => kind === 'archived' && offset > before)?.offset;
}

/** The offset of the last update before an assignment of a contract that an earlier update unassigned. */
export function beforeAnArrival(turns: readonly Turn[]): number | undefined {
  const [first] = beforeTurns(
    turns,
    'assigned',
    (left, came) => left.kind === 'unassigned' && left.reassignmentId === came.reassignmentId,
  );
  return first;
}

function beforeTurns(
  turns: readonly Turn[],
  kind: Turn['kind'],
  follows: (earlier: Turn, turn: Turn) => boolean,
): readonly number[] {
  return turns.flatMap((turn) => {
    const earlier = turns.filter(({ offset }) => offset < turn.offset);
    if (turn.kind !== kind || !earlier.some((one) => follows(one, turn))) return [];
    return earlier.slice(-1).map(({ offset }) => offset);
  });
}

type Compare = (turns: readonly Turn[], snapshots: readonly CompleteExchange[]) => CheckResult;

/** Judges each entry whose contract is in the updates. */
const eachEntry =
  (
    judge: (turns: readonly Turn[], entry: Entry, of: CompleteExchange) => Finding[] | undefined,
  ): Compare =>
  (turns, snapshots) => {
    const entries = snapshots.flatMap((of) => (entriesIn(of) ?? []).map((one) => ({ of, one })));
    return eachOf(entries, ({ of, one }) => judge(turns, one, of));
  };

/** The activation, with the members of an entry. */
function activationOf(offset: unknown, nodeId: unknown, counter: number | undefined): object {
  const createdEvent = { offset, nodeId };
  return counter === undefined ? { createdEvent } : { createdEvent, reassignmentCounter: counter };
}

/**
 * Compares each contract with its creation or assignment in the updates. Without one the contract is older; with
 * several, any may be the last. An unassigned contract has no counter.
 */
export const matchesActivation: Compare = eachEntry((turns, entry, snapshot) => {
  const { active, contractId, synchronizerId, created, counter, left } = entry;
  const place = placeOf(contractId, active ? synchronizerId : string(left, 'source'));
  const came = turns
    .filter(({ kind }) => kind === 'created' || kind === 'assigned')
    .filter((turn) => turn.place === place)
    .map((turn) => ({
      turn,
      at: activationOf(turn.offset, turn.nodeId, active ? turn.counter : undefined),
    }));
  if (came.length === 0) return undefined;
  const moves = active ? counter : undefined;
  const actual = activationOf(created['offset'], created['nodeId'] ?? undefined, moves);
  const last = came.find(({ at }) => difference(at, actual).length === 0)?.turn;
  if (last === undefined) return difference(came.at(-1)?.at, actual);
  const isCreation = last.kind === 'created';
  const event = isCreation ? last.event : member(last.event, 'createdEvent');
  // The representative package is experimental, and may change with a reassignment.
  const except = isCreation ? [] : ['representativePackageId'];
  // An entry may omit its workflow; one that it shows is that of the command. On the way, it is that of the departure.
  const workflowId = active ? string(entry.shown, 'workflowId') : '';
  return [
    ...sameView(snapshot, 'CreatedEvent', event, created, { at: '/createdEvent', except }),
    ...(isCreation && workflowId !== ''
      ? difference(last.workflowId, workflowId, '/workflowId')
      : []),
  ];
});

/** A contract that was created by one of the updates has the workflow that the update shows. */
export const matchesWorkflow: Compare = eachEntry((turns, { active, created, shown }) => {
  const creation = turns.find(
    ({ kind, contractId, offset }) =>
      kind === 'created' && contractId === created['contractId'] && offset === created['offset'],
  );
  if (!active || !creation?.workflowId) return undefined;
  return difference(creation.workflowId, string(shown, 'workflowId'), '/workflowId');
});

/** Compares each incomplete reassignment with its unassigned event in the updates. */
export const matchesUnassignment: Compare = eachEntry((turns, entry, snapshot) => {
  const { contractId, left, shown } = entry;
  const departure = turns.find(
    (turn) =>
      turn.kind === 'unassigned' &&
      turn.contractId === contractId &&
      turn.reassignmentId === string(left, 'reassignmentId'),
  );
  if (departure === undefined) return undefined;
  const { event } = departure;
  // The contract leaves open whether the entry has the workflow of its departure, as nodes show, or an earlier one.
  const ofContract = turns.filter((turn) => turn.contractId === contractId);
  const workflowId = string(shown, 'workflowId');
  const isKnown = ['', ...ofContract.map((turn) => turn.workflowId)].includes(workflowId);
  return [
    ...sameView(snapshot, 'UnassignedEvent', event, left, { at: '/unassignedEvent' }),
    ...(isKnown ? [] : difference(departure.workflowId, workflowId, '/workflowId')),
  ];
});
