import { expect, it } from 'vitest';
import { moment, momentOf, momentText } from './moment.ts';

it('a moment is read from its text as it was', () => {
  for (let n = 0; n < 1000; n++) {
    const now = moment(n * 1.000_3);
    expect(momentOf(momentText(now))).toBe(now);
  }
});

it.each([
  ['2026-01-02T03:04:05.678Z', 678],
  ['2026-01-02T03:04:05.678901Z', 678.901],
  ['2026-01-02T03:04:05.678901234Z', 678.901],
  ['2026-01-02T03:04:05.6789+00:00', 678.9],
  ['2026-01-02T03:04:05Z', 0],
])('%s is read to the microsecond', (text, ms) => {
  expect(momentOf(text) - Date.UTC(2026, 0, 2, 3, 4, 5)).toBeCloseTo(ms, 2);
});

it('other text names no moment', () => {
  expect(momentOf('tomorrow')).toBe(0);
});
