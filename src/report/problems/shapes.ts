/** Joins the consequences of a body that breaks its schema. */
import { isNothing, isNull, pathOf, type Verdict } from '../../model/index.ts';
import { operationNameOf } from '../names.ts';
import { areOptionalNulls, isError, isOtherObject, isShape, typeIn } from './failures.ts';
import type { Grouping } from './groups.ts';
import { isStatus, namesIn, operationsIn, stepsIn } from './places.ts';

/** A rule cannot find a member that the body lacks, so its failure follows from the shape. */
export function joinShapes({ failures, groups }: Grouping): void {
  const shapes = failures.filter(isShape);
  for (const verdict of failures) {
    const [finding] = verdict.findings;
    if (finding === undefined || isShape(verdict) || isStatus(finding)) continue;
    // What should not be there was found.
    if (finding.kind === 'body' && isNothing(finding.expected)) continue;
    // It was found in the text of the response, whatever its members are.
    if (finding.at.part === 'response') continue;
    const causes = verdict.findings.map((one) =>
      shapes.find((shape) =>
        shape.findings.some((broken) =>
          explains({ ...shape, findings: [broken] }, { ...verdict, findings: [one] }),
        ),
      ),
    );
    // A failure that also occurs elsewhere has a separate cause.
    const [cause] = causes;
    if (cause !== undefined && causes.every(Boolean) && !isAmongOthers(verdict, cause))
      groups.join(verdict, cause);
  }
}

/** If this many members have the same wrong type, or lack a value of one type, one encoder is the cause. */
const MISWRITTEN_MEMBERS = 3;
/** Few encoders write null for what is empty. */
const NULL_MEMBERS = 2;
/** An encoder that leaves out zeros does so at this many objects. */
const INCOMPLETE_OBJECTS = 3;

export function joinTypes({ failures, groups }: Grouping): void {
  const ofKeyword = (keyword: string): readonly Verdict[] =>
    failures.filter(({ findings: [f] }) => f?.keyword === keyword);
  const missing = ofKeyword('required');
  const wrong = [...ofKeyword('type'), ...missing].filter((v) => !isOtherObject(v));
  const wayOf = ({ findings: [f] }: Verdict): string =>
    JSON.stringify(f && [f.expected, typeIn(f.actual)]);
  const nulls = wrong.filter(({ findings: [f] }) => f && isNull(f.actual));
  groups.joinAlike(wrong, wayOf, memberOf, MISWRITTEN_MEMBERS);
  groups.joinAlike(nulls, wayOf, memberOf, NULL_MEMBERS);
  groups.joinAlike(nulls.filter(areOptionalNulls), () => '', memberOf, MISWRITTEN_MEMBERS);
  // An object that lacks several members is another one.
  groups.joinAlike(missing, objectOf, memberOf, MISWRITTEN_MEMBERS);
  const members = new Set(missing.map(memberOf)).size;
  if (members > MISWRITTEN_MEMBERS)
    groups.joinAlike(missing, () => '', objectOf, INCOMPLETE_OBJECTS);
}

const memberOf = ({ findings: [f] }: Verdict): string => namesIn(f?.at).at(-1) ?? '';
const objectOf = ({ findings: [f] }: Verdict): string => f?.schema?.split('/')[0] ?? '';

/** True for a relation between objects that lack the same members: its difference has a separate cause. */
function isAmongOthers(verdict: Verdict, shape: Verdict): boolean {
  const operation = operationNameOf(shape.requirement);
  if (!isOtherObject(shape) || verdict.findings[0]?.kind !== 'relation') return false;
  if (operationsIn(verdict).some((one) => one !== operation)) return false;
  const missing = namesIn(shape.findings[0]?.at).join('/');
  return !verdict.findings.some(({ at }) => missing.startsWith(namesIn(at).join('/')));
}

/**
 * True if the finding is at the broken place or inside: a rule cannot find what the body lacks. Another element of the
 * list, or a comparison of the list, has a cause of its own.
 */
function explains(shape: Verdict, verdict: Verdict): boolean {
  const own = operationNameOf(verdict.requirement);
  const broken = operationNameOf(shape.requirement);
  if (isError(shape) !== isError(verdict) || !operationsIn(verdict).includes(broken)) return false;
  if (areInOtherCases(shape, verdict)) return false;
  const steps = stepsIn(verdict.findings[0]?.at);
  const place = brokenIn(shape);
  // Nothing can be found in another object; comparisons with other operations must be about a member of it.
  const isWhole = place.length === 0 && (own === broken || steps.length > 0);
  const isThere = isWhole || (steps.length > 0 && isWithin(steps, place, shape));
  return isThere && (own !== broken || isBrokenAlike(verdict, shape));
}

/** True if no case shows both: then the broken response is not the one that the finding is about. */
function areInOtherCases({ failsIn: broken }: Verdict, { failsIn }: Verdict): boolean {
  const isBroken = (one: string): boolean => broken?.some((other) => isOneCase(one, other)) ?? true;
  return failsIn?.some(isBroken) === false;
}

/** Many cases are only known by the kind of their requests. */
function isOneCase(one: string, other: string): boolean {
  const areCases = one.includes('#') && other.includes('#');
  return areCases ? one === other : kindOf(one) === kindOf(other);
}

const kindOf = (name: string): string | undefined => name.split('#', 1)[0];

/** True if the steps lead to the place or into it; they may start in the middle of a body. */
function isWithin(steps: readonly string[], place: readonly string[], shape: Verdict): boolean {
  const last = place.at(-1);
  if (steps.at(-1) === last || (isOtherObject(shape) && steps.at(-2) === last)) return true;
  return place.some((_, from) => place.slice(from).every((name, i) => steps[i] === name));
}

function brokenIn(shape: Verdict): readonly string[] {
  const names = namesIn(shape.findings[0]?.at);
  return isOtherObject(shape) ? names.slice(0, -1) : names;
}

/** True if the response breaks the schema like the response of the other failure, as far as it can be read. */
function isBrokenAlike(
  { counterexample }: Verdict,
  { findings: [finding], counterexample: broken }: Verdict,
): boolean {
  // The response of another operation, with which it was compared.
  if (counterexample?.request.method !== broken?.request.method) return false;
  let body: unknown;
  try {
    body = JSON.parse(counterexample?.response?.body ?? '');
  } catch {
    // A body that is cut off has some content, so as a whole it is of another type.
    return finding !== undefined && pathOf(finding.at) !== '';
  }
  const steps = finding === undefined ? [] : pathOf(finding.at).split('/').slice(1);
  const last = steps.pop();
  const holders = steps.reduce<readonly unknown[]>(
    (found, step) => found.flatMap(inside(step)),
    [body],
  );
  if (last === undefined || finding?.keyword !== 'required') {
    const values = last === undefined ? [body] : holders.flatMap(inside(last));
    return values.some((value) => finding && typeOf(value) === typeIn(finding.actual));
  }
  return holders.some((holder) => inside(last)(holder).length === 0);
}

/** The member of an object, or every element of an array. */
function inside(step: string): (value: unknown) => readonly unknown[] {
  return (value) => {
    if (Array.isArray(value)) return /^\d+$/.test(step) ? value : [];
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
    return [(value as Readonly<Record<string, unknown>>)[step]];
  };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
