/** What the quick profile of a surface leaves out. */
import { rulesOf } from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import { QUICK_NOTE } from '../report/summary.ts';
import { thousands } from '../report/text.ts';

/** In words, with the number of requirements that get no request. */
export function quickNote({ surface, requirements, probes }: Plan): string {
  if (surface.quickCase === undefined) return QUICK_NOTE;
  const planned = new Map(probes.map(({ probe, caseGroups }) => [probe, caseGroups.length > 0]));
  const unsent = requirements.filter((one) => {
    const known = rulesOf(one).flatMap((rule) => rule.probes.flatMap((p) => planned.get(p) ?? []));
    return known.length > 0 && !known.includes(true);
  });
  const few = `${thousands(unsent.length)} of ${thousands(requirements.length)} requirements got no request`;
  return `the quick profile tests most rules on only one operation, and leaves out deprecated operations and cases of more than ${surface.quickCase} requests: ${few}; --profile full sends all`;
}
