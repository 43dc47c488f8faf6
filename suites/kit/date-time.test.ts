import { expect, it } from 'vitest';
import { ReceivedResponse } from '../../src/exchange/response.ts';
import { callTo } from '../../test/servers.ts';
import { isPast, nanosecondsOf, nowAt } from './date-time.ts';

it('times are compared with all their digits, in any form', () => {
  const time = nanosecondsOf('2026-01-02T03:04:05.1234Z');
  expect(nanosecondsOf('2026-01-02T04:04:05.123400+01:00')).toBe(time);
  expect(nanosecondsOf('2026-01-02T03:04:05.123Z')).not.toBe(time);
  expect(nanosecondsOf('1969-12-31T23:59:59.9Z')).toBe(-100_000_000n);
  expect(nanosecondsOf('soon')).toBeUndefined();
});

it.each([
  ['an hour ahead', { date: 'Sun, 29 Nov 2026 13:00:00 GMT' }, true],
  ['an hour behind', { date: 'Sun, 29 Nov 2026 11:00:00 GMT' }, false],
  ['not shown', {}, false],
])(
  'a time is wrong only if it is after both clocks: that of the target is %s',
  (_, headers, isRight) => {
    const response = new ReceivedResponse(200, headers as Record<string, string>, '{}');
    const startedAt = Date.parse('2026-11-29T12:00:00Z');
    const now = nowAt({ request: callTo('/'), response, startedAt, durationMs: 0 });
    expect(isPast('2026-11-29T12:59:00Z', now)).toBe(isRight);
    expect(isPast('2026-11-29T11:59:00Z', now)).toBe(true);
    expect(isPast('2026-11-29T13:30:00Z', now)).toBe(false);
  },
);
