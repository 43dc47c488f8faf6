/** The options of a run. */

import type { Renewal } from '../exchange/renewal.ts';
import type { ProxyFor, Trust } from '../exchange/way.ts';
import type { Progress } from '../judge/judge.ts';
import type {
  Allowance,
  Exchange,
  Fixtures,
  GivenFixture,
  Level,
  Profile,
  Surface,
  Verdict,
} from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import type { Shard } from '../shards/divide.ts';

/** Requests under way at most, unless the options name another number. */
export const CONCURRENCY = 16;

/** The least share of the planned MUST requirements that has to be judged, in percent, unless the options name one. */
export const MIN_JUDGED = 50;

export interface RunOptions {
  readonly surface: Surface;
  readonly url: URL;
  /** What the operator calls the target, for the report. */
  readonly name?: string | undefined;
  /** Missing lists count as empty. */
  readonly fixtures?: Partial<Fixtures>;
  /** The place of a given fixture, such as `fixtures.yaml:4`. */
  readonly placeOf?: (fixture: GivenFixture) => string | undefined;
  /** By default DEFAULT_SEED; a new one if the run makes objects, because their names follow from it. */
  readonly seed?: number;
  /** Cases of a probe of share 1. */
  readonly runs?: number;
  /** The size of the run; by default `full`. */
  readonly profile?: Profile;
  /** The APIs that the surface was narrowed to, for the record. */
  readonly api?: readonly string[] | undefined;
  /** The options of the command line that makes this run, for the record. */
  readonly commandOptions?: readonly string[] | undefined;
  readonly only?: string | undefined;
  readonly level?: Level | undefined;
  /** Groups of rules that are left out. */
  readonly without?: readonly string[] | undefined;
  /** Judges only this part of what is selected; the same options with the other parts judge the rest. */
  readonly shard?: Shard | undefined;
  /** The allowed effects; by default none. */
  readonly allowed?: Allowance;
  readonly ratePerSecond?: number | undefined;
  /** Requests of the whole run at most. */
  readonly maxRequests?: number | undefined;
  /** Requests beyond the plan at most; half of what the offered operations get, and at least 200, unless given. */
  readonly hunt?: number | undefined;
  /**
   * The least share of the planned MUST requirements that has to be judged, from 0 to 100 percent; 50 unless given. A
   * shard has none: the merged report has it.
   */
  readonly minJudged?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** How much longer a request that got no response in time is waited for when it is repeated; 30 s unless given. */
  readonly patienceMs?: number | undefined;
  /** The longest pause while the target refuses all requests; two minutes unless given. */
  readonly awayMs?: number | undefined;
  /** The most requests in flight; 16 by default. Fewer if the target takes few connections. */
  readonly concurrency?: number | undefined;
  /** The accepted certificates; by default those of the system's authorities. */
  readonly trust?: Trust | undefined;
  /** The forward proxy on the way to a URL; by default none. */
  readonly proxy?: ProxyFor | undefined;
  /** The target took no connection, or did not respond in time, when a request was sent before the run. */
  readonly silentBefore?: true | undefined;
  /** Exchanges that prepared the run: they are recorded, and count. */
  readonly before?: readonly Exchange[];
  /** Requests that were sent before the run; those of `before` unless given. */
  readonly sentBefore?: number | undefined;
  /** False for a target that shows its changes at once: what may show later is not waited for. */
  readonly eventualConsistency?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values that must not appear in any artefact. */
  readonly secrets?: readonly string[];
  /** The renewal of the credential in the headers. */
  readonly renewal?: Renewal | undefined;
  /** The folder in which exchanges are written as they come, so that a killed run can be judged. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
  /** Called with a sentence when the run waits for the target, or sends less at a time. */
  readonly onNotice?: (text: string) => void;
  /** Called with the plan, and the requests that were sent before it could be made. */
  readonly onPlan?: (plan: Plan, sent: number) => void;
  /** Called with the part of the plan that the target offers, and the requests before the plan. */
  readonly onOffered?: (part: Plan, sent: number) => void;
  readonly onProgress?: (progress: Progress) => void;
  /** Called when a failure is confirmed, and again when its request became smaller. */
  readonly onFailure?: (failed: Verdict) => void;
}
