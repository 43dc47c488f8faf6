/** Joins the consequences of a body that breaks its schema. */
import { type Finding, isNull, numbersIn, type Verdict } from '../../model/index.ts';
import { operationNameOf } from '../names.ts';
import { textOf } from '../words.ts';
import { isError, isOtherCase, isOtherObject, isShape, typeIn } from './failures.ts';
import type { Grouping } from './groups.ts';
import { areRelated, isStatus, namesIn, operationsIn, stepsIn } from './places.ts';

/** A rule cannot find a member that the body lacks, so its failure follows from the shape. */
export function joinShapes({ failures, groups }: Grouping): void {
  const shapes = failures.filter(isShape);
  for (const verdict of failures) {
    const [finding] = verdict.findings;
    if (finding === undefined || isShape(verdict) || isStatus(finding)) continue;
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

/** If this many members are wrong in the same way, one encoder is the cause. */
const MISWRITTEN_MEMBERS = 3;
/** The same for members of any type that are missing. */
const MISSING_MEMBERS = 5;

export function joinTypes({ failures, groups }: Grouping): void {
  const memberOf = ({ findings: [f] }: Verdict): unknown => namesIn(f?.at ?? '').at(-1);
  const wrong = failures.filter((v) => wrongWayOf(v) !== '');
  groups.joinAlike(wrong, wrongWayOf, memberOf, MISWRITTEN_MEMBERS);
  const missing = failures.filter(({ findings: [f] }) => f && isMissing(f));
  groups.joinAlike(missing, () => 'missing', memberOf, MISSING_MEMBERS);
}

/** True for a required member that is missing, and under no other name. */
function isMissing({ kind, keyword, actual }: Finding): boolean {
  return kind === 'body' && keyword === 'required' && textOf(actual) === 'nothing';
}

/** The wrong type of a value, or of a missing one; `empty` for an empty text, `case` for the case of a word; else empty. */
function wrongWayOf(verdict: Verdict): string {
  const [f] = verdict.findings;
  if (f === undefined || f.kind !== 'body' || isNull(f.actual)) return '';
  if ('value' in f.actual && f.actual.value === '') return 'empty';
  if (f.keyword === 'enum' && isOtherCase(f)) return 'case';
  const isOfType = f.keyword === 'type' || (f.keyword === 'required' && !isOtherObject(verdict));
  return isOfType ? JSON.stringify([f.expected, typeIn(f.actual)]) : '';
}

/** True for a relation between objects that lack the same members: its difference has a separate cause. */
function isAmongOthers(verdict: Verdict, shape: Verdict): boolean {
  const operation = operationNameOf(shape.requirement);
  if (!isOtherObject(shape) || verdict.findings[0]?.kind !== 'relation') return false;
  if (operationsIn(verdict).some((one) => one !== operation)) return false;
  const missing = namesIn(shape.findings[0]?.at ?? '').join('/');
  return !verdict.findings.some(({ at }) => missing.startsWith(namesIn(at).join('/')));
}

function explains(shape: Verdict, verdict: Verdict): boolean {
  const own = operationNameOf(verdict.requirement);
  const broken = operationNameOf(shape.requirement);
  const names = namesIn(verdict.findings[0]?.at ?? '');
  if (isError(shape) !== isError(verdict)) return false;
  // A comparison of whole responses.
  if (names.length === 0 && own === broken && (verdict.findings[0]?.compares ?? []).length > 1)
    return isBrokenAlike(verdict, shape);
  if (names.length === 0 || !operationsIn(verdict).includes(broken)) return false;
  const steps = stepsIn(verdict.findings[0]?.at ?? '');
  const place = brokenIn(shape);
  // A member of the other object, under another name above it.
  const isInside = isOtherObject(shape) && steps.length > 1 && steps.at(-2) === place.at(-1);
  const isThere = areRelated(steps, place) || isNear(steps, place) || isInside;
  // An element with null is still counted.
  if (hasNull(shape) && isCount(verdict) && steps.length < place.length) return false;
  return isThere && (own !== broken || isBrokenAlike(verdict, shape));
}

function hasNull({ findings: [finding] }: Verdict): boolean {
  return finding !== undefined && isNull(finding.actual);
}

function isCount({ findings: [finding] }: Verdict): boolean {
  return finding !== undefined && numbersIn(finding.actual).length > 0;
}

/** True if steps that start in the middle of a body lead to the place, through it, or to its parent. */
function isNear(steps: readonly string[], place: readonly string[]): boolean {
  return place.some((_, from) => {
    const rest = place.slice(from);
    const shared = rest.length === steps.length + 1 ? rest.slice(0, -1) : rest;
    return shared.every((name, i) => steps[i] === name);
  });
}

function brokenIn(shape: Verdict): readonly string[] {
  const names = namesIn(shape.findings[0]?.at ?? '');
  return isOtherObject(shape) ? names.slice(0, -1) : names;
}

/** True if the response breaks the schema like the response of the other failure, as far as it can be read. */
function isBrokenAlike({ counterexample }: Verdict, { findings: [finding] }: Verdict): boolean {
  let body: unknown;
  try {
    body = JSON.parse(counterexample?.response?.body ?? '');
  } catch {
    // A body that is cut off has some content, so as a whole it is of another type.
    return finding?.at.startsWith('/') ?? false;
  }
  const steps = (finding?.at ?? '').split('/').slice(1);
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
