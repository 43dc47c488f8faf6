/** What a page shows at its end. */
import { expect, test } from 'vitest';
import { inWords } from '../../src/report/words.ts';
import { isOfLostToken, isOneTooMany, lengthOfPage, lostToken } from './page-ends.ts';

const LIST = ['a', 'b', 'c', 'd'];

test('a page that is not the last one and has one element too many is told from one that ignores its size', () => {
  const [one] = lengthOfPage(3, 2, '/notes', true);
  const [whole] = lengthOfPage(4, 2, '/notes', false);
  expect(one && inWords(one)).toMatchObject({ actual: '3 on a page that is not the last one' });
  expect([one, whole].map((finding) => finding && isOneTooMany({ finding }))).toEqual([
    true,
    false,
  ]);
  expect(lengthOfPage(2, 2, '/notes', true)).toEqual([]);
});

test.each([
  ['the start of an ordered list', ['a', 'b'], true],
  ['a part of a list without an order', ['d', 'b'], false],
])('a page without a token after %s lacks it', (_, paged, isOrdered) => {
  const [lost] = lostToken(paged, LIST, isOrdered);
  expect(lost && isOfLostToken({ finding: lost })).toBe(true);
  expect(lost && inWords(lost).at).toContain('element 2 of 4');
});

test.each([
  ['that lost an element', ['a', 'c'], true],
  ['that repeat an element', ['a', 'a'], false],
  ['with an element of no list', ['a', 'x'], false],
  ['that are the whole list', LIST, true],
])('pages %s lack no token', (_, paged, isOrdered) => {
  expect(lostToken(paged, LIST, isOrdered)).toEqual([]);
});
