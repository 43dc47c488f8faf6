import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describe } from '../contract/describe.ts';
import { textOf } from './words.ts';

test.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [true, 'true'],
  [4, 'the number 4'],
  [-0, 'the number -0'],
  [JSON.parse('1e400'), 'the number Infinity'],
  ['', '""'],
  ['plain', '"plain"'],
  ['say "hi" \\', String.raw`"say \"hi\" \\"`],
  ['a\nb\u0000', String.raw`"a\nb\u0000"`],
  ['\ud800x', String.raw`"\ud800x"`],
  ['left\u202eright\u2028', String.raw`"left\u202eright\u2028"`],
  ['Zürich 日本 🎉', '"Zürich 日本 🎉"'],
  [[], 'an empty array'],
  [[1], 'an array of 1 item'],
  [[1, 2], 'an array of 2 items'],
  [{}, 'an empty object'],
  [{ error: 1, '\u0007': 2 }, String.raw`an object with error, \u0007`],
])('%j is described as %s', (value, words) => {
  expect(textOf(describe(value))).toBe(words);
});

test('long texts and long lists of names are cut, escapes stay whole', () => {
  expect(textOf(describe('a'.repeat(100), 10))).toBe('"aaaaaaa…"');
  expect(textOf(describe('a'.repeat(8), 10))).toBe('"aaaaaaaa"');
  expect(textOf(describe('aaaaa\u0000aaaaa', 12))).toBe('"aaaaa…"');
  expect(textOf(describe({ templateId: 1, contractId: 2 }, 25))).toBe('an object with templateI…');
});

test('any value becomes one short line of visible characters', () => {
  const halves = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), halves), (value) => {
      const words = textOf(describe(value, 40));
      expect(words.length).toBeLessThanOrEqual(40);
      expect(words).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }),
  );
});
