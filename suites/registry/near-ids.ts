/** Requests for ids that nearly are a known one. */
import { type Call, type CaseGroup, nearMisses } from '../../src/kit.ts';
import { drawn, random } from '../kit/probes.ts';

/** One case group for each kind of near miss, about the known ids that have it in turn. */
export function nearIds(
  ids: readonly string[],
  make: (segment: string, turn: number) => Call,
): readonly CaseGroup[] {
  const all = ids.map(nearMisses);
  const labels = new Set(all.flat().map(({ label }) => label));
  return [...labels].flatMap((label, turn) => {
    const kinds = all.flatMap((misses) => misses.filter((one) => one.label === label));
    const chosen = kinds[turn % kinds.length];
    if (chosen === undefined) return [];
    const group = chosen.drawn ? random : drawn;
    return [
      group(
        label,
        chosen.raw.map((segment) => make(segment, turn)),
      ),
    ];
  });
}
