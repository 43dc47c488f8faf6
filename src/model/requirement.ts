/** What must hold, and how a response is judged. */
import type { Level } from '../contract/contract.ts';
import type { CompleteExchange, Exchange } from './exchange.ts';
import type { Probe } from './probe.ts';
import type { FailsWhen, Finding } from './report.ts';

/** A finding of a relation. The judge takes the exchanges out: they are no part of the report. */
export interface RelationFinding extends Finding {
  /** Those that are compared; all of the case unless given. */
  readonly exchanges?: readonly Exchange[];
  /** The one to blame, where the judge would choose another one of them. */
  readonly exchange?: Exchange;
}

/**
 * What a check shows about one exchange: findings (none = it conforms), `undefined` = this exchange shows
 * nothing about me, `'inapplicable'` = the response is right and lacks the optional part that I am about.
 */
export type CheckResult = readonly RelationFinding[] | undefined | 'inapplicable';

/** What is known of a failure when its likely cause is named. */
export interface Found {
  readonly finding: Finding;
  readonly exchange: Exchange | undefined;
  readonly when: FailsWhen | undefined;
}

/** What is likely wrong, and what to do about it, where something of this kind is found. */
export interface LikelyCause {
  readonly when: (found: Found) => boolean;
  readonly cause: string;
  /** That of the requirement unless given. */
  readonly fix?: string;
}

/** What a relation keeps of the earlier cases of its run. */
export type Memory = Set<string>;

interface RequirementBase {
  /** `<surface>/<operation>/<rule>`: stable words, never positions. */
  readonly id: string;
  readonly level: Level;
  /** Why the level differs from that of the same rule elsewhere. */
  readonly levelReason?: string;
  /** The id of a clause in specs/clauses.yaml. */
  readonly clause: string;
  /** What the target must do, in one sentence. */
  readonly statement: string;
  /** What is likely wrong where it fails, in one sentence, unless one of `causes` fits what was found. */
  readonly cause?: string;
  /** For rules that fail in different ways; the first that fits counts. */
  readonly causes?: readonly LikelyCause[];
  /** What the operator of the target does about it, in one or two sentences. */
  readonly fix?: string;
  /**
   * Rules without which this one cannot hold, by name on the same operation or as `operation/name`: where one of
   * them fails in the same way, this failure is its consequence.
   */
  readonly followsFrom?: readonly string[];
  /** Whose exchanges are judged. Requirements on the same probe share its exchanges. */
  readonly probes: readonly Probe[];
  /** Counts only where the control of the probe was accepted in the same run. */
  readonly withControl?: true;
  /**
   * Compares a request with a changed one. A failure that the plain request shows as well is then not its
   * own: the target's responses differ by themselves.
   */
  readonly comparative?: true;
  /**
   * One exchange decides it, whatever its sender and purpose: recorded traffic is judged by it, and all that a run
   * sends beside its cases. A function decides which exchanges it is about.
   */
  readonly anyTraffic?: true | ((exchange: CompleteExchange) => boolean);
  /** Why nothing was conclusive, where responses came that the requirement is about: it is then no 'inapplicable'. */
  readonly inconclusiveBecause?: string;
  /**
   * A finding proves itself: seen once, it counts, whether or not it comes back. It is looked for in every
   * case that may hold a request to the operation, whatever the case is about.
   */
  readonly proof?: 'once';
  /** About internal server errors: where these come at random, it stands for all that fails by them. */
  readonly aboutCrashes?: true;
}

/**
 * A clause plus how it is tested: judged on each exchange; on each request of a client, by a function that is made
 * anew for each recording and may remember earlier ones (`watch`); as a relation between the exchanges of a case,
 * or by the engine: `response` (each request gets one), `completeness` (no response is lost at random),
 * `presence` (the operation is there at all).
 */
export type Requirement = RequirementBase &
  /** `accepted`: the control of the probe was. */
  (
    | { readonly check: (exchange: CompleteExchange, accepted: boolean) => CheckResult }
    | { readonly watch: () => (exchange: Exchange) => CheckResult }
    | { readonly relation: (exchanges: readonly CompleteExchange[], memory: Memory) => CheckResult }
    | { readonly expects: 'response' | 'completeness' | 'presence' }
  );

/** True for a requirement that the engine decides by this. */
export function expects(
  requirement: Requirement,
  what: 'response' | 'completeness' | 'presence',
): boolean {
  return 'expects' in requirement && requirement.expects === what;
}
