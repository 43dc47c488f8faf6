/** Ids with an encoded slash: routers decode it too early, or have no response for it. */

import { call, type Probe } from '../../src/index.ts';
import { drawn, probe } from '../kit/probes.ts';
import { contractIds } from './identifiers.ts';
import type { Subject } from './subject.ts';

/** No live id is in them: a proxy may take a decoded slash out of the path. */
const SLASHED: Readonly<Record<string, (id: string) => string>> = {
  between: (id) => `${id.slice(0, 66)}%2F${id.slice(66)}`,
  only: () => '%2F',
  upwards: (id) => `..%2f${id}`,
};

export function slashIds({ operation, control, options }: Subject): Probe {
  return probe(operation, 'slash-ids', {
    betterWith: 'allocations',
    control,
    sends: 'ids that no allocation has, with an encoded slash in them',
    wrong: 'identifier',
    caseGroups: () =>
      Object.entries(SLASHED).map(([label, spoil]) =>
        drawn(
          label,
          contractIds().map((id) =>
            call(operation, { encoded: { allocationId: spoil(id) }, json: options }),
          ),
        ),
      ),
  });
}
