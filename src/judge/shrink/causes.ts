/** Decides from requests and findings whether two failures of a requirement may have one cause. */
import { isDeepStrictEqual } from 'node:util';
import { sent } from '../../contract/request-body.ts';
import { type Call, isObject, isOwnStatus } from '../../model/index.ts';
import { type Case, callsOf } from '../case.ts';
import { LONG_TEXT } from '../numbers.ts';
import { type Failure, kindOf } from '../observations.ts';
import { ordersIn } from '../planned-cases.ts';
import { isWrong } from './plainness.ts';
import type { Shrunk } from './shrink.ts';

/** Plain words, which never cause a failure. */
const PLAIN = /^(?!null|true|false|undefined|none)[a-z]+$/;

/**
 * True if a known failure explains another one. For a wrong response, the place in the response is the cause, whatever
 * the request was; for a wrong status, the request is.
 */
export function explains(known: Shrunk, other: Failure, passingAt: ReadonlySet<number>): boolean {
  if (kindOf(known) !== kindOf(other)) return false;
  if (!isOwnStatus(known.findings[0]?.at)) return true;
  // Responses outside cases show a kind of failure that cases show too.
  if (other.at.seenIn !== undefined && known.at.seenIn === undefined) return true;
  return explainsCase(known, other.at, passingAt, [other.culprit.request]);
}

/**
 * True if a request of the case contains what the smallest request of the known failure contains, or if no request of
 * its kind, or none at all, passes: then no difference between them matters.
 */
export function explainsCase(
  known: Shrunk,
  one: Case,
  passingAt: ReadonlySet<number>,
  calls: readonly Call[] = callsOf(one),
): boolean {
  const { planned } = one;
  if (passingAt.size === 0) return true;
  if (planned.probe === known.at.planned.probe && ordersIn(planned, passingAt).length === 0)
    return true;
  return calls.some((call) => holds(call, known));
}

function holds(call: Call, { at, culprit: { request }, leftOut = [] }: Shrunk): boolean {
  if (call.method !== request.method) return false;
  if (call.headers['content-type'] !== request.headers['content-type']) return false;
  const [small, large] = [sent(request), sent(call)];
  const failsByAbsence = leftOut.length > 0;
  if (call.path !== request.path && !failsByAbsence && !isAboutBody(at, request, small))
    return false;
  if (small === undefined || large === undefined) return call.body === request.body;
  if (leftOut.some((name) => Object.hasOwn(Object(large), name))) return false;
  return isWithin(essential(small, at, request, failsByAbsence), large);
}

/** The members that the plainest request lacks, if absence is the cause; else those that differ, flags only if alone. */
function essential(
  body: unknown,
  { planned: { probe } }: Case,
  request: Call,
  failsByAbsence: boolean,
): unknown {
  const plain = probe.baseline && sent(probe.baseline(request));
  if (probe.wrong !== undefined || !isObject(body) || !isObject(plain)) return body;
  const own = Object.entries(body).filter(
    ([name, value]) => !isDeepStrictEqual(plain[name], value),
  );
  if (failsByAbsence)
    return Object.fromEntries(own.filter(([name]) => !Object.hasOwn(plain, name)));
  const left = own.filter(([, value]) => typeof value !== 'boolean');
  return left.length > 0 ? Object.fromEntries(left) : body;
}

/** If a valid request is not the plainest one, its body is the cause, and not its path. */
function isAboutBody({ planned: { probe }, steps }: Case, request: Call, body: unknown): boolean {
  if (isWrong(probe, steps)) return false;
  const plain = probe.baseline && sent(probe.baseline(request));
  return plain === undefined || !isWithin(body, plain);
}

function isWithin(small: unknown, large: unknown): boolean {
  if (typeof small === 'string' && typeof large === 'string')
    return small === large || PLAIN.test(small) || Math.min(small.length, large.length) > LONG_TEXT;
  if (Array.isArray(small) && Array.isArray(large))
    return small.every((one) => large.some((other) => isWithin(one, other)));
  if (!isObject(small) || !isObject(large)) return isDeepStrictEqual(small, large);
  return Object.entries(small).every(
    ([name, value]) => Object.hasOwn(large, name) && isWithin(value, large[name]),
  );
}
