import { expect, it } from 'vitest';
import type { CompleteExchange } from '../../../src/kit.ts';
import { idIn, kindOf, variantsIn } from './members.ts';

it('a variant is found beside members that no document names, wherever it stands', () => {
  const value = { value: { offset: 1 } };
  const list = [
    { update: { Transaction: value } },
    { update: { note: {}, Transaction: value } },
    { update: { Transaction: value, note: {} } },
  ];
  expect(variantsIn(list, 'update').map(({ kind }) => kind)).toEqual(Array(3).fill('Transaction'));
  expect(kindOf({})).toBe('');
});

it('an id in a path is read without the query', () => {
  const exchange = { request: { path: '/v2/packages/a%2Fb?c=/d' } } as CompleteExchange;
  expect(idIn(exchange)).toBe('a/b');
});
