import { expect, test } from 'vitest';
import { apartIn } from './look-alike.ts';

test.each([
  ['V\u00e4xel', 'Va\u0308xel', ' with U+00E4 (NFC)', ' with U+0061 U+0308 (NFD)'],
  ['ab', 'a\u200bb', ' with nothing there', ' with U+200B'],
  ['ab ', 'ab', ' with U+0020', ' with nothing there'],
  ['p\u0430rty', 'party', ' with U+0430', ' with U+0061'],
  ['a\u00a0b', 'a b', ' with U+00A0', ' with U+0020'],
  ['\uff21BC', 'ABC', ' with U+FF21', ' with U+0041'],
])('%j looks like %j', (one, other, first, second) => {
  expect(apartIn(one, other)).toEqual({ actual: first, expected: second });
  expect(apartIn(other, one)).toEqual({ actual: second, expected: first });
});

test.each([
  ['a', 'a'],
  ['a', 'b'],
  ['alice', 'ALICE'],
  ['', 'a'],
])('%j and %j are equal or look different', (one, other) => {
  expect(apartIn(one, other)).toBeUndefined();
});
