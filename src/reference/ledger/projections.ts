/** Updates in their JSON forms. */

import { type Move, stakeholders } from './contracts/model.ts';
import { missingField } from './errors.ts';
import type { EventFormat, TransactionFormat, UpdateFormat } from './filters/decode.ts';
import { type View, viewOf } from './filters/filters.ts';
import type { Ledger } from './ledger.ts';
import { rejectMalformed } from './parties/book.ts';
import {
  archivedEvent,
  assignedEvent,
  createdEvent,
  exercisedEvent,
  type Json,
  unassignedEvent,
} from './projections-events.ts';
import {
  type Authorization,
  type Node,
  type ReassignmentUpdate,
  type TopologyUpdate,
  type TransactionUpdate,
  transient,
  type Update,
} from './updates/model.ts';
import { isSince, type Release } from './versions.ts';

/** A transaction format, checked against the ledger. */
export interface TransactionView {
  readonly view: View;
  /** True for changes of active contracts only, false for every effect. */
  readonly delta: boolean;
}

/** An update format, checked against the ledger. Kinds that are not included are undefined. */
export interface Projection {
  readonly version: Release;
  readonly transactions: TransactionView | undefined;
  readonly reassignments: View | undefined;
  /** Undefined for none; an empty list for those of any party. */
  readonly topology: readonly string[] | undefined;
}

/** The transaction format as a view; 400 MISSING_FIELD without an event format or a shape. */
export function transactionView(ledger: Ledger, format: TransactionFormat): TransactionView {
  const { transactionShape, eventFormat } = format;
  const view = viewOf(ledger, eventFormat);
  if (transactionShape === 'TRANSACTION_SHAPE_UNSPECIFIED') throw missingField('transactionShape');
  return { view, delta: transactionShape === 'TRANSACTION_SHAPE_ACS_DELTA' };
}

/** The update format as a projection; 400 MISSING_FIELD when there is none. */
export function projectionOf(ledger: Ledger, format: UpdateFormat | undefined): Projection {
  if (format === undefined) throw missingField('updateFormat');
  const { includeTransactions, includeReassignments, includeTopologyEvents } = format;
  const topology = includeTopologyEvents?.includeParticipantAuthorizationEvents?.parties;
  rejectMalformed(topology);
  const ifGiven = <T, U>(value: T | undefined, make: (value: T) => U): U | undefined =>
    value === undefined ? undefined : make(value);
  return {
    version: ledger.version,
    transactions: ifGiven(includeTransactions, (one) => transactionView(ledger, one)),
    reassignments: ifGiven(includeReassignments, (one: EventFormat) => viewOf(ledger, one)),
    topology,
  };
}

/** The update in the projection; undefined if the projection selects no event of it. */
export function project(update: Update, projection: Projection): Json | undefined {
  const { transactions, reassignments, topology, version } = projection;
  if (update.kind === 'transaction') {
    const value = transactions && transactionJson(update, transactions, version);
    return value && wrapped('Transaction', value);
  }
  if (update.kind === 'reassignment') {
    const value = reassignments && reassignmentJson(update, reassignments, version);
    return value && wrapped('Reassignment', value);
  }
  const value = topology && topologyJson(update, topology);
  return value && wrapped('TopologyTransaction', value);
}

function wrapped(kind: string, value: Json & { readonly events?: unknown }): Json | undefined {
  return (value.events as readonly unknown[]).length === 0 ? undefined : { [kind]: { value } };
}

/** A transaction, perhaps without events. */
export function transactionJson(
  update: TransactionUpdate,
  transactions: TransactionView,
  version: Release,
): Json {
  const { nodes, effectiveAt, externalHash } = update;
  const passing = transient(nodes);
  const events = nodes
    .map((node) => eventOf(node, update.offset, passing, transactions, version))
    .filter((event) => event !== undefined);
  return {
    ...common(update),
    ...submitted(update, transactions.view),
    effectiveAt,
    events,
    externalTransactionHash: externalHash ?? null,
    ...(isSince(version, '3.6') && { transactionHash: externalHash ?? null }),
  };
}

/** A reassignment, perhaps without events. */
export function reassignmentJson(
  update: ReassignmentUpdate,
  view: View | undefined,
  version: Release,
): Json {
  const events = update.moves
    .map((move) => moveEvent(move, view, version))
    .filter((event) => event !== undefined);
  return { ...common(update), ...submitted(update, view), events };
}

function topologyJson(update: TopologyUpdate, parties: readonly string[]): Json {
  const events = update.authorizations
    .filter(({ party }) => parties.length === 0 || parties.includes(party))
    .map((one) => ({
      event: { [`ParticipantAuthorization${one.kind}`]: { value: authorization(one) } },
    }));
  return { ...common(update), events };
}

function authorization({ kind, party, participant, permission }: Authorization): Json {
  const hosting = { partyId: party, participantId: participant };
  return kind === 'Revoked'
    ? hosting
    : { ...hosting, participantPermission: `PARTICIPANT_PERMISSION_${permission}` };
}

function common({ updateId, offset, synchronizerId, recordTime, trace }: Update): Json {
  return { updateId, offset, synchronizerId, recordTime, traceContext: trace };
}

/** The workflow id, and the members that only the submitters see. */
function submitted(update: TransactionUpdate | ReassignmentUpdate, view: View | undefined): Json {
  const own = view === undefined || view.looking(update.actAs).length > 0;
  return {
    commandId: own ? update.commandId : '',
    workflowId: update.workflowId,
    paidTrafficCost: own ? update.cost : 0,
  };
}

function eventOf(
  node: Node,
  offset: number,
  passing: ReadonlySet<string>,
  { view, delta }: TransactionView,
  version: Release,
): Json | undefined {
  const { contract, nodeId } = node;
  const changes = (node.kind === 'create' || node.consuming) && !passing.has(contract.id);
  if (delta && !changes) return undefined;
  const owners = stakeholders(contract);
  const sight = view.sight(contract, delta ? owners : node.witnesses);
  if (sight === undefined) return undefined;
  const acsDelta = changes && view.looking(owners).length > 0;
  const standing = { offset, nodeId, acsDelta };
  if (node.kind === 'create') {
    return { CreatedEvent: createdEvent(contract, standing, sight, version) };
  }
  return delta
    ? { ArchivedEvent: archivedEvent(contract, standing, sight) }
    : { ExercisedEvent: exercisedEvent(node, standing, sight) };
}

function moveEvent(move: Move, view: View | undefined, version: Release): Json | undefined {
  const sight = view?.sight(move.contract, stakeholders(move.contract));
  if (sight === undefined) return undefined;
  return move.kind === 'unassign'
    ? { JsUnassignedEvent: { value: unassignedEvent(move, sight) } }
    : { JsAssignmentEvent: assignedEvent(move, sight, version) };
}
