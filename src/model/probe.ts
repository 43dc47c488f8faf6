/** Probes, their case groups, and the effects of requests. */
import type { Arbitrary } from 'fast-check';
import type { Effect, Operation } from '../contract/contract.ts';
import type { Call, Exchange } from './exchange.ts';
import type { FixtureName, Fixtures } from './fixtures.ts';

/** A later request of a case, built from the exchanges before it; `undefined` ends the case. */
export type Step = Call | ((before: readonly Exchange[]) => Call | undefined);

/** A named part of a probe. Each part gets at least one case; random cases are distributed among the parts in turn. */
export interface CaseGroup {
  readonly label: string;
  /** True for one of several alternatives: it has one case, for any number of runs. */
  readonly once?: true;
  /** The requests of one case; one by default. */
  readonly requests?: number;
  /** One case: the requests that belong together, in order. */
  readonly cases: Arbitrary<readonly Step[]>;
}

/**
 * The effect of a request. `undecodable` requests go to an operation that changes something, and have no effect even if
 * a server ignores every error in them and executes them completely.
 */
export type RequestClass = Effect | 'undecodable';

/** The effects that the operator allows. */
export type Allowance = Readonly<Record<Exclude<RequestClass, 'read'>, boolean>>;
export const READ_ONLY: Allowance = { undecodable: true, reversible: false, irreversible: false };

/** Allows everything, for a server that exists only in this process. */
export const EVERYTHING: Allowance = { undecodable: true, reversible: true, irreversible: true };

/** The size of a run: `quick` divides shared alternatives among the operations that have them. */
export const PROFILES = ['full', 'quick'] as const;
export type Profile = (typeof PROFILES)[number];

/** A part of paths and ids that no target knows. */
export const NOWHERE = 'assay-knows-no-such-path';

/** Malformed JSON. A parser that repairs it, or reads it as an empty object, finds no member of an operation. */
export const UNREADABLE = '{"assay":';

/** JSON that no operation accepts, and that a server may read as an empty object. */
export const EMPTY_LIST = '[]';

/** Bytes that are not an archive. */
export const NO_ARCHIVE = 'no archive';

/** A named family of requests to one operation. */
export interface Probe {
  /** `allocation-v1/withdraw/unknown-id`: unique in a catalogue. */
  readonly id: string;
  readonly operation: Operation;
  /** The requests, in one clause without a full stop. */
  readonly sends: string;
  /** The requests of each case group, if their labels name the differences. */
  readonly eachSends?: string;
  /** What is sent at each step, if the steps of a case differ in kind: for the step that is blamed. */
  readonly sendsAt?: readonly string[];
  /** Without these fixtures the probe is not sent and its requirements are `untested: missing-fixture`. */
  readonly needs?: FixtureName | readonly FixtureName[];
  /** With this fixture the responses show more; without it the probe is still sent. */
  readonly betterWith?: FixtureName;
  readonly caseGroups: (fixtures: Fixtures) => readonly CaseGroup[];
  /** `--runs N` sends N × share random cases, distributed among the case groups that are not sent once. */
  readonly weight: number;
  /** The least number of random cases, if it exceeds one for each case group. */
  readonly minimum?: number;
  /** The quick profile sends at least this many of its case groups; one by default. */
  readonly quick?: number;
  /** This many calls of a case are sent one by one; the others are then sent together. */
  readonly concurrentAfter?: number;
  /** This many are sent together, and those after them one by one again; all others by default. */
  readonly concurrent?: number;
  /** True if the probe is sent while no other request is in flight, so that its requests stay consecutive. */
  readonly alone?: true;
  /** The request is wrong on purpose. `schema`: its body breaks the schema, checked again on the sent bytes. */
  readonly wrong?: 'schema' | 'identifier' | 'framing';
  /** True if a server may reject its requests, though they are not wrong. */
  readonly mayBeRejected?: true;
  /** The valid request, one change away, that must be accepted for a rejection to count. */
  readonly control?: (fixtures: Fixtures) => Call | undefined;
  /** The plainest request with the meaning of a valid one: the base of comparative requirements. */
  readonly baseline?: (call: Call) => Call;
  /** True if its further requests disturb the first one, or spell it otherwise: the baseline of a case is the first one each time. */
  readonly variesFirst?: true;
  /** The strongest effect of its requests; `read` unless given. */
  readonly effect?: RequestClass;
  /** True if its responses are about credentials: for other probes 401 and 403 are inconclusive. */
  readonly aboutCredentials?: true;
  /** True if its relations handle 401 and 403 themselves, so that the other responses still count. */
  readonly checksCredentials?: true;
  /** Why the probe is not applicable to a target with these fixtures; `undefined` if it is. */
  readonly notApplicableWhen?: (fixtures: Fixtures) => string | undefined;
  /** True if its relations compare several operations; otherwise requests to other operations only prepare. */
  readonly acrossOperations?: true;
}

/** The fixtures that a probe needs. */
export function needsOf({ needs = [] }: Pick<Probe, 'needs'>): readonly FixtureName[] {
  return typeof needs === 'string' ? [needs] : needs;
}
