/** The steps of a case by their names. */
import { expect, test } from 'vitest';
import type { Call, CompleteExchange, Exchange } from '../../src/kit.ts';
import { searching } from '../../test/notes-surface.ts';
import { stepsOf } from './steps.ts';

const [milk, bread] = [searching('milk'), searching('bread')];
const ORDER = stepsOf('first', 'second', 'third');
const exchanges = ['a', 'b', 'c'].map((one) => ({ durationMs: one.charCodeAt(0) }));

test('sends the requests in the order of their names', () => {
  expect(ORDER.requests({ second: bread, first: milk })).toEqual([milk, bread]);
});

test('makes a request from the responses before it, by their names', () => {
  const [, made] = ORDER.requests({ first: milk, second: ({ first }) => first?.request });
  const before = [{ request: bread }] as unknown as readonly Exchange[];
  expect((made as (before: readonly Exchange[]) => Call)(before)).toBe(bread);
});

test('judges each response by the name of its step', () => {
  const seen: unknown[] = [];
  const judge = ORDER.judged((at, more: number) => {
    seen.push(at.first?.durationMs, at.third?.durationMs, more);
    return [];
  });
  judge(exchanges as unknown as readonly CompleteExchange[], 7);
  judge(exchanges.slice(0, 2) as unknown as readonly CompleteExchange[], 8);
  expect(seen).toEqual([97, 99, 7, 97, undefined, 8]);
});
