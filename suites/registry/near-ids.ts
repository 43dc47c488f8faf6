/** Requests for ids that nearly are a known one, and for ids with an encoded slash. */
import { type Call, type CaseGroup, nearMisses, type Probe } from '../../src/kit.ts';
import { drawn, probe, random } from '../kit/probes.ts';
import { contractIds } from './identifiers.ts';
import type { ContextSubject } from './subject.ts';

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

/** They contain no live id, because a proxy may remove a decoded slash. */
const SLASHED: Readonly<Record<string, (id: string) => string>> = {
  between: (id) => `${id.slice(0, 66)}%2F${id.slice(66)}`,
  only: () => '%2F',
  upwards: (id) => `..%2f${id}`,
};

export function slashIds({ operation, fixture, control, aboutEncoded }: ContextSubject): Probe {
  return probe(operation, 'slash-ids', {
    betterWith: fixture,
    control,
    sends: 'ids that no contract has, with an encoded slash in them',
    eachSends: 'an unknown id with an encoded slash',
    wrong: 'identifier',
    caseGroups: () =>
      Object.entries(SLASHED).map(([label, spoil]) =>
        drawn(
          label,
          contractIds().map((id) => aboutEncoded(spoil(id))),
        ),
      ),
  });
}
