import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOf } from './all-of.ts';

const LIST = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

function smallest(fails: (items: readonly string[]) => boolean): readonly string[] | undefined {
  const property = fc.property(allOf(LIST), (items) => !fails(items));
  return fc.check(property, { seed: 3, numRuns: 1 }).counterexample?.[0];
}

test('a list is sent whole, at every seed', () => {
  for (const seed of [1, 2, 3])
    expect(fc.sample(allOf(LIST), { seed, numRuns: 1 })).toEqual([LIST]);
});

test.each(LIST)('a failure shrinks to the one item that causes it: %s', (item) => {
  expect(smallest((items) => items.includes(item))).toEqual([item]);
});

test('a failure shrinks to the two items that cause it together', () => {
  expect(smallest((items) => items.includes('b') && items.includes('f'))).toEqual(['b', 'f']);
});

test('a path names a shrunk list', () => {
  const property = fc.property(allOf(LIST), (items) => !items.includes('e'));
  const { counterexamplePath } = fc.check(property, { seed: 5, numRuns: 1 });
  const again = fc.sample(allOf(LIST), { seed: 5, path: counterexamplePath ?? '', numRuns: 1 });
  expect(again).toEqual([['e']]);
});
