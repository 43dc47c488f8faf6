/** The quick profile shares alternatives out between the operations that have the same ones. */
import { type CaseGroup, type Fixtures, nameOf, type Probe } from '../model/index.ts';

/** Of alternatives that only one operation has, the quick profile sends the first ones. */
const MAX_OF_ONE = 7;

/**
 * The case groups that each probe sends in the quick profile: fixed alternatives, and random values only where
 * there is nothing else. Where several operations have the same alternatives, each sends its part of them,
 * and together they send all. The seed has no part in it.
 */
export function sharedOut(
  probes: readonly Probe[],
  fixtures: Fixtures,
): ReadonlyMap<Probe, readonly CaseGroup[]> {
  const alike = new Map<string, [Probe, readonly CaseGroup[]][]>();
  for (const probe of probes) {
    const all = probe.caseGroups(fixtures);
    const fixed = all.filter(({ once }) => once);
    const caseGroups = fixed.length > 0 ? fixed : all;
    const name = nameOf(probe.id);
    const key = JSON.stringify([name, ...caseGroups.map(({ label }) => label)]);
    alike.set(key, [...(alike.get(key) ?? []), [probe, caseGroups]]);
  }
  const parts = [...alike.values()].flatMap((group) =>
    group.map(([probe, caseGroups], turn) => {
      const own =
        group.length === 1
          ? caseGroups.slice(0, MAX_OF_ONE)
          : partOf(probe, caseGroups, turn, group.length);
      return [probe, own] as const;
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

/** Neighbours in the list, which goes in a circle where a probe sends more than its part. */
function partOf(
  { quick = 1 }: Probe,
  caseGroups: readonly CaseGroup[],
  turn: number,
  of: number,
): readonly CaseGroup[] {
  const { length } = caseGroups;
  const start = Math.ceil((turn * length) / of);
  const end = Math.ceil(((turn + 1) * length) / of);
  const size = Math.min(length, Math.max(quick, end - start));
  const sent = new Set(Array.from({ length: size }, (_, i) => (start + i) % length));
  return caseGroups.filter((_, i) => sent.has(i));
}
