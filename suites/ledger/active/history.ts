/** What a list of updates proves of the contracts that were active at an offset within it. */
import { elements, member, string } from '../requests/members.ts';
import { type ShownUpdate, synchronizerOf } from '../updates/shown-updates.ts';

/** One contract came to a synchronizer, or went from it. A contract may be active on several at a time. */
interface Turn {
  readonly offset: number;
  /** Contract and synchronizer. */
  readonly place: string;
  readonly kind: 'created' | 'archived' | 'assigned' | 'unassigned';
  /** Of a reassignment; empty for what was created or archived. */
  readonly reassignmentId: string;
}

export function placeOf(contractId: string, synchronizerId: string): string {
  return `${contractId} on ${synchronizerId}`;
}

/** Everything that these updates, in the shape of changes, tell of contracts, in their order. */
export function turnsIn(updates: readonly ShownUpdate[]): readonly Turn[] {
  return updates.flatMap((update) =>
    elements(update.value, 'events').flatMap((event) => turnOf(update, event)),
  );
}

function turnOf(update: ShownUpdate, event: unknown): Turn[] {
  const turn = (kind: Turn['kind'], value: unknown, synchronizerId: string): Turn[] => {
    const reassignmentId = string(value, 'reassignmentId');
    const contractId = string(value, 'contractId') || string(value, 'createdEvent', 'contractId');
    const place = placeOf(contractId, synchronizerId);
    return [{ offset: update.offset, place, kind, reassignmentId }];
  };
  const created = member(event, 'CreatedEvent');
  if (created) return turn('created', created, synchronizerOf(update));
  const archived = member(event, 'ArchivedEvent');
  if (archived) return turn('archived', archived, synchronizerOf(update));
  const left = member(event, 'JsUnassignedEvent', 'value') ?? member(event, 'JsUnassignedEvent');
  if (left) return turn('unassigned', left, string(left, 'source'));
  const came = member(event, 'JsAssignmentEvent');
  return came ? turn('assigned', came, string(came, 'target')) : [];
}

/** What the turns prove of one offset. */
export interface Proven {
  /** Places that hold a contract which is active there. */
  readonly active: ReadonlySet<string>;
  /** Places where a contract is not active: it left, or is yet to be created there. */
  readonly empty: ReadonlySet<string>;
  /** Reassignments that began up to the offset, and ended after it. */
  readonly onTheWay: ReadonlySet<string>;
}

export function provenAt(turns: readonly Turn[], offset: number): Proven {
  const before = turns.filter((turn) => turn.offset <= offset);
  const after = turns.filter((turn) => turn.offset > offset);
  const left = new Set(reassigned(before, 'unassigned'));
  const last = [...new Map(before.map((turn) => [turn.place, turn])).values()];
  // Half a reassignment may be seen before the other half: what came and was not seen to leave proves nothing.
  const holds = ({ kind, reassignmentId }: Turn): boolean =>
    kind === 'created' || (kind === 'assigned' && left.has(reassignmentId));
  const ended = last.filter(({ kind }) => kind === 'archived' || kind === 'unassigned');
  // Only the first turn tells that there was nothing before: a contract may be taken out and put back.
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

/** The offset of the last update before the first one that ends what an earlier one began. */
export function beforeAnEnd(turns: readonly Turn[]): number | undefined {
  const ends = turns.find(
    ({ kind, place, offset }) =>
      kind === 'archived' && turns.some((t) => t.place === place && t.offset < offset),
  );
  return ends && lastBefore(turns, ends.offset);
}

/** The offset of the last update before the first arrival of what was seen to leave. */
export function beforeAnArrival(turns: readonly Turn[]): number | undefined {
  const arrives = turns.find(
    ({ kind, reassignmentId, offset }) =>
      kind === 'assigned' &&
      turns.some(
        (t) => t.kind === 'unassigned' && t.reassignmentId === reassignmentId && t.offset < offset,
      ),
  );
  return arrives && lastBefore(turns, arrives.offset);
}

function lastBefore(turns: readonly Turn[], offset: number): number | undefined {
  return turns.findLast((turn) => turn.offset < offset)?.offset;
}
