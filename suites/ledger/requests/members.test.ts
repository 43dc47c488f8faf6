import { expect, it } from 'vitest';
import { kindOf, variantsIn } from './members.ts';

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
