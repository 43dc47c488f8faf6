/** The updates of the reference ledger as it keeps them. Every response is a projection of these. */
import type { Contract, Move } from '../contracts/model.ts';
import type { Values } from '../contracts/templates.ts';
import { fingerprint } from '../ids.ts';

/** A node of a transaction. `witnesses` are those who see it because they see it or a node above it. */
export interface CreateNode {
  readonly kind: 'create';
  readonly nodeId: number;
  readonly contract: Contract;
  readonly witnesses: readonly string[];
}

export interface ExerciseNode {
  readonly kind: 'exercise';
  readonly nodeId: number;
  /** The last node below this one; its own id when there is none. */
  readonly lastDescendant: number;
  readonly contract: Contract;
  readonly choice: string;
  readonly argument: Values;
  readonly result: unknown;
  readonly acting: readonly string[];
  readonly consuming: boolean;
  /** True when the choice was reached through the interface. */
  readonly throughInterface: boolean;
  readonly witnesses: readonly string[];
}

export type Node = CreateNode | ExerciseNode;

export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate: string | null;
}

interface Placed {
  readonly offset: number;
  readonly updateId: string;
  readonly synchronizerId: string;
  readonly recordTime: string;
  readonly trace: TraceContext;
}

interface Submitted extends Placed {
  readonly commandId: string;
  readonly workflowId: string;
  /** Who submitted; only they see the command id and the cost. */
  readonly actAs: readonly string[];
  readonly cost: number;
}

export interface TransactionUpdate extends Submitted {
  readonly kind: 'transaction';
  readonly effectiveAt: string;
  /** In the order of their ids. */
  readonly nodes: readonly Node[];
  /** The hash that was signed outside, in base64. */
  readonly externalHash?: string;
}

export interface ReassignmentUpdate extends Submitted {
  readonly kind: 'reassignment';
  readonly moves: readonly Move[];
}

/** What happened to the hosting of a party. */
export interface Authorization {
  readonly kind: 'Added' | 'Changed' | 'Onboarding' | 'Revoked';
  readonly party: string;
  readonly participant: string;
  readonly permission: 'SUBMISSION' | 'CONFIRMATION' | 'OBSERVATION';
}

export interface TopologyUpdate extends Placed {
  readonly kind: 'topology';
  readonly authorizations: readonly Authorization[];
}

export type Update = TransactionUpdate | ReassignmentUpdate | TopologyUpdate;

/** The outcome of one submission. A rejected one has no update. */
export interface Completion {
  readonly offset: number;
  readonly userId: string;
  readonly actAs: readonly string[];
  readonly commandId: string;
  readonly submissionId: string;
  readonly updateId: string;
  readonly status: { readonly code: number; readonly message: string };
  readonly synchronizerId: string;
  readonly recordTime: string;
  readonly trace: TraceContext;
  /** In the ledger's JSON form of the choice between duration, offset and nothing. */
  readonly deduplication: unknown;
  readonly cost: number;
}

/** Ids of the contracts that a transaction both creates and ends: no change of the active contracts. */
export function transient(nodes: readonly Node[]): ReadonlySet<string> {
  const made = new Set(nodes.filter((n) => n.kind === 'create').map((n) => n.contract.id));
  return new Set(
    nodes
      .filter((n) => n.kind === 'exercise' && n.consuming && made.has(n.contract.id))
      .map((n) => n.contract.id),
  );
}

/** The id of the update at that offset. */
export function updateIdAt(offset: number): string {
  return fingerprint(`update ${offset}`);
}
