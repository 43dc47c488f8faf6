import * as fc from 'fast-check';

const FRACTION = fc.constantFrom('', '.5', '.123', '.123456');

/** Seconds since 1970 as an RFC 3339 time: UTC, with a `Z`. */
export function utc(seconds: number, fraction = ''): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${fraction}Z`;
}

/** RFC 3339 times in UTC between two instants given in seconds since 1970; by default 2000 to 2099. */
export function dateTimes(from = 946_684_800, to = 4_102_444_799): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: from, max: to }), FRACTION)
    .map(([seconds, fraction]) => utc(seconds, fraction));
}
