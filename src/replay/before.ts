/** Finds the requests that a report names before a failure. */
import type { Call, Fixtures, Surface } from '../model/index.ts';
import { caseAt, derivedSeed } from '../plan/plan.ts';
import { casePath } from './case.ts';

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
  const [, text = '', step = ''] = /^(.+)\/(\d+)(?:[!+~].*)?$/.exec(name) ?? [];
  const path = casePath(text);
  if (path === undefined) return presenceRequest(name, surface, fixtures);
  const probe = surface.requirements.flatMap((r) => r.probes).find((p) => p.id === path.probe);
  const group = probe?.caseGroups(fixtures).find(({ label }) => label === path.caseGroup);
  if (probe === undefined || group === undefined) return undefined;
  try {
    const steps = caseAt(group, derivedSeed(seed, `${probe.id}#${group.label}`), path.at);
    const found = steps[Number(step)];
    return typeof found === 'function' ? undefined : found;
  } catch {
    return undefined;
  }
}

/** `allocation-v1/withdraw/presence/control` and the like. */
function presenceRequest(
  name: string,
  { presenceProbes }: Surface,
  fixtures: Fixtures,
): Call | undefined {
  const [, operation, kind = ''] = /^(.+)\/presence\/([a-z-]+)/.exec(name) ?? [];
  const probe = presenceProbes(fixtures).find((one) => one.operation.name === operation);
  if (kind.startsWith('control')) return probe?.control;
  if (kind.startsWith('absent')) return probe?.unknownPath;
  return kind.startsWith('unknown') ? probe?.unknownResource : undefined;
}
