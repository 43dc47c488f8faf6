/** Joins the failures of one wrong request that is accepted. */
import { isHeader, parsedJson, type Verdict } from '../../model/index.ts';
import { operationNameOf } from '../names.ts';
import { isErrorSentAsSuccess, isOtherObject, statusShown } from './failures.ts';
import type { Grouping } from './groups.ts';
import { requestClassOf, responseOf } from './keys.ts';
import { isStatus, namesIn } from './places.ts';

/** Joins the two failures of an accepted wrong request: its status, and a success whose body is another object. */
export function joinAccepted({ failures, groups }: Grouping): void {
  const statuses = failures.filter(({ findings: [f] }) => f !== undefined && isStatus(f));
  // Only wrong requests count: a shape that good requests get too has a separate cause.
  const wrong = new Set(statuses.map(requestClassOf));
  const isWrong = (v: Verdict): boolean =>
    wrong.has(requestClassOf(v)) || requestClassOf(v).startsWith('unknown');
  const ofWrong = failures.filter((v) => isShapeOfSuccess(v) && isWrong(v));
  const shapes = new Map(ofWrong.flatMap((v) => responseKeys(v).map((key) => [key, v] as const)));
  if (shapes.size === 0) return;
  const ofType = failures.filter(({ findings: [f] }) => isHeader(f?.at, 'content-type'));
  for (const verdict of [...statuses, ...ofWrong, ...ofType]) {
    const shape = responseKeys(verdict).flatMap((key) => shapes.get(key) ?? [])[0];
    if (shape) groups.join(verdict, shape);
  }
}

/** True if a success is another object, none of the allowed ones, or no object. */
function isShapeOfSuccess(verdict: Verdict): boolean {
  const { at, keyword } = verdict.findings[0] ?? {};
  const isWhole = keyword === 'type' && namesIn(at).length === 0;
  const isOther = isOtherObject(verdict) || keyword === 'oneOf' || isWhole;
  return isOther && statusShown(verdict) < 300;
}

/** The operation with the status and the members of its response. */
export function responseKey(verdict: Verdict): string {
  return `${operationNameOf(verdict.requirement)} ${responseOf(verdict)}`;
}

/** An error that is sent as a success has the same members at every operation. */
function responseKeys(verdict: Verdict): readonly string[] {
  const own = responseKey(verdict);
  if (!isErrorSentAsSuccess(verdict)) return [own];
  const names = Object.keys(Object(parsedJson(verdict.counterexample?.response?.body ?? '')));
  return [`${statusShown(verdict)} ${names.sort().join()}`, own];
}
