/** Ids with an encoded slash, which routers may decode too early, or not respond to. */

import type { Probe } from '../../src/kit.ts';
import { drawn, probe } from '../kit/probes.ts';
import { contractIds } from './identifiers.ts';
import type { ContextSubject } from './subject.ts';

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
