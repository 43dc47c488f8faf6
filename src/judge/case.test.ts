/** The order in which the requests of a case are sent. */
import { expect, test } from 'vitest';
import { inTurns } from './case.ts';

const probe = (own: object) => own as Parameters<typeof inTurns>[0];

test('without concurrency, all are sent one by one', () => {
  expect(inTurns(probe({}), ['a', 'b'])).toEqual([['a', 'b'], [], []]);
});

test('the last ones are sent together', () => {
  expect(inTurns(probe({ concurrentAfter: 1 }), ['a', 'b', 'c'])).toEqual([['a'], ['b', 'c'], []]);
});

test('some are sent together, and what follows waits for them', () => {
  const some = probe({ concurrentAfter: 1, concurrent: 2 });
  expect(inTurns(some, ['a', 'b', 'c', 'd'])).toEqual([['a'], ['b', 'c'], ['d']]);
});
