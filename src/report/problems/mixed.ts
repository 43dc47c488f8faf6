/** Joins failures of a target that sends one response to different requests, or mixes up those of concurrent ones. */
import { decoded, numbersIn, textsIn, type Verdict } from '../../model/index.ts';
import { groupBy } from '../names.ts';
import { isOfContents, statusShown } from './failures.ts';
import { type Grouping, operationOf } from './groups.ts';
import { isAccepted, requestClassOf } from './keys.ts';

/** One response to at least this many requests does not depend on what they say. */
const SEVERAL = 4;

/**
 * A cache whose key lacks a part of the request sends the response of another request: it accepts wrong requests and
 * contradicts good ones. Whatever else such operations show instead of what was requested has the same cause.
 */
export function joinMixed({ failures, groups }: Grouping): void {
  const wrong = failures.filter((v) => isOfSuccess(v) && (isAccepted(v) || isOfContents(v)));
  const mixed = groupBy(wrong, (v) => `${operationOf(v)} ${v.counterexample?.response?.body}`)
    .map(([, same]) => same)
    .filter((same) => same.some(isAccepted) && goodIn(same).some(contradictsRequest))
    .filter((same) => new Set(same.map(requestOf)).size >= SEVERAL);
  const operations = new Set(mixed.flat().map(operationOf));
  const [first, ...others] = wrong.filter((v) => operations.has(operationOf(v)));
  if (first) groups.joinAll([first, ...others]);
}

/**
 * Responses that are wrong only while other requests run, where some have the contents of another request: whatever else
 * is wrong in this way comes from the shared variable too. A crash under load has causes of its own.
 */
export function joinMixedUp({ failures, groups }: Grouping): void {
  const beside = failures.filter((v) => v.failsWhen === 'beside-others' && statusShown(v) < 500);
  const [first, ...others] = beside.filter((v) => v.counterexample?.response);
  if (first && beside.some((v) => isOfSuccess(v) && isOfContents(v)))
    groups.joinAll([first, ...others]);
}

/** The failures of good requests. */
function goodIn(failures: readonly Verdict[]): readonly Verdict[] {
  const wrong = new Set(failures.filter(isAccepted).map(requestClassOf));
  return failures.filter((verdict) => !wrong.has(requestClassOf(verdict)));
}

function isOfSuccess(verdict: Verdict): boolean {
  return statusShown(verdict) < 300;
}

/** True if the response shows another value than the request has. */
function contradictsRequest(verdict: Verdict): boolean {
  const { expected } = verdict.findings[0] ?? {};
  if (expected === undefined || !isOfContents(verdict)) return false;
  const request = requestOf(verdict);
  return [...textsIn(expected), ...numbersIn(expected).map(String)].some(
    (value) => value.length >= LEAST_VALUE && request.includes(value),
  );
}

/** Shorter values are in a request by chance. */
const LEAST_VALUE = 4;

function requestOf({ counterexample }: Verdict): string {
  const { url = '', body = '' } = counterexample?.request ?? {};
  return `${decoded(url)} ${body}`;
}
