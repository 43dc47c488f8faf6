/** Alternatives that several operations have are shared out between them: between all of them in the quick profile. */
import {
  type CaseGroup,
  type Fixtures,
  isEmpty,
  nameOf,
  type Probe,
  type Profile,
  type Surface,
} from '../model/index.ts';

/** Of alternatives that only one operation has, the quick profile sends the first ones. */
const MAX_OF_ONE = 4;

/** In the full profile each sibling sends this many case groups of each probe at least. */
const MIN_OF_SIBLING = 3;

/**
 * The case groups that each probe sends. Where several operations have the same alternatives and share them, each
 * sends its part, and together they send all: the operations that the surface calls siblings, and in the quick
 * profile all. The quick profile sends random values only where there is nothing else. The seed has no part in it.
 */
export function sharedOut(
  probes: readonly Probe[],
  fixtures: Fixtures,
  profile: Profile,
  siblings: NonNullable<Surface['siblings']>,
): ReadonlyMap<Probe, readonly CaseGroup[]> {
  const alike = new Map<string, [Probe, readonly CaseGroup[]][]>();
  for (const probe of probes) {
    const family = siblings(probe.operation);
    if (profile === 'full' && family === undefined) continue;
    const all = probe.caseGroups(fixtures);
    const fixed = all.filter(({ once }) => once);
    const caseGroups = profile === 'quick' && fixed.length > 0 ? fixed : all;
    const name = nameOf(probe.id);
    const key = JSON.stringify([
      profile === 'full' && family,
      lacksFixture(probe, fixtures),
      name,
      ...caseGroups.map(({ label }) => label),
    ]);
    alike.set(key, [...(alike.get(key) ?? []), [probe, caseGroups]]);
  }
  const parts = [...alike.values()].flatMap((group) =>
    group.map(([probe, caseGroups], turn) => {
      if (group.length === 1)
        return [probe, profile === 'quick' ? firstOf(probe, caseGroups) : caseGroups] as const;
      const isSibling = siblings(probe.operation) !== undefined;
      const { quick = isSibling ? 0 : 1 } = probe;
      // What is more than one of an alternative is left to the operations that share less.
      const few = isSibling && quick > 1 ? 0 : quick;
      const least = profile === 'quick' ? few : MIN_OF_SIBLING;
      return [probe, partOf(least, caseGroups, turn, group.length)] as const;
    }),
  );
  return new Map(parts);
}

/**
 * The probes of which a plan leaves something out: fixed alternatives, or all random values. What passes there
 * passes by a part of the requests.
 */
export function sampledIn(
  planned: readonly { readonly probe: Probe; readonly caseGroups: readonly unknown[] }[],
  fixtures: Fixtures,
): ReadonlySet<Probe> {
  const sampled = planned.filter(
    ({ probe, caseGroups }) => caseGroups.length < probe.caseGroups(fixtures).length,
  );
  return new Set(sampled.map(({ probe }) => probe));
}

/** What a fixture would make better shares only with its like: the others may be of operations that are not there. */
function lacksFixture({ betterWith }: Probe, fixtures: Fixtures): boolean {
  return betterWith !== undefined && isEmpty(fixtures, betterWith);
}

function firstOf({ quick = 0 }: Probe, caseGroups: readonly CaseGroup[]): readonly CaseGroup[] {
  return caseGroups.slice(0, quick > 0 ? quick : MAX_OF_ONE);
}

/** Neighbours in the list, which goes in a circle where a probe sends more than its part. */
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
