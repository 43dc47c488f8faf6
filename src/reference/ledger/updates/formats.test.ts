import { describe, expect, it } from 'vitest';
import {
  by,
  EFFECTS,
  filter,
  format,
  kindOf,
  PRUNED,
  started,
  updateIn,
} from '../../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES } from '../seed.ts';
import { VERSIONS } from '../versions.ts';

const [alice = '', bob = '', carol = ''] = LOCAL_PARTIES;

describe.each(VERSIONS)('older forms of version %s', (version) => {
  const on = started(version);

  it('treats the older pair of members like the format that it stands for, in lists and in flats', async () => {
    const older = {
      beginExclusive: PRUNED,
      endInclusive: on.end,
      filter: by(alice, carol),
      verbose: true,
    };
    const { includeTopologyEvents: _none, ...updateFormat } = format(by(alice, carol));
    const newer = { beginExclusive: PRUNED, endInclusive: on.end, updateFormat };
    const expected = await on.list(newer);
    expect(expected.length).toBeGreaterThan(5);
    expect(await on.list(older)).toEqual(expected);
    expect(await on.list(older, '/v2/updates/flats')).toEqual(expected);
    expect(await on.list(newer, '/v2/updates/flats')).toEqual(expected);
    for (const both of [
      { ...older, updateFormat },
      { ...newer, verbose: true },
      { beginExclusive: PRUNED },
    ]) {
      expect(await on.ledger.rejection('/v2/updates', both)).toBe('400 INVALID_ARGUMENT 3 8');
    }
  });

  it('pairs trees with transactions in all three places', async () => {
    const only = { TemplateFilter: { value: { templateId: '#assay-demo:Main:Registration' } } };
    const older = { filtersByParty: { [bob]: filter(only) } };
    const trees = await on.list(
      { beginExclusive: PRUNED, endInclusive: on.end, filter: older, verbose: true },
      '/v2/updates/trees',
    );
    const { includeTopologyEvents: _none, ...updateFormat } = format(by(bob), EFFECTS);
    const flat = await on.list({ beginExclusive: PRUNED, endInclusive: on.end, updateFormat });
    expect(trees.map((one) => updateIn(one).offset)).toEqual(
      flat.map((one) => updateIn(one).offset),
    );
    for (const [index, one] of trees.entries()) {
      const other = flat[index];
      if (other === undefined || kindOf(other.update) !== 'Transaction') continue;
      const { eventsById, ...tree } = updateIn(one);
      const { events, ...transaction } = updateIn(other);
      expect(transaction).toMatchObject(tree);
      expect(tree).not.toHaveProperty('externalTransactionHash');
      const fromTree = Object.entries(eventsById).map(([id, event]) => [
        id,
        Object.values(event)[0]?.value,
      ]);
      const fromList = events.map((event) => {
        const [value] = Object.values(event);
        return [String(value?.nodeId), value];
      });
      expect(fromTree).toEqual(fromList);
      const query = `?parties=${encodeURIComponent(bob)}`;
      for (const key of [`offset/${tree.offset}`, `id/${tree.updateId}`]) {
        const found = await on.ledger.get<{ transaction: unknown }>(
          `/v2/updates/transaction-tree-by-${key}${query}`,
        );
        expect(found.body.transaction).toEqual({ ...tree, eventsById });
      }
    }
  });

  it('treats each requesting party as a wildcard, and rejects parties with a format, and neither', async () => {
    const { includeTransactions } = format(by(alice));
    const updateFormat = { includeTransactions };
    const [first] = await on.list({ beginExclusive: PRUNED, updateFormat });
    const offset = first === undefined ? 0 : updateIn(first).offset;
    const path = '/v2/updates/transaction-by-offset';
    const { includeTransactions: transactionFormat } = format(by(alice));
    const both = { offset, requestingParties: [alice], transactionFormat };
    expect(await on.ledger.good(path, { offset, requestingParties: [alice] })).toEqual(
      await on.ledger.good(path, { offset, transactionFormat }),
    );
    expect(await on.ledger.rejection(path, both)).toBe('400 INVALID_ARGUMENT 3 8');
    expect(await on.ledger.rejection(path, { offset })).toBe('400 INVALID_ARGUMENT 3 8');
  });
});
