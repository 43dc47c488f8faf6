/** Reads the events that make contracts active or inactive. */
import { count, member, string } from '../../kit/json.ts';
import { eventsIn, type ShownEvent, type ShownUpdate } from './shown-updates.ts';

/** One contract became active on a synchronizer, or inactive. It may be active on several at a time. */
export interface Turn {
  readonly kind: 'created' | 'archived' | 'assigned' | 'unassigned';
  readonly offset: number;
  readonly nodeId: unknown;
  readonly contractId: string;
  /** Contract and synchronizer. */
  readonly place: string;
  /** The synchronizer of the update. */
  readonly recordedAt: string;
  /** The id of a reassignment; empty for a creation or an archival. */
  readonly reassignmentId: string;
  readonly source: string;
  readonly target: string;
  /** The number of moves of the contract. */
  readonly counter: number | undefined;
  /** The workflow of the update; empty if it shows none. */
  readonly workflowId: string;
  readonly event: unknown;
}

const KINDS: Readonly<Record<string, Turn['kind']>> = {
  CreatedEvent: 'created',
  ArchivedEvent: 'archived',
  JsUnassignedEvent: 'unassigned',
  JsAssignmentEvent: 'assigned',
};

/** False for an event of effects, and for one of a kind that no document names. */
export function isTurn({ kind }: ShownEvent): boolean {
  return Object.hasOwn(KINDS, kind);
}

export function placeOf(contractId: string, synchronizerId: string): string {
  return `${contractId} on ${synchronizerId}`;
}

/** The number of moves of a contract, from an entry or an event. */
export function counterOf(value: unknown): number | undefined {
  return count({ counter: member(value, 'reassignmentCounter') }, 'counter');
}

/** All changes of contracts in these updates, which have the shape of a delta, in their order. */
export function turnsIn(updates: readonly ShownUpdate[]): readonly Turn[] {
  return updates.flatMap((update) =>
    eventsIn(update).flatMap((event) => {
      const kind = KINDS[event.kind];
      return kind ? turnOf(update, kind, event) : [];
    }),
  );
}

function turnOf(update: ShownUpdate, kind: Turn['kind'], { value, whole }: ShownEvent): Turn {
  const event = kind === 'assigned' ? whole : value;
  const recordedAt = string(update.value, 'synchronizerId');
  const [source, target] = [string(event, 'source'), string(event, 'target')];
  const where = { created: recordedAt, archived: recordedAt, unassigned: source, assigned: target };
  const contractId = string(value, 'contractId');
  return {
    kind,
    offset: update.offset,
    nodeId: member(value, 'nodeId'),
    contractId,
    place: placeOf(contractId, where[kind]),
    recordedAt,
    reassignmentId: string(event, 'reassignmentId'),
    source,
    target,
    counter: kind === 'created' ? 0 : counterOf(event),
    workflowId: string(update.value, 'workflowId'),
    event,
  };
}
