import type { Operation } from '../contract/contract.ts';
import type { HttpResponse, NoResponse } from '../model/index.ts';

/** After this many retries the target counts as throttling. */
export const RETRIES = 4;
const FIRST_WAIT_MS = 250;
/** A longer pause ends the run, and so does a longer total. */
export const LONGEST_PAUSE_MS = 120_000;
export const LONGEST_PAUSES_MS: number = 15 * 60_000;
/** True for a 409 response that reports contention. */
export type IsContention = (response: HttpResponse) => boolean;

/** True for responses that ask for a later retry, unless the document declares the status. */
export function throttles(
  response: HttpResponse,
  operation: Pick<Operation, 'responses'>,
  isContention: IsContention = () => false,
): boolean {
  const { status } = response;
  if (operation.responses[status] !== undefined) return false;
  if (status === 429 || status === 503 || status === 504) return true;
  if (status !== 409 || response.truncated) return false;
  try {
    return isContention(response);
  } catch {
    return false;
  }
}

/** True for responses that concern the whole target: all requests wait, of any operation. */
export function pausesAll({ status }: HttpResponse): boolean {
  return status === 429 || status === 503;
}

/** The wait that a response requests with Retry-After, in milliseconds; a date counts from the response's own. */
export function requestedWait({ headers }: HttpResponse): number | undefined {
  const date = Date.parse(headers['date'] ?? '');
  return retryAfter(headers['retry-after'], Number.isNaN(date) ? Date.now() : date);
}

/** Milliseconds before the retry: the value of Retry-After, otherwise 250 ms, doubled each time, with jitter. */
export function waitBefore(retry: number, response: HttpResponse, request: number): number {
  const wait = requestedWait(response);
  if (wait !== undefined) return wait;
  const base = FIRST_WAIT_MS * 2 ** retry;
  return base + base * 0.25 * spread(request * RETRIES + retry);
}

/** Requests that got "later", by status. */
export interface Later {
  readonly tooMany: number;
  readonly unavailable: number;
  /** The number of 503 and similar responses without Retry-After. */
  readonly withoutRetryAfter: number;
}

/** Counts one more response. */
export function countLater(before: Later, response: HttpResponse): Later {
  const { tooMany, unavailable, withoutRetryAfter } = before;
  if (response.status === 429) return { ...before, tooMany: tooMany + 1 };
  if (response.status !== 503) return before;
  const silent = requestedWait(response) === undefined ? 1 : 0;
  return {
    ...before,
    unavailable: unavailable + 1,
    withoutRetryAfter: withoutRetryAfter + silent,
  };
}

/** Why a run ends at a response that asks for too long a pause. */
export function pauseTooLong(response: HttpResponse, waitMs: number, { host }: URL): NoResponse {
  const { status } = response;
  const wait = Math.ceil(waitMs / 1000);
  const pause =
    waitMs > LONGEST_PAUSE_MS
      ? `requested a pause of ${wait} s (Retry-After), but a run waits at most ${LONGEST_PAUSE_MS / 1000} s`
      : `requested another pause of ${wait} s, but a run waits at most ${LONGEST_PAUSES_MS / 60_000} minutes in all`;
  const remedy =
    status === 429
      ? 'Run again after that time, with a lower --rate.'
      : 'Run again after that time, once the server is available.';
  return {
    kind: 'long-wait',
    status,
    message: `${host} responded with ${status} and ${pause}. ${remedy}`,
  };
}

/** The result of a request that got "later" at each try, until the limit of retries or of requests. */
export function throttled({ status }: HttpResponse, tries: number, { host }: URL): NoResponse {
  const times = tries === 1 ? 'the only attempt' : `each of ${tries} attempts`;
  const remedy =
    tries <= RETRIES
      ? 'The request limit allows no further attempt.'
      : status === 429
        ? 'Lower --rate, or run again when the server is less busy.'
        : 'Run again when the server is less busy.';
  return {
    kind: 'throttled',
    status,
    message: `${host} responded with ${status} to ${times} of this request. ${remedy}`,
  };
}

/** RFC 9110 section 10.2.3: seconds or a date. `undefined` when it is neither. */
export function retryAfter(
  value: string | undefined,
  now: number = Date.now(),
): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A number in [0, 1) that looks random and is the same in every run. */
function spread(n: number): number {
  return (Math.imul(n + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
}
