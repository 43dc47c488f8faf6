import { expect, test } from 'vitest';
import { apartIn, nearIds } from './look-alike.ts';

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

test('ids of which only the start is shown are told apart where they differ', () => {
  const id = `alice::1220${'0a1b'.repeat(16)}`;
  expect(nearIds(`${id}9f`, id)).toEqual({ actual: ' (…0a1b9f)', expected: ' (…0a1b)' });
  const [start, end] = [`1220${'0a1b'.repeat(6)}`, '0a1b'.repeat(8)];
  expect(nearIds(`${start}7${end}`, `${start}8${end}`)).toEqual({
    actual: ' (…0a1b70a1b…)',
    expected: ' (…0a1b80a1b…)',
  });
  expect(nearIds(id, `alice::1220${'4c2d'.repeat(16)}`)).toBeUndefined();
});

test.each([
  ['a', 'a'],
  ['a', 'b'],
  ['alice', 'ALICE'],
  ['', 'a'],
])('%j and %j are equal or look different', (one, other) => {
  expect(apartIn(one, other)).toBeUndefined();
});
