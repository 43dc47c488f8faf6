import type { Exchange, Finding, Requirement } from '../model/index.ts';

/** What one requirement shows about one case. */
export interface Observation {
  readonly requirement: Requirement;
  /** Exchanges that were looked at, that were conclusive, and that conform without the optional part. */
  readonly exchanges: number;
  readonly conclusive: number;
  readonly notApplicable: number;
  readonly findings: readonly Finding[];
  /** The exchange that the first finding is about. */
  readonly culprit: Exchange | undefined;
  /** A check threw: trouble of the kit, never of the target. */
  readonly fault: string | undefined;
}
