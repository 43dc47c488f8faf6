/** A requirement with one case that a report names, and nothing else. */
import fc from 'fast-check';
import { InputError } from '../input/error.ts';
import type { Call, CaseGroup, Fixtures, Probe, Requirement, Step } from '../model/index.ts';
import { caseAt, derivedSeed } from '../plan/plan.ts';
import { suggestion } from '../plan/suggestion.ts';

/** The path of a failure that was seen before anything else was sent. */
export const PRESENCE = 'presence';

/** `<probe>#<group>@<at>`, taken apart. */
export interface CasePath {
  readonly path: string;
  readonly probe: string;
  readonly caseGroup: string;
  /** fast-check's path: a run index, and the steps of a shrink. */
  readonly at: string;
}

export interface CaseOptions {
  /** The run's seed, from which the values follow. */
  readonly seed: number;
  /** The number of copies of the case; one by default. */
  readonly copies?: number;
  /**
   * What has to be sent right before it, with the fixtures that are known when the plan is made. Before copies it goes
   * out never, once or twice: so nothing that counts requests keeps step with them.
   */
  readonly before?: (fixtures: Fixtures) => readonly Call[];
  /** Called when the fixtures that are known when the plan is made have no such case. */
  readonly onMissing: (problem: string) => void;
}

/** Takes a case's path apart; `undefined` when it is none. */
export function casePath(path: string): CasePath | undefined {
  const [, probe, caseGroup, at] = /^([^#]+)#(.*)@(\d+(?::\d+)*)$/.exec(path) ?? [];
  if (probe === undefined || caseGroup === undefined || at === undefined) return undefined;
  return { path, probe, caseGroup, at };
}

/**
 * The probe with these cases in place of all others. They are found when the plan is made, because their values follow
 * from the fixtures, which may have to be discovered first.
 */
export function onlyCases(
  probe: Probe,
  cases: readonly (CaseOptions & { readonly path: CasePath })[],
): Probe {
  return {
    ...probe,
    weight: 0,
    minimum: cases.reduce((sum, { copies = 1 }) => sum + copies, 0),
    caseGroups: (fixtures) =>
      cases.flatMap(({ path, seed, copies = 1, before, onMissing }) => {
        try {
          const group = theCase(probe, fixtures, path, seed);
          return [withBefore(group, before?.(fixtures) ?? [], copies > 1 ? [0, 1, 2] : [1])];
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          onMissing(error.message);
          return [];
        }
      }),
  };
}

/** The case group with requests before the first one of each case, one of these numbers of times. */
function withBefore(
  group: CaseGroup,
  requests: readonly Call[],
  times: readonly number[],
): CaseGroup {
  if (requests.length === 0) return group;
  const cases = fc
    .tuple(group.cases, fc.constantFrom(...times))
    .map(([[first, ...others], count]): readonly Step[] => {
      const before = Array.from({ length: count }, () => requests).flat();
      const begin =
        first === undefined || typeof first === 'function' ? [] : [{ ...first, before }];
      return [...begin, ...others];
    });
  const most = requests.length * Math.max(...times);
  return { ...group, requests: (group.requests ?? 1) + most, cases };
}

/** The case from which a shrink began; `undefined` for one that was not made smaller. */
export function originalOf(path: CasePath): CasePath | undefined {
  const [at = ''] = path.at.split(':');
  return at === path.at ? undefined : { ...path, at };
}

/** The requirement as the presence probes alone decide it. */
export function onlyPresenceProbes(requirement: Requirement): Requirement {
  const probes = requirement.probes.map((p) => ({
    ...p,
    share: 0,
    least: 0,
    caseGroups: () => [],
  }));
  return { ...requirement, probes };
}

/** A case group whose cases all are this one: a run of it names paths that the operator did not choose. */
function theCase(
  probe: Probe,
  fixtures: Fixtures,
  { path, caseGroup: label, at }: CasePath,
  seed: number,
): CaseGroup {
  const caseGroups = probe.caseGroups(fixtures);
  const found = caseGroups.find((caseGroup) => caseGroup.label === label);
  if (found === undefined) {
    const labels = caseGroups.map((caseGroup) => caseGroup.label);
    const known = suggestion(label, labels);
    throw new InputError(`${path}: ${probe.id} has no part ${label}.${known}`);
  }
  try {
    const steps = caseAt(found, derivedSeed(seed, `${probe.id}#${label}`), at);
    return { label, requests: steps.length, cases: found.cases.map(() => steps) };
  } catch {
    throw new InputError(
      `${path}: these values have no case there. Use the seed, the fixtures and the version of Assay that the report names.`,
    );
  }
}
