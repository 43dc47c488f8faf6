import { expect, test } from 'vitest';
import { some } from '../model/some.ts';
import { count, cut, duration, head, line, visible } from './text.ts';

test.each([
  ['a\u001b[31mb', 'a\\u001b[31mb'],
  ['\u009b31m', '\\u009b31m'],
  ['\n\r\t', '\\n\\r\\t'],
  ['x\u202ey', 'x\\u202ey'],
  ['\ud800', '\\ud800'],
  ['\u{e0041}', '\\udb40\\udc41'],
  ['grüße 漢字 😀', 'grüße 漢字 😀'],
])('%j is seen as %s', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test('invisible characters are shown by their code', () => {
  expect(visible('a\n\u0007', '\n')).toBe('a\n\\u0007');
});

test('a cut never splits a character', () => {
  expect(head('ab😀', 3)).toBe('ab');
  expect(cut('abcdef', 4)).toBe('abc…');
  expect(cut('abc', 3)).toBe('abc');
  expect(line('a\n'.repeat(1000), 20)).toHaveLength(20);
});

test('numbers and lists of names are written in words', () => {
  expect([1, 1204, 1_234_567].map((n) => count(n, 'request'))).toEqual([
    '1 request',
    '1,204 requests',
    '1,234,567 requests',
  ]);
  expect([duration(400), duration(12_300), duration(200_000)]).toEqual([
    '0.4 s',
    '12 s',
    '3 min 20 s',
  ]);
  expect(some(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
});
