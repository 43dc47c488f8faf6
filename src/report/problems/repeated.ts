/** Joins failures that one response explains: a later request sends what it shows, or it is kept for other requests. */
import type { Finding, Verdict } from '../../model/index.ts';
import { isError } from './failures.ts';
import { type Grouping, operationOf } from './groups.ts';
import { isAccepted } from './keys.ts';
import {
  areRelated,
  CREDENTIALS,
  expectsStatus,
  hasStatusOf,
  isStatus,
  namesIn,
  operationsIn,
  stepsOf,
} from './places.ts';

/**
 * If one operation alone accepts requests without a good token, and it alone also accepts other wrong requests, or
 * shows wrong contents, then a response that is kept for it is the cause.
 */
export function joinKept({ failures, groups }: Grouping): void {
  const [first, ...others] = failures.filter(({ findings: [f] }) => f && isOpen(f));
  if (first === undefined) return;
  const operation = operationOf(first);
  if (others.some((verdict) => operationOf(verdict) !== operation)) return;
  groups.joinAll([first, ...others]);
  const isOwn = (verdict: Verdict): boolean => operationsIn(verdict).includes(operation);
  const isKept = (v: Verdict): boolean => !isError(v) && (isAccepted(v) || !isOfStatus(v));
  for (const group of groups.all())
    if (group.every(isOwn) && group.some(isKept)) groups.join(group[0], first);
}

function isOfStatus({ findings: [f] }: Verdict): boolean {
  return f === undefined || isStatus(f);
}

function isOpen(finding: Finding): boolean {
  const isOfToken = isStatus(finding) && expectsStatus(finding, CREDENTIALS);
  return isOfToken && hasStatusOf(finding, 2);
}

/** Joins a group with the only other one that shows wrong what most of its requests send. */
export function joinRead({ groups }: Grouping): void {
  const all = groups.all();
  for (const group of all) {
    const causes = group.map((v) => all.filter((other) => other !== group && showsWrong(other, v)));
    const [cause, ...others] = new Set(causes.flat());
    const explained = causes.filter(({ length }) => length > 0).length;
    if (cause !== undefined && others.length === 0 && 2 * explained > group.length)
      groups.join(group[0], cause[0]);
  }
}

/** True if the request sends a value, and wherever it was read before, one of the failures is about its place. */
export function showsWrong(failures: readonly Verdict[], verdict: Verdict): boolean {
  const [finding] = verdict.findings;
  if (!finding || !isStatus(finding) || !expectsStatus(finding, /^(2\d\d|404)$/)) return false;
  const isAbout = (operation: string, places: readonly string[]) => (v: Verdict) =>
    operationsIn(v).includes(operation) && places.some((at) => areRelated(stepsOf(v), namesIn(at)));
  const wrong = failures.filter((v) => !isError(v) && !isOfStatus(v) && stepsOf(v).length > 0);
  return (verdict.counterexample?.readFrom ?? []).some((shown) =>
    Object.entries(shown).every(([name, places]) => wrong.some(isAbout(name, places))),
  );
}
