/** One example: a request to an operation, what the contract expects of it, and a response. */
import type { Operation } from '../contract/contract.ts';
import type { Call, HttpResponse, Probe, Requirement } from '../model/index.ts';

export interface Example {
  readonly operation: Operation;
  /** `good`: it must be accepted. `bad`: it must be rejected. */
  readonly kind: 'good' | 'bad';
  /** The name of the rule that it shows; unique among the examples of its kind and operation. */
  readonly name: string;
  /** What is sent, in one clause. */
  readonly sends: string;
  /** What is wrong with a bad request, if its probe says so; the body of `schema` breaks the request schema. */
  readonly wrong?: Probe['wrong'];
  /** Requests that prepare the target for it, in order. */
  readonly before: readonly Call[];
  readonly request: Call;
  /** The statuses with which the rules hold, of those that the document has for the operation. */
  readonly statuses: readonly number[];
  /** The rules that would be broken by the opposite response; empty for a plain valid request that no rule is about. */
  readonly rules: readonly ShownRule[];
  readonly response: HttpResponse;
}

/** A rule, and the requirement that it belongs to. */
export interface ShownRule {
  readonly rule: Requirement;
  readonly requirement: Requirement;
}
