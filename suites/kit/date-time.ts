/** Dates and times in the form of RFC 3339. */

import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { CompleteExchange } from '../../src/kit.ts';

const dateTime = fullFormats['date-time'] as { validate: (text: string) => boolean };

/** RFC 3339 §5.6. The validator's own form also accepts a blank for the T and offsets without a colon. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

export function isDateTime(text: string): boolean {
  return RFC_3339.test(text) && dateTime.validate(text);
}

/** The nanoseconds of a time since 1970; `undefined` for text that is no time. */
export function nanosecondsOf(time: string): bigint | undefined {
  const whole = Date.parse(time.replace(/\.\d+/, ''));
  const [, fraction = ''] = /\.(\d+)/.exec(time) ?? [];
  if (Number.isNaN(whole)) return undefined;
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}

/**
 * The moment of a response in milliseconds: by its Date field if the clock of the target is ahead of this one, so that no
 * clock is taken for the right one.
 */
export function nowAt({ startedAt, response }: CompleteExchange): number {
  const date = Date.parse(response.headers['date'] ?? '');
  return Number.isNaN(date) ? startedAt : Math.max(startedAt, date);
}

/** The clocks of two machines differ, and the time of a ledger may be ahead of its clock. */
const SKEW_MS = 120_000;

/** True if the time is not after this moment, in milliseconds. */
export const isPast = (time: string, now: number): boolean => Date.parse(time) <= now + SKEW_MS;
