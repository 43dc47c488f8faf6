/** What a run shows, before it is reported. */
import type { Exchange, FailsWhen, Finding, Outcome, Reason, Requirement } from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import type { Send } from './case.ts';
import type { Made, MadeLog } from './cleanup.ts';
import type { Evidence, Kept } from './evidence.ts';
import type { Offer } from './offer.ts';
import type { Reproduced } from './reproduce/trials.ts';
import type { Stopped } from './target.ts';

/** What the run is doing now. `sent` counts the requests of the plan, not repetitions. */
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
  /** How much longer a request that got no response in time is waited for when it is repeated. */
  readonly patienceMs?: number | undefined;
  readonly onProgress?: (progress: Progress) => void;
  /** Called when a failure is confirmed, and again when its request became smaller. No verdict follows from it. */
  readonly onFailure?: (failed: RequirementJudgement) => void;
  readonly signal?: AbortSignal;
  /** The requests carry a credential. */
  readonly hasToken?: boolean;
  /** The requests carry nothing that the operator gave, and so no credential. */
  readonly anonymous?: boolean;
  /** Sends what takes away again what the run made, even when the run was interrupted. */
  readonly sendAnyway?: Send;
  /** Gets what the run makes at the target before it is made. */
  readonly madeLog?: MadeLog | undefined;
  /** Ends requests at once where the target is known to be silent. */
  readonly guarding?: (send: Send) => Send;
  /** Exchanges that led to the plan; they are evidence too. */
  readonly evidence?: Evidence;
  /** Requests that were sent before the plan was made, and all that the run may send. */
  readonly sent?: number;
  readonly ceiling?: number;
}

/** The exchange that shows a failure. `seed` where the run's own does not give this case. */
export interface ShownCase {
  readonly exchange: Exchange;
  readonly path: string;
  readonly seed?: number | undefined;
  readonly reproduction?: Reproduced | undefined;
}

/** What a run shows about one requirement. */
export interface RequirementJudgement {
  readonly requirement: Requirement;
  readonly outcome: Outcome;
  readonly reason?: Reason;
  readonly note?: string;
  readonly when?: FailsWhen;
  readonly exchanges: number;
  readonly conclusive: number;
  readonly findings: readonly Finding[];
  readonly counterexample?: ShownCase;
  /** Cases that fail for another cause, each with its own findings. */
  readonly others?: readonly (ShownCase & Pick<RequirementJudgement, 'findings'>)[];
  readonly evidence: readonly number[];
  /** Requests that the shrink took; for benchmarks. */
  readonly shrinkRequests?: number;
}

/** What a run shows, requirement by requirement, before it is reported. */
export interface Judgement {
  readonly plan: Plan;
  readonly verdicts: readonly RequirementJudgement[];
  readonly evidence: readonly Kept[];
  /** False when not every exchange could be kept. */
  readonly complete: boolean;
  readonly made: readonly Made[];
  /** What the target serves, and what it has to serve. */
  readonly offer: Offer;
  readonly stopped?: Stopped;
  readonly notes: readonly string[];
  /** Why no request got a response; absent where one did. */
  readonly neverResponded?: string;
  /** Requests that were announced: the plan with what was sent before it, and the most that could be sent. */
  readonly planned: number;
  readonly ceiling: number;
  /** The requests that were under way when the target went away. */
  readonly suspects: readonly Exchange[];
}
