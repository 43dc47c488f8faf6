import type { Operation } from '../contract/contract.ts';
import type { Answer } from '../words.ts';

/** How often a request is sent again before the target counts as throttling. */
export const RETRIES = 4;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** The ledger's error category for contention: the same request may be accepted a moment later. */
const CONTENTION = 2;
/** A change made from an old version counts as contention too, but stays refused however often it is sent. */
const STALE = /^CONCURRENT_\w+_UPDATE_DETECTED$/;

/** True for answers that say "later" and nothing about the contract; a documented status is an answer. */
export function throttles(answer: Answer, asked?: Pick<Operation, 'responses'>): boolean {
  const { status } = answer;
  if (asked?.responses[status] !== undefined) return false;
  if (status === 429 || status === 503 || status === 504) return true;
  if (status !== 409) return false;
  const { body } = answer;
  return (
    typeof body === 'object' &&
    body !== null &&
    'errorCategory' in body &&
    body.errorCategory === CONTENTION &&
    !('code' in body && STALE.test(String(body.code)))
  );
}

/** Milliseconds to wait before the retry: what Retry-After says, else 250 ms doubling with some jitter. */
export function waitBefore(retry: number, answer: Answer, request: number): number {
  const told = retryAfter(answer.headers['retry-after']);
  if (told !== undefined) return Math.min(told, LONGEST_WAIT_MS);
  const base = FIRST_WAIT_MS * 2 ** retry;
  return Math.min(base + base * 0.25 * spread(request * RETRIES + retry), LONGEST_WAIT_MS);
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
