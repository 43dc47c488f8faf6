import { describe, expect, it } from 'vitest';
import { all, anyParty, PRUNED, started } from '../../../../test/ledger-shapes.ts';
import type { Ledger } from '../ledger.ts';
import { LOCAL_PARTIES } from '../seed.ts';
import { NEWEST } from '../versions.ts';

const LIST = '/v2/state/active-contracts';

describe('a ledger with a small cap', () => {
  const on = started(NEWEST, {
    change: (_conforming, ledger: Ledger) => {
      ledger.history.listCap = 4;
      return {};
    },
  });

  it('rejects longer lists with 413 and takes a limit up to the cap', async () => {
    for (const [path, body] of [
      ['/v2/updates', all()],
      [LIST, { activeAtOffset: on.end, eventFormat: anyParty }],
      [
        '/v2/commands/completions',
        { parties: LOCAL_PARTIES, userId: 'auditor', beginExclusive: PRUNED },
      ],
    ] as const) {
      const cap = '413 JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED 10 2';
      expect(await on.ledger.rejection(path, body)).toBe(cap);
      expect(await on.ledger.rejection(`${path}?limit=5`, body)).toBe(cap);
      expect(await on.ledger.good(`${path}?limit=4`, body)).toHaveLength(4);
    }
  });
});
