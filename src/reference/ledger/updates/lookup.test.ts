import { describe, expect, it } from 'vitest';
import {
  all,
  anyParty,
  EFFECTS,
  format,
  kindOf,
  PRUNED,
  started,
  updateIn,
  wildcard,
} from '../../../../test/ledger-shapes.ts';
import { VERSIONS } from '../versions.ts';

describe.each(VERSIONS)('lookups of updates of version %s', (version) => {
  const on = started(version);
  const closed = (eventFormat?: object, shape?: string) => ({
    ...all(eventFormat, shape),
    endInclusive: on.end,
  });

  it('finds the same update by offset, by id, and in the older forms', async () => {
    const updates = await on.list(closed(anyParty, EFFECTS));
    for (const one of updates) {
      const { offset, updateId } = updateIn(one);
      const updateFormat = format(anyParty, EFFECTS);
      expect(
        await on.ledger.good('/v2/updates/update-by-offset', { offset, updateFormat }),
      ).toEqual(one);
      expect(await on.ledger.good('/v2/updates/update-by-id', { updateId, updateFormat })).toEqual(
        one,
      );
      const { includeTransactions: transactionFormat } = updateFormat;
      for (const [by, key] of [
        ['offset', { offset }],
        ['id', { updateId }],
      ] as const) {
        const path = `/v2/updates/transaction-by-${by}`;
        if (kindOf(one.update) === 'Transaction') {
          expect(await on.ledger.good(path, { ...key, transactionFormat })).toEqual({
            transaction: updateIn(one),
          });
        } else {
          expect(await on.ledger.rejection(path, { ...key, transactionFormat })).toBe(
            '404 UPDATE_NOT_FOUND 5 11',
          );
        }
      }
    }
  });

  it('rejects lookups of unknown updates', async () => {
    const updateFormat = format(anyParty);
    const byOffset = (offset: number, more: object = { updateFormat }) =>
      on.ledger.rejection('/v2/updates/update-by-offset', { offset, ...more });
    expect(await byOffset(0)).toBe('400 NON_POSITIVE_OFFSET 3 8');
    expect(await byOffset(-7)).toBe('400 NON_POSITIVE_OFFSET 3 8');
    expect(await byOffset(PRUNED)).toBe('404 UPDATE_NOT_FOUND 5 11');
    expect(await byOffset(on.end + 1_000_000)).toBe('404 UPDATE_NOT_FOUND 5 11');
    expect(await byOffset(on.end, {})).toBe('400 MISSING_FIELD 3 8');
    const unknownParty = { filtersByParty: { [`unknown::1220${'0'.repeat(64)}`]: wildcard } };
    expect(await byOffset(5, { updateFormat: { includeReassignments: unknownParty } })).toBe(
      '404 UPDATE_NOT_FOUND 5 11',
    );
    const unspecified = format(anyParty, 'TRANSACTION_SHAPE_UNSPECIFIED');
    expect(await byOffset(5, { updateFormat: unspecified })).toBe('400 MISSING_FIELD 3 8');
    expect(await byOffset(5, { updateFormat: format({}) })).toBe('400 INVALID_ARGUMENT 3 8');
    const byId = (updateId: string) =>
      on.ledger.rejection('/v2/updates/update-by-id', { updateId, updateFormat });
    expect(await byId('not hex')).toBe('400 INVALID_ARGUMENT 3 8');
    expect(await byId(`1220${'ab'.repeat(32)}`)).toBe('404 UPDATE_NOT_FOUND 5 11');
    const tree = await on.ledger.get('/v2/updates/transaction-tree-by-offset/5');
    expect([tree.status, tree.body.code]).toEqual([400, 'INVALID_ARGUMENT']);
    const text = await on.ledger.get<string>('/v2/updates/transaction-tree-by-offset/five');
    expect(text).toEqual({ status: 400, body: 'Invalid value for: path parameter offset' });
  });
});
