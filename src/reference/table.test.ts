import { expect, it } from 'vitest';
import { table } from './ledger/faults/table.ts';
import { readRow } from './table.ts';

const change = () => ({});

it('reads a row of a table of faults, with and without conditions', () => {
  expect(
    readRow('registry', 'no-body | cancel/rejects-missing-body | The server needs no body.'),
  ).toEqual({
    id: 'no-body',
    killedBy: 'registry/cancel/rejects-missing-body',
    conditions: [],
    description: 'The server needs no body.',
  });
  expect(
    table({
      'no-id | user/{rejects-unknown-resource,unknown-resource-error} | both writes reader | No.':
        change,
    }),
  ).toEqual([
    {
      id: 'no-id',
      killedBy: 'ledger/user/{rejects-unknown-resource,unknown-resource-error}',
      description: 'No.',
      versions: ['3.4', '3.5'],
      allow: 'writes',
      token: 'reader',
      change,
    },
  ]);
});

it('rejects a row of another form and an unknown condition', () => {
  expect(() => readRow('ledger', 'no-id | user/rejects-unknown-resource')).toThrow(
    'no row of faults',
  );
  expect(() =>
    table({
      'no-id | user/{rejects-unknown-resource,unknown-resource-error} | wrties | No.': change,
    }),
  ).toThrow('no condition of faults: wrties');
});
