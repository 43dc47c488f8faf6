/** Requirements, and how they judge responses. */
import type { Level } from '../contract/contract.ts';
import type { Call, CompleteExchange, Exchange } from './exchange.ts';
import type { Pattern } from './pattern.ts';
import type { Probe } from './probe.ts';
import type { Distinction, FailsWhen, Finding } from './report.ts';

/** A finding of a relation. The judge removes the exchanges, which are not part of the report. */
export interface RelationFinding extends Finding {
  /** The compared exchanges; by default all of the case. */
  readonly exchanges?: readonly Exchange[];
  /** The exchange to blame, if the judge would choose another one of them. */
  readonly exchange?: Exchange;
}

/**
 * The result of a check of one exchange: findings (none: it conforms), `undefined` (the exchange is inconclusive), or
 * `'inapplicable'` (the response is right and lacks the optional part that the rule is about).
 */
export type CheckResult = readonly RelationFinding[] | undefined | 'inapplicable';

/** The facts about a failure that decide its likely cause. */
export interface Found {
  readonly finding: Finding;
  readonly exchange: Exchange | undefined;
  readonly when: FailsWhen | undefined;
  /** True if it was shown to get the response to an earlier request. */
  readonly isKept?: boolean | undefined;
  /** What the other responses of the run show about it. */
  readonly pattern?: Pattern | undefined;
  /** What only the failing requests have. */
  readonly only?: Distinction | undefined;
}

/** The likely cause of certain findings, and its fix. */
export interface LikelyCause {
  readonly when: (found: Found) => boolean;
  /** A text, or how to write it for what was found. */
  readonly cause: string | ((found: Found) => string);
  /** By default the fix of the requirement. */
  readonly fix?: string | ((found: Found) => string);
}

/** Values that a relation keeps from earlier cases of its run. */
export type Memory = Set<string>;

interface RequirementBase {
  /** `<surface>/<operation>/<rule>`: stable words, never positions. */
  readonly id: string;
  readonly level: Level;
  /** Why the level differs from that of the same rule elsewhere. */
  readonly levelReason?: string;
  /** The group of rules that a run may leave out by this name; absent for a rule of every run. */
  readonly group?: string;
  /** The callers that cannot use the operation if it fails, such as `Web wallets`. */
  readonly blocks?: string;
  /** The id of a clause in specs/. */
  readonly clause: string;
  /** The duty of the target, in one sentence. */
  readonly statement: string;
  /** The likely cause of a failure, in one sentence, unless one of `causes` fits the findings. */
  readonly cause?: string;
  /** For rules that fail in different ways; the first match counts. */
  readonly causes?: readonly LikelyCause[];
  /** The fix for the operator of the target, in one or two sentences. */
  readonly fix?: string;
  /**
   * Rules that this one depends on, by name on the same operation or as `operation/name`, where an operation `*` is
   * any: if one of them fails in the same way, this failure is its consequence.
   */
  readonly followsFrom?: readonly string[];
  /** The probes whose exchanges are judged. Requirements on the same probe share its exchanges. */
  readonly probes: readonly Probe[];
  /** True if it counts only if the control of the probe was accepted in the same run. */
  readonly withControl?: true;
  /**
   * True if it compares a request with a changed one. If the plain request fails too, the responses of the target vary,
   * and the requirement does not fail.
   */
  readonly comparative?: true;
  /**
   * True if one exchange decides it, for any sender and purpose: it judges recorded traffic, and requests of a run
   * outside its cases. A function selects the exchanges.
   */
  readonly anyTraffic?: true | ((exchange: CompleteExchange) => boolean);
  /** True if its requests are good: it also fails if one outside its cases is refused and accepted at another time. */
  readonly ofGoodRequests?: true;
  /**
   * True if a request must be accepted because another one was. It also fails if such a request is refused in a case of
   * other requirements, or outside cases.
   */
  readonly mustBeAccepted?: (refused: Call, accepted: Call) => boolean;
  /** Compares the first response to a request with the second and the third one. */
  readonly atFirst?: (
    first: CompleteExchange,
    second: CompleteExchange,
    third: CompleteExchange,
  ) => CheckResult;
  /** Why responses that the requirement is about were inconclusive: it is then not 'inapplicable'. */
  readonly inconclusiveBecause?: string;
  /** True if a single finding is proof, even if it does not come back. */
  readonly proof?: 'once';
  /** True for a rule about internal server errors: if they are random, only this rule fails. */
  readonly aboutCrashes?: true;
}

/**
 * A clause and its test. The test judges each exchange; each request of a client, by a function that is made for each
 * recording and may remember earlier requests (`watch`); or the exchanges of a case, as a relation. Or the engine
 * judges: `response` (each request gets one), `completeness` (no response is lost at random), `presence` (the operation
 * exists). Or several rules judge it, its rows.
 */
export type Requirement = RequirementBase &
  /** `accepted`: the control of the probe was accepted. */
  (
    | { readonly check: (exchange: CompleteExchange, accepted: boolean) => CheckResult }
    | { readonly watch: () => (exchange: Exchange) => CheckResult }
    | { readonly relation: (exchanges: readonly CompleteExchange[], memory: Memory) => CheckResult }
    | { readonly expects: 'response' | 'completeness' | 'presence' }
    | { readonly rows: readonly Requirement[] }
  );

/**
 * What judges exchanges: the rows of a requirement with several ways to break it, such as wrong requests of one kind, or
 * the requirement itself. Each row has its own id, probes, clause and advice.
 */
export function rulesOf(requirement: Requirement): readonly Requirement[] {
  return 'rows' in requirement ? requirement.rows : [requirement];
}

/** True if an exchange of any probe may decide it. */
export function judgesAnyProbe({ anyTraffic, mustBeAccepted }: Requirement): boolean {
  return anyTraffic !== undefined || mustBeAccepted !== undefined;
}

/** The part that is wrong on purpose in all requests that it judges; absent if some are valid, or wrong in another part. */
export function wrongIn(requirement: Requirement): Probe['wrong'] {
  const parts = new Set(
    rulesOf(requirement).flatMap(({ probes }) => probes.map((one) => one.wrong)),
  );
  const [part, ...others] = parts;
  return others.length === 0 ? part : undefined;
}

/** Every rule of these requirements. */
export function rulesIn({ requirements }: { requirements: readonly Requirement[] }): Requirement[] {
  return requirements.flatMap(rulesOf);
}

/** The rule of a requirement that a finding names. */
export function ruleOf(requirement: Requirement, { row }: Pick<Finding, 'row'>): Requirement {
  return rulesOf(requirement).find(({ id }) => id === row) ?? requirement;
}

/** True for a requirement that the engine decides in this way. */
export function expects(
  requirement: Requirement,
  what: 'response' | 'completeness' | 'presence',
): boolean {
  return 'expects' in requirement && requirement.expects === what;
}
