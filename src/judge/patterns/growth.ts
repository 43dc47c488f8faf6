/** Lists that keep what earlier requests got: they grow from one response to the next. */
import { INDEPENDENT, NO_CHANCE } from '../../availability/numbers.ts';
import { type Exchange, isAccepted, isOwnStatus, type Pattern } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { COMPARED, FEW } from '../numbers.ts';
import { leavesOf, placeIn, valueIn } from './leaves.ts';
import type { Suspect } from './suspect.ts';

/** The place of a list that gets more and more values of other requests, though nothing was changed. */
export function pilesUp({ shown, kept }: Suspect): Pattern | undefined {
  const { operation } = shown.culprit.request;
  if (isOwnStatus(shown.findings[0]?.at)) return undefined;
  if (kept.some(({ exchange: { request } }) => (request.operation.effect ?? 'read') !== 'read'))
    return undefined;
  const own = kept
    .flatMap(({ exchange }) => (exchange.request.operation === operation ? exchange : []))
    .filter(isAccepted)
    .sort((a, b) => a.startedAt - b.startedAt);
  const calls = new Map<string, Exchange[]>();
  for (const one of own) {
    const key = keyOf(one.request);
    calls.set(key, [...(calls.get(key) ?? []), one]);
  }
  const growing = [...calls.values()].filter(isGrowing).slice(0, FEW);
  const grown = growing.flatMap((same) => placesOfGrowth(same, own));
  const [at] = grown;
  const isOften = at !== undefined && grown.filter((one) => one === at).length >= INDEPENDENT;
  return isOften ? { is: 'of-another', when: 'earlier', operation: operation.name, at } : undefined;
}

/** True if the bodies never become shorter, and are longer at the end: no body is read to find that out. */
function isGrowing(same: readonly Exchange[]): boolean {
  const sizes = same.map(({ response }) => response?.bytes ?? 0);
  const [first = 0] = sizes;
  const isMonotone = sizes.every((size, i) => i === 0 || size >= (sizes[i - 1] ?? 0));
  return same.length >= NO_CHANCE && isMonotone && (sizes.at(-1) ?? 0) > first;
}

/** The places of lists that only grow in these responses, by values that others had before. */
function placesOfGrowth(same: readonly Exchange[], all: readonly Exchange[]): readonly string[] {
  const [first] = same;
  const last = same.at(-1);
  if (first === undefined || last === undefined) return [];
  const sets = same.map(({ response }) => idsByPlace(response));
  const places = [...(sets.at(-1)?.keys() ?? [])];
  return places.filter((place) => {
    const sizes = sets.map((one) => one.get(place)?.size ?? 0);
    const steps = sizes.filter((size, i) => i > 0 && size > (sizes[i - 1] ?? 0)).length;
    const isMonotone = sizes.every((size, i) => i === 0 || size >= (sizes[i - 1] ?? 0));
    if (!isMonotone || steps < 1) return false;
    const before = sets[0]?.get(place) ?? new Set();
    const added = [...(sets.at(-1)?.get(place) ?? [])].filter((value) => !before.has(value));
    const others = all
      .filter((one) => one.startedAt < last.startedAt && keyOf(one.request) !== keyOf(last.request))
      .slice(-COMPARED / 2);
    const known = new Set(others.flatMap((one) => [...leavesOf(one.response)].map(valueIn)));
    return added.length >= INDEPENDENT && added.every((value) => known.has(value));
  });
}

/** The ids in lists, by their places. */
function idsByPlace(response: Exchange['response']): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const leaf of leavesOf(response)) {
    const [place, value] = [placeIn(leaf), valueIn(leaf)];
    if (!/\*\/\w*[iI]d$/.test(place)) continue;
    const own = found.get(place) ?? new Set();
    found.set(place, own.add(value));
  }
  return found;
}
