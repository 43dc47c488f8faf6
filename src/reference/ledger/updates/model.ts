/** The stored updates of the reference ledger. Every response is a projection of them. */
import type { Contract, Move } from '../contracts/model.ts';
import type { Values } from '../contracts/values.ts';
import { fingerprint } from '../ids.ts';

/** A node of a transaction. `witnesses` are the parties that see this node or a node above it. */
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
  /** True if the choice was exercised through the interface. */
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
  /** The submitters. Only they see the command id and the cost. */
  readonly actAs: readonly string[];
  readonly cost: number;
}

export interface TransactionUpdate extends Submitted {
  readonly kind: 'transaction';
  readonly effectiveAt: string;
  /** In ascending order of their ids. */
  readonly nodes: readonly Node[];
  /** The hash that external parties signed, in base64. */
  readonly externalHash?: string;
}

export interface ReassignmentUpdate extends Submitted {
  readonly kind: 'reassignment';
  readonly moves: readonly Move[];
}

/** A change of the node that hosts a party. */
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
  /** In the ledger's JSON form: a duration, an offset or nothing. */
  readonly deduplication: unknown;
  readonly cost: number;
  /** The hash that external parties signed, in base64. */
  readonly externalHash?: string;
}

/** Ids of the contracts that a transaction creates and archives: the active contracts do not change. */
export function transient(nodes: readonly Node[]): ReadonlySet<string> {
  const made = new Set(nodes.filter((n) => n.kind === 'create').map((n) => n.contract.id));
  return new Set(
    nodes
      .filter((n) => n.kind === 'exercise' && n.consuming && made.has(n.contract.id))
      .map((n) => n.contract.id),
  );
}

export function updateIdAt(offset: number): string {
  return fingerprint(`update ${offset}`);
}
