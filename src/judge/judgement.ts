/** The results of a run before they are reported. */

import type { Silence } from '../availability/silence.ts';
import type { Share } from '../availability/timeline.ts';
import type {
  Distinction,
  Earlier,
  Exchange,
  FailsWhen,
  Finding,
  Kept,
  Outcome,
  Pattern,
  Purpose,
  Reason,
  Requirement,
  Send,
} from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import type { Made, MadeLog } from './cleanup.ts';
import type { Evidence } from './evidence.ts';
import type { Reproduced } from './experiment/trials.ts';
import type { Offer } from './offer.ts';
import type { Stopped } from './target.ts';

/** The current progress of a run. `sent` counts the requests of the plan, not repetitions. */
export interface Progress {
  readonly stage: 'scan' | 'confirm' | 'shrink';
  readonly operation: string;
  readonly sent: number;
  readonly planned: number;
  /** Requirements with findings that are not confirmed yet. */
  readonly suspected: number;
}

export interface JudgeOptions {
  readonly concurrency: number;
  /** Extra time to wait when a request without a response in time is repeated. */
  readonly patienceMs?: number | undefined;
  readonly onProgress?: (progress: Progress) => void;
  /** Called when a failure is confirmed, and again when its request became smaller. It cannot affect a verdict. */
  readonly onFailure?: (failed: RequirementJudgement) => void;
  /** Called with the part of the plan that the target offers, as soon as that is known. */
  readonly onOffered?: (part: Plan) => void;
  /** Gets what the operator should know at once, such as an internal error in Assay. */
  readonly onNotice?: (text: string) => void;
  readonly signal?: AbortSignal;
  /** Ends the scan at the first finding of such a requirement, which is then confirmed as always; for proofs. */
  readonly endsScan?: (suspected: Requirement) => boolean;
  /** The requests carry a credential. */
  readonly hasToken?: boolean;
  /** The requests carry nothing that the operator gave, and so no credential. */
  readonly anonymous?: boolean;
  /** Sends the undo requests, even if the run was interrupted. */
  readonly sendAnyway?: Send;
  /** Records each object before the run makes it. */
  readonly madeLog?: MadeLog | undefined;
  /** Ends requests at once if the target is known not to respond; it may have noticed this before the plan. */
  readonly silence?: Silence;
  /** Exchanges from before the plan; they are evidence too. */
  readonly evidence?: Evidence;
  /** The internal error in Assay that ended discovery, in words: what is missing then is not the target's. */
  readonly discoveryFault?: string | undefined;
  /** Requests sent before the plan was made, and the most that the run may send. */
  readonly sent?: number;
  readonly ceiling?: number;
}

/** The exchange that shows a failure. `seed` is present if the run's own seed does not yield this case. */
export interface ShownCase {
  readonly exchange: Exchange;
  readonly purpose: Purpose;
  /** Its position among the requests of its case, if that is known. */
  readonly step?: number;
  readonly seed?: number | undefined;
  readonly reproduction?: Reproduced | undefined;
  /** True if the operation accepts no valid request: what this one was sent for does not matter. */
  readonly isOfAny?: boolean;
}

/** The result of one requirement. */
export interface RequirementJudgement {
  readonly requirement: Requirement;
  readonly outcome: Outcome;
  readonly reason?: Reason;
  readonly note?: string;
  readonly when?: FailsWhen;
  readonly after?: Earlier | undefined;
  readonly pattern?: Pattern | undefined;
  /** How many responses are wrong, of those that it may be wrong in. */
  readonly share?: Share | undefined;
  readonly exchanges: number;
  readonly conclusive: number;
  readonly findings: readonly Finding[];
  /** The names of the failing cases; if there are many, those of their probes. */
  readonly failsIn?: readonly string[] | undefined;
  readonly only?: Distinction | undefined;
  readonly counterexample?: ShownCase;
  /** Cases that fail for other causes, each with its own findings. */
  readonly others?: readonly (ShownCase & Pick<RequirementJudgement, 'findings'>)[];
  readonly evidence: readonly number[];
  /** Requests that the shrink took; for benchmarks. */
  readonly shrinkRequests?: number;
}

/** The result of each requirement, before it is reported. */
export interface Judgement {
  readonly plan: Plan;
  readonly verdicts: readonly RequirementJudgement[];
  readonly evidence: readonly Kept[];
  /** False if not every exchange could be kept. */
  readonly complete: boolean;
  readonly made: readonly Made[];
  /** What the target serves, and what it has to serve. */
  readonly offer: Offer;
  readonly stopped?: Stopped;
  readonly notes: readonly string[];
  /** Fixtures that the operator gave for the selection and the target never found, such as `allocations[0]`. */
  readonly deadFixtures?: readonly string[];
  /** Why no request got a response; absent if one did. */
  readonly neverResponded?: string;
  /** Requests that were announced: the plan with the requests before it, and the ceiling. */
  readonly planned: number;
  readonly ceiling: number;
  /** The requests that were in flight when the target went away. */
  readonly suspects: readonly Exchange[];
}
