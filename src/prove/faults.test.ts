/** The hand-written faults of the ledger: each names a requirement that must kill it. */
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { faults } from './prove.ts';

const all = faults().filter(({ surface }) => surface === 'ledger');
const at = { '3.4': ledger(ledgerContract('3.4')), '3.5': ledger(ledgerContract('3.5')) };
const binding = (version: '3.4' | '3.5'): string[] =>
  at[version].requirements.filter(({ level }) => level !== 'MAY').map(({ id }) => id);

describe('the faults of the ledger', () => {
  it('have ids of their own, in kebab case, and one sentence each', () => {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(80);
    for (const { id, description } of all) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
      expect(description).toMatch(/^[^\n]*\.$/);
    }
  });

  it('name requirements that exist at each of their versions', () => {
    for (const { id, killedBy, versions = [] } of all) {
      expect(versions.length, id).toBeGreaterThan(0);
      const matches = picomatch(killedBy);
      for (const version of versions) {
        const ids = binding(version as '3.4' | '3.5');
        expect(
          ids.some((one) => matches(one)),
          `${id}: ${killedBy}`,
        ).toBe(true);
      }
    }
  });
});
