import type { Verdict } from '../../model/index.ts';
import { groupBy, operationNameOf } from '../names.ts';
import { isError, isShape } from './failures.ts';
import type { Groups } from './groups.ts';
import { areRelated, isInElement, stepsIn } from './places.ts';

/** Joins relations of one operation, if the place of one contains the place of the other. */
export function joinHolders(failures: readonly Verdict[], groups: Groups): void {
  const found = failures.filter((v) => !isShape(v) && ['relation', 'body'].includes(kindOf(v)));
  for (const [, own] of groupBy(found, (v) => operationNameOf(v.requirement))) {
    const relations = own.filter((v) => kindOf(v) === 'relation');
    for (const relation of relations) {
      for (const other of own) if (isHeld(relation, other)) groups.join(relation, other);
    }
  }
}

const kindOf = ({ findings: [finding] }: Verdict): string => finding?.kind ?? '';

/** True if the other place is inside. A list and its body count as the same: both show which elements exist. */
function isHeld(relation: Verdict, other: Verdict): boolean {
  const [one] = relation.findings;
  if (isError(relation) !== isError(other)) return false;
  const names = stepsIn(one?.at ?? '');
  const others = stepsIn(other.findings[0]?.at ?? '');
  if (isInElement(one?.at) !== isInElement(other.findings[0]?.at)) return false;
  if (names.length > 0 && others.length > 0) return areRelated(names, others);
  return kindOf(other) === 'relation' && names.length + others.length <= 1;
}
