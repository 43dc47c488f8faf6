/** Puts submissions on the ledger: the update, the contracts that it changes, and the completion. */

import { type Move, placeAt } from '../contracts/model.ts';
import { LedgerError } from '../errors.ts';
import type { History } from '../history.ts';
import { digest, timeAt, timeFrom } from '../ids.ts';
import {
  type Authorization,
  type Completion,
  type ReassignmentUpdate,
  type TraceContext,
  type TransactionUpdate,
  updateIdAt,
} from '../updates/model.ts';
import { type Intent, interpret } from './interpret.ts';

/** The user, the ids and the parties of a submission. */
export interface Names {
  readonly userId: string;
  readonly commandId: string;
  readonly submissionId: string;
  readonly workflowId: string;
  readonly actAs: readonly string[];
  /** The hash that was signed externally, in base64. */
  readonly externalHash?: string;
  /** As in the completion; nothing by default. */
  readonly deduplication?: unknown;
  readonly trace?: TraceContext;
}

export interface Submission extends Names, Intent {
  readonly actAs: readonly string[];
}

/** One half of a reassignment, after validation. */
export type MoveIntent = Pick<Move, 'kind' | 'contract' | 'source' | 'target' | 'submitter'> & {
  /** Absent for an unassignment: it gets a new id. */
  readonly reassignmentId?: string;
};

const COST = 1200;

/** Executes the commands. Throws what interpretation throws, and 409 for a command that was accepted before. */
export function commit(history: History, submission: Submission): TransactionUpdate {
  rejectRepeat(history, submission);
  const { nodes, synchronizerId } = interpret(history, submission);
  const { commandId, workflowId, actAs, externalHash } = submission;
  const update: TransactionUpdate = {
    kind: 'transaction',
    ...placeNext(history, synchronizerId, submission.trace),
    commandId,
    workflowId,
    actAs,
    cost: COST,
    effectiveAt: timeFrom(history.end + 1, submission.notBefore),
    nodes,
    ...(externalHash === undefined ? {} : { externalHash }),
  };
  history.append(update);
  accept(history, submission, update);
  return update;
}

/** Moves contracts between synchronizers; all moves are of one kind and one synchronizer. Throws 409 for a repeated command. */
export function reassign(
  history: History,
  names: Names,
  moves: readonly MoveIntent[],
): ReassignmentUpdate {
  rejectRepeat(history, names);
  const offset = history.end + 1;
  const [first] = moves;
  const on = first?.kind === 'assign' ? first.target : first?.source;
  const update: ReassignmentUpdate = {
    kind: 'reassignment',
    ...placeNext(history, on ?? '', names.trace),
    commandId: names.commandId,
    workflowId: names.workflowId,
    actAs: names.actAs,
    cost: COST,
    moves: moves.map(({ reassignmentId, ...move }, nodeId) => ({
      ...move,
      offset,
      nodeId,
      reassignmentId: reassignmentId ?? `00${digest(`reassignment ${offset} ${nodeId}`)}`,
      counter: counterOf(history, move),
    })),
  };
  history.append(update);
  accept(history, names, update);
  return update;
}

/** Writes the completion of a submission that failed after it had been sent. */
export function reject(history: History, names: Names, code: number, message: string): void {
  const place = placeNext(history, history.seed.synchronizers[0] ?? '', names.trace);
  complete(history, names, { ...place, updateId: '' }, { code, message });
}

/** Writes down that this node hosts a new party. */
export function hosted(
  history: History,
  synchronizerId: string,
  party: string,
  permission: Authorization['permission'],
): void {
  const { participant } = history.seed;
  history.append({
    kind: 'topology',
    ...placeNext(history, synchronizerId, undefined),
    authorizations: [{ kind: 'Added', party, participant, permission }],
  });
}

/** The members that every new update has. */
export function placeNext(
  history: History,
  synchronizerId: string,
  trace: TraceContext | undefined,
): Pick<TransactionUpdate, 'offset' | 'updateId' | 'synchronizerId' | 'recordTime' | 'trace'> {
  const offset = history.end + 1;
  const hex = digest(`trace ${offset}`);
  return {
    offset,
    updateId: updateIdAt(offset),
    synchronizerId,
    recordTime: timeAt(offset),
    trace: trace ?? {
      traceparent: `00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-01`,
      tracestate: null,
    },
  };
}

/** Writes the completion of a submission at this place. */
function complete(
  history: History,
  { userId, actAs, commandId, submissionId, externalHash, deduplication = { Empty: {} } }: Names,
  { offset, updateId, synchronizerId, recordTime, trace }: ReturnType<typeof placeNext>,
  status: Completion['status'],
): void {
  const submitted = { userId, actAs, commandId, submissionId, deduplication };
  const placed = { offset, updateId, synchronizerId, recordTime, trace };
  const hash = externalHash === undefined ? {} : { externalHash };
  history.complete({ ...placed, ...submitted, ...hash, status, cost: COST });
}

function key({ userId, commandId, actAs }: Names): string {
  return JSON.stringify([userId, commandId, [...actAs].sort()]);
}

function rejectRepeat(history: History, names: Names): void {
  if (!history.accepted.has(key(names))) return;
  throw new LedgerError('DUPLICATE_COMMAND', 6, 'A command of this id was accepted before.', {
    resources: [['COMMAND_ID', names.commandId]],
  });
}

function accept(
  history: History,
  names: Names,
  update: TransactionUpdate | ReassignmentUpdate,
): void {
  history.accepted.add(key(names));
  complete(history, names, update, { code: 0, message: '' });
}

function counterOf(
  history: History,
  { contract, kind }: Omit<MoveIntent, 'reassignmentId'>,
): number {
  const tracked = history.contracts.get(contract.id);
  const before = tracked === undefined ? undefined : placeAt(tracked, history.end)?.last?.counter;
  return (before ?? 0) + (kind === 'unassign' ? 1 : 0);
}
