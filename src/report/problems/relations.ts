/** Joins failures of comparisons that share a member, an object or a rule. */
import { isDeepStrictEqual } from 'node:util';
import { type Finding, type Shown, textsIn, type Verdict } from '../../model/index.ts';
import { groupBy, nameOf, operationNameOf } from '../names.ts';
import type { ShareOf } from './consequences.ts';
import { isError, isShape } from './failures.ts';
import type { Groups } from './groups.ts';
import { requestClassOf } from './keys.ts';
import { areRelated, byOperation, isInElement, namesIn, operationsIn, stepsIn } from './places.ts';

/** Joins a relation between operations with a rule that finds the compared id wrong. */
export function joinRelations(failures: readonly Verdict[], groups: Groups): void {
  const bodies = failures.filter(({ findings: [f] }) => f?.kind === 'body' && !f.keyword);
  const byPlace = new Map(
    bodies.flatMap((v) => subjectsOf(v, [operationNameOf(v.requirement)]).map((key) => [key, v])),
  );
  for (const verdict of failures) {
    const [finding] = verdict.findings;
    if (finding?.kind !== 'relation') continue;
    const operations = operationsIn(verdict);
    for (const key of subjectsOf(verdict, operations)) {
      const cause = byPlace.get(key);
      if (cause !== undefined) groups.join(verdict, cause);
    }
  }
}

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

/** The expected contract, at each operation. */
function subjectsOf(
  { findings: [finding] }: Verdict,
  operations: readonly string[],
): readonly string[] {
  const [id] = finding
    ? textsIn(finding.expected).flatMap((text) => CONTRACT_ID.exec(text) ?? [])
    : [];
  return id === undefined ? [] : operations.map((one) => `${one} ${id}`);
}

/** The part of a contract id that differs between contracts; the rest may be long. */
const CONTRACT_ID = /\b[0-9a-f]{64}/;

/** If one operation loses this many members, they have one cause. */
const LOST_MEMBERS = 3;

/** Joins failures of values that are sent to one operation and missing later, for any member. */
export function joinLost(failures: readonly Verdict[], groups: Groups): void {
  const lost = failures.filter(({ findings: [f] }) => f?.kind === 'relation' && isLost(f));
  for (const [, verdicts] of byOperation(lost)) {
    const members = new Set(verdicts.map(({ findings: [f] }) => namesIn(f?.at ?? '').at(-1)));
    if (members.size >= LOST_MEMBERS) groups.joinAll(verdicts);
  }
}

/** True for a missing value, or the value of a member that was never set. */
function isLost({ at, expected, actual }: Finding): boolean {
  return isDefault(actual) && !isDeepStrictEqual(expected, actual) && namesIn(at).length > 0;
}

function isDefault(shown: Shown): boolean {
  if ('json' in shown) return ['nothing', '""', 'false'].includes(shown.json);
  if ('value' in shown) return shown.value === '' || shown.value === false;
  if (!('type' in shown)) return false;
  return shown.type === 'nothing' || ('length' in shown && shown.length === 0);
}

/** If a comparison fails for the same kind of request at each operation that has it, a shared part is the cause. */
export function joinEverywhere(
  failures: readonly Verdict[],
  groups: Groups,
  shareOf: ShareOf,
): void {
  const compared = failures
    .filter((v) => (v.findings[0]?.compares ?? []).length > 0)
    .filter(({ requirement }) => shareOf(nameOf(requirement)) === 1);
  // Only failures with the same member: each of two faults may break an operation at a different member.
  const key = (verdict: Verdict): string => {
    const member = namesIn(verdict.findings[0]?.at ?? '').at(-1) ?? '';
    return `${nameOf(verdict.requirement)} ${requestClassOf(verdict)} ${member}`;
  };
  for (const [, same] of groupBy(compared, key)) groups.joinAll(same);
}
