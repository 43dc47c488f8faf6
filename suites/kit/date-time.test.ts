import { expect, it } from 'vitest';
import { nanosecondsOf } from './date-time.ts';

it('times are compared with all their digits, in any form', () => {
  const time = nanosecondsOf('2026-01-02T03:04:05.1234Z');
  expect(nanosecondsOf('2026-01-02T04:04:05.123400+01:00')).toBe(time);
  expect(nanosecondsOf('2026-01-02T03:04:05.123Z')).not.toBe(time);
  expect(nanosecondsOf('1969-12-31T23:59:59.9Z')).toBe(-100_000_000n);
  expect(nanosecondsOf('soon')).toBeUndefined();
});
