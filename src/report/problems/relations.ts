import type { Verdict } from '../../model/index.ts';
import { groupBy, operationNameOf } from '../names.ts';
import { isError, isShape } from './failures.ts';
import type { Groups } from './groups.ts';
import { areRelated, isInElement, stepsIn } from './places.ts';

/** Relations of one operation fail together where one is about what holds the place of the other. */
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

/** A list and a body as a whole are the same: which elements there are. What one of them holds is not. */
function isHeld(relation: Verdict, other: Verdict): boolean {
  const [one] = relation.findings;
  if (isError(relation) !== isError(other)) return false;
  const names = stepsIn(one?.at ?? '');
  const others = stepsIn(other.findings[0]?.at ?? '');
  if (isInElement(one?.at) !== isInElement(other.findings[0]?.at)) return false;
  if (names.length > 0 && others.length > 0) return areRelated(names, others);
  return kindOf(other) === 'relation' && names.length + others.length <= 1;
}
