import type { Exchange, Finding, Requirement } from '../model/index.ts';

/** The result of one requirement for one case. */
export interface Observation {
  readonly requirement: Requirement;
  /** The numbers of exchanges: checked ones, conclusive ones, and those that conform without the optional part. */
  readonly exchanges: number;
  readonly conclusive: number;
  readonly notApplicable: number;
  readonly findings: readonly Finding[];
  /** The exchange that the first finding is about. */
  readonly culprit: Exchange | undefined;
  /** The error of a check that threw: a defect of the kit, never of the target. */
  readonly fault: string | undefined;
}
