/** Divides shared alternatives among operations: among siblings in the full profile, among all in the quick one. */
import {
  type CaseGroup,
  type Fixtures,
  isEmpty,
  nameOf,
  type Probe,
  type Profile,
  type Surface,
} from '../model/index.ts';
import { caseGroupsOf, isUnbuilt } from './guarded.ts';

/** If only one operation has the alternatives, the quick profile sends the first ones. */
const MAX_OF_ONE = 4;

/** In the full profile each sibling sends at least this many case groups of each probe. */
const MIN_OF_SIBLING = 3;
/** A probe that is sent alone takes a turn for each request. */
const MIN_ALONE = 1;

/** True for a case group of a probe that costs no request. */
type IsFree = (probe: Probe, group: CaseGroup) => boolean;

/**
 * The case groups of each probe. Operations that share alternatives divide them, so that together they send all:
 * siblings of the surface in the full profile, all operations in the quick one. The quick profile sends random values
 * only if a probe has nothing else; of a surface with `quickCase` it sends short cases only, each rule at one operation,
 * and little to what is deprecated. What is free is never left out. The seed has no effect.
 */
export function sharedOut(
  probes: readonly Probe[],
  fixtures: Fixtures,
  profile: Profile,
  { siblings = () => undefined, quickCase }: Pick<Surface, 'siblings' | 'quickCase'>,
  isFree: IsFree,
): ReadonlyMap<Probe, readonly CaseGroup[]> {
  const alike = new Map<string, [Probe, readonly CaseGroup[]][]>();
  const parts = new Map<Probe, readonly CaseGroup[]>();
  const longest = profile === 'quick' ? quickCase : undefined;
  for (const probe of probes) {
    const family = siblings(probe.operation);
    if (profile === 'full' && family === undefined) continue;
    const all = caseGroupsOf(probe, fixtures);
    if (isUnbuilt(all)) continue;
    const fixed = all.filter(({ once }) => once);
    const caseGroups = profile === 'quick' && fixed.length > 0 ? fixed : all;
    const free = caseGroups.filter((one) => isFree(probe, one));
    parts.set(probe, free);
    // Which of them are free differs among the operations: all are divided, so that the same ones share.
    const divided =
      longest === undefined
        ? caseGroups
        : caseGroups.filter((one) => !free.includes(one) && isAtMost(longest, one));
    if (longest !== undefined && (divided.length === 0 || !isWorth(probe))) continue;
    const key = JSON.stringify([
      profile === 'full' && family,
      lacksFixture(probe, fixtures),
      nameOf(probe.id),
      ...(longest === undefined ? divided.map(({ label }) => label) : []),
    ]);
    alike.set(key, [...(alike.get(key) ?? []), [probe, divided]]);
  }
  for (const group of alike.values()) {
    for (const [turn, [probe, caseGroups]] of group.entries()) {
      const own = partFor(probe, caseGroups, [turn, group.length]);
      parts.set(probe, [...new Set([...(parts.get(probe) ?? []), ...own])]);
    }
  }
  return parts;

  function partFor(
    probe: Probe,
    caseGroups: readonly CaseGroup[],
    [turn, of]: readonly [turn: number, of: number],
  ): readonly CaseGroup[] {
    const free = parts.get(probe) ?? [];
    if (longest !== undefined) {
      const least = (probe.quick ?? 0) - free.length;
      return partOf(Math.max(0, least), of === 1 ? caseGroups.slice(0, 1) : caseGroups, turn, of);
    }
    const paid = caseGroups.filter((one) => !free.includes(one));
    if (of === 1) return profile === 'quick' ? firstOf(probe, paid) : caseGroups;
    const isSibling = siblings(probe.operation) !== undefined;
    // A case of several requests compares them: each alternative at one operation shows what they share.
    const isCostly = caseGroups.every(({ requests = 1 }) => requests > 1);
    const { quick = isSibling || isCostly ? 0 : 1 } = probe;
    // A minimum above one applies only to operations without siblings.
    const few = isSibling && quick > 1 ? 0 : quick;
    const least = profile === 'quick' ? few : probe.alone ? MIN_ALONE : MIN_OF_SIBLING;
    return partOf(least, caseGroups, turn, of);
  }
}

/** What is deprecated or optional may not be served, so that it gets few requests. */
function isWorth({ operation: { deprecated, optional }, quick = 0 }: Probe): boolean {
  return quick > 0 || (deprecated === undefined && optional === undefined);
}

function isAtMost(longest: number, { requests = 1 }: CaseGroup): boolean {
  return requests <= longest;
}

/**
 * The probes of which the plan omits something: fixed alternatives, or all random values. Such a probe passes by a part
 * of its requests.
 */
export function sampledIn(
  planned: readonly { readonly probe: Probe; readonly caseGroups: readonly unknown[] }[],
  fixtures: Fixtures,
): ReadonlySet<Probe> {
  const sampled = planned.filter(
    ({ probe, caseGroups }) => caseGroups.length < caseGroupsOf(probe, fixtures).length,
  );
  return new Set(sampled.map(({ probe }) => probe));
}

/** A probe without its `betterWith` fixture shares only with others without it, whose operations may be missing. */
function lacksFixture({ betterWith }: Probe, fixtures: Fixtures): boolean {
  return betterWith !== undefined && isEmpty(fixtures, betterWith);
}

function firstOf({ quick = 0 }: Probe, caseGroups: readonly CaseGroup[]): readonly CaseGroup[] {
  return caseGroups.slice(0, quick > 0 ? quick : MAX_OF_ONE);
}

/** Consecutive case groups, in a circle if a probe sends more than its part. */
function partOf(
  least: number,
  caseGroups: readonly CaseGroup[],
  turn: number,
  of: number,
): readonly CaseGroup[] {
  const { length } = caseGroups;
  const start = Math.ceil((turn * length) / of);
  const end = Math.ceil(((turn + 1) * length) / of);
  const size = Math.min(length, Math.max(least, end - start));
  const sent = new Set(Array.from({ length: size }, (_, i) => (start + i) % length));
  return caseGroups.filter((_, i) => sent.has(i));
}
