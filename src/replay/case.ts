/** A requirement with only one case, which a report names. */
import fc from 'fast-check';
import { InputError } from '../input/error.ts';
import {
  type Call,
  type CaseGroup,
  type Fixtures,
  judgesAnyProbe,
  PRESENCE,
  type Probe,
  type Purpose,
  purposeIn,
  purposeText,
  type Requirement,
  type Step,
  type Surface,
} from '../model/index.ts';
import { caseAt, derivedSeed } from '../plan/plan.ts';
import { suggestion } from '../plan/suggestion.ts';

/** The path of a failure that presence probes showed. */
export const PRESENCE_PATH = purposeText(PRESENCE);

/** The purpose of a request of a case. */
export interface CasePath extends Purpose {
  readonly probe: string;
  readonly group: string;
  readonly index: string;
}

export interface CaseOptions {
  /** The run's seed, from which the values follow. */
  readonly seed: number;
  /** The number of copies of the case; one by default. */
  readonly copies?: number;
  /**
   * The requests right before it, with the fixtures at the time of the plan. For copies they are sent zero times, once
   * or twice, so that no counter of the server keeps step.
   */
  readonly before?: (fixtures: Fixtures) => readonly Call[];
  /** Called if the fixtures at the time of the plan give no such case. */
  readonly onMissing: (problem: string) => void;
}

/** The case that a path names; `undefined` if it names none. */
export function casePath(path: string): CasePath | undefined {
  const found = purposeIn(path);
  return found?.kind === 'case' && found.step === undefined && isOfCase(found) ? found : undefined;
}

function isOfCase(purpose: Purpose): purpose is CasePath {
  return purpose.group !== undefined;
}

/**
 * The probe with only these cases. They are found when the plan is made, because their values depend on fixtures that
 * discovery may have to find.
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

/** The case group with requests before the first one of each case, in one of these numbers. */
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

/** The case before shrinking; `undefined` for one that was not shrunk. */
export function originalOf(path: CasePath): CasePath | undefined {
  const [index = ''] = path.index.split(':');
  return index === path.index ? undefined : { ...path, index };
}

/** The requirement, judged by presence probes only. */
export function onlyPresenceProbes(requirement: Requirement): Requirement {
  const probes = requirement.probes.map((p) => ({ ...p, caseGroups: () => [] }));
  return withProbes(requirement, probes);
}

/** The requirement, or those of its rows that have one, with these probes in place of those with their ids. */
export function withProbes(requirement: Requirement, probes: readonly Probe[]): Requirement {
  if (!('rows' in requirement)) return { ...requirement, probes };
  const rows = requirement.rows.flatMap((row) => {
    const ids = new Set(row.probes.map(({ id }) => id));
    const own = probes.filter(({ id }) => judgesAnyProbe(row) || ids.has(id));
    return own.length > 0 ? [withProbes(row, own)] : [];
  });
  return { ...requirement, probes, rows };
}

/** A case group with only this case, repeated. */
function theCase(probe: Probe, fixtures: Fixtures, path: CasePath, seed: number): CaseGroup {
  const { group: label, index } = path;
  const name = purposeText(path);
  const caseGroups = probe.caseGroups(fixtures);
  const found = caseGroups.find((caseGroup) => caseGroup.label === label);
  if (found === undefined) {
    const labels = caseGroups.map((caseGroup) => caseGroup.label);
    const known = suggestion(label, labels);
    throw new InputError(`${name}: ${probe.id} has no part ${label}.${known}`);
  }
  try {
    const steps = caseAt(found, derivedSeed(seed, `${probe.id}#${label}`), index);
    return { label, requests: steps.length, cases: found.cases.map(() => steps) };
  } catch {
    throw new InputError(
      `${name}: no case has these values. Use the seed, the fixtures and the version of Assay that the report names.`,
    );
  }
}

/** The request of each step, such as `allocation-v1/withdraw/malformed-json#cut-off@0/0`; unknown ones are left out. */
export function requestsOf(
  names: readonly string[],
  surface: Surface,
  fixtures: Fixtures,
  seed: number,
): readonly Call[] {
  return names.flatMap((name) => stepOf(name, surface, fixtures, seed) ?? []);
}

/** The valid request to the operation of a probe: it clears state that an earlier rejection left behind. */
export function plainRequest(
  probeId: string,
  surface: Surface,
  fixtures: Fixtures,
): readonly Call[] {
  const probe = surface.requirements.flatMap((r) => r.probes).find(({ id }) => id === probeId);
  const presence = surface
    .presenceProbes(fixtures)
    .find(({ operation }) => operation === probe?.operation);
  return presence?.control ? [presence.control] : [];
}

function stepOf(
  name: string,
  surface: Surface,
  fixtures: Fixtures,
  seed: number,
): Call | undefined {
  const path = purposeIn(name);
  if (path === undefined) return undefined;
  if (!isOfCase(path)) return presenceRequest(path, surface, fixtures);
  const probe = surface.requirements.flatMap((r) => r.probes).find((p) => p.id === path.probe);
  const group = probe?.caseGroups(fixtures).find(({ label }) => label === path.group);
  if (probe === undefined || group === undefined) return undefined;
  try {
    const steps = caseAt(group, derivedSeed(seed, `${probe.id}#${group.label}`), path.index);
    const found = steps[path.step ?? steps.length];
    if (typeof found === 'function') return undefined;
    return path.before === undefined ? found : found?.before?.[path.before];
  } catch {
    return undefined;
  }
}

/** A request that finds out whether an operation is served. */
function presenceRequest(
  { probe: operation, about = '' }: Purpose,
  { presenceProbes }: Surface,
  fixtures: Fixtures,
): Call | undefined {
  const probe = presenceProbes(fixtures).find((one) => one.operation.name === operation);
  if (about.startsWith('control')) return probe?.control;
  if (about.startsWith('absent')) return probe?.unknownPath;
  return about === 'unknown' ? probe?.unknownResource : undefined;
}
