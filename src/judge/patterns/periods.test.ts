/** Wrong responses that lie together in time are told from those at random. */
import { expect, it } from 'vitest';
import { areTogether, durationIn, type Seen } from './periods.ts';

/** `rrwwr`: right and wrong responses, one each second. */
const seen = (text: string): readonly Seen[] =>
  [...text].map((one, i) => ({ at: 1000 * i, isWrong: one === 'w' }));

it.each([
  ['wrong for a while', ['rrrrrrrwwwwwwwwrrrrrrrr', 'rrrwwwwwwwwrrrrrrrrrr'], true],
  ['one in four', ['rrwrrrwrrrrwrrwrrrrwrrrw', 'rwrrrrwrrrwrrrrrwrrr'], false],
  ['every second one', ['rwrwrwrwrwrwrw', 'wrwrwrwrwrwrwrw'], false],
  ['once', ['rrrrwrrrr', 'rrrrrrr'], false],
  [
    'at the ends of repetitions',
    Array.from({ length: 9 }, () => ['rrrrrrw', 'wrrrrr']).flat(),
    false,
  ],
])('%s', (_, texts, expected) => {
  expect(areTogether(texts.map(seen))).toBe(expected);
});

it('a duration has the bounds of all times that were seen', () => {
  expect(durationIn(['rrwwwwrr', 'rrrwww'].map(seen))).toEqual({ leastMs: 3000, mostMs: 5000 });
  expect(durationIn(['rrwww'].map(seen))).toEqual({ leastMs: 2000 });
});

it('times that agree with no duration give none', () => {
  expect(durationIn(['rwr', 'rwwwwwwwr'].map(seen))).toBeUndefined();
});
