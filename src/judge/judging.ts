/** The form of a requirement that judges every exchange of a scan: made once for each list of requirements. */
import type { Exchange, Finding, Requirement } from '../model/index.ts';

export type Check = Extract<Requirement, { check: unknown }>['check'];
export type Relation = Extract<Requirement, { relation: unknown }>['relation'];

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

/** How a requirement judges, in one form for all of them: this is called for every exchange. */
export interface Judging {
  readonly requirement: Requirement;
  readonly withControl: boolean;
  readonly check: Check | undefined;
  readonly relation: Relation | undefined;
  /** The last observation without a finding: most cases of a probe have the same. */
  uneventful: Observation;
}

const judgings = new WeakMap<readonly Requirement[], readonly Judging[]>();

export function judgingOf(requirements: readonly Requirement[]): readonly Judging[] {
  let known = judgings.get(requirements);
  if (known === undefined) {
    known = requirements.map((requirement) => ({
      requirement,
      withControl: requirement.withControl === true,
      check: 'check' in requirement ? requirement.check : undefined,
      relation: 'relation' in requirement ? requirement.relation : undefined,
      uneventful: observationOf(requirement, 0, 0, 0),
    }));
    judgings.set(requirements, known);
  }
  return known;
}

export const NOTHING_FOUND: readonly Finding[] = [];

/** The last observation without a finding, or a new one with these counts. */
export function uneventful(
  judging: Judging,
  exchanges: number,
  conclusive: number,
  notApplicable: number,
): Observation {
  const { requirement, uneventful: last } = judging;
  const isSame =
    last.exchanges === exchanges &&
    last.conclusive === conclusive &&
    last.notApplicable === notApplicable;
  if (!isSame)
    judging.uneventful = observationOf(requirement, exchanges, conclusive, notApplicable);
  return judging.uneventful;
}

/** An observation without a finding. */
export function observationOf(
  requirement: Requirement,
  exchanges: number,
  conclusive: number,
  notApplicable: number,
): Observation {
  const nothing = { findings: NOTHING_FOUND, culprit: undefined, fault: undefined };
  return { requirement, exchanges, conclusive, notApplicable, ...nothing };
}
