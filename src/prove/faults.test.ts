/** The faults of the ledger against the catalogue: each names what must catch it, and each requirement has one. */

import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { faults } from './prove.ts';

const all = faults().filter(({ surface }) => surface === 'ledger');
const at = { '3.4': ledger(ledgerContract('3.4')), '3.5': ledger(ledgerContract('3.5')) };
const owed = (version: '3.4' | '3.5'): string[] =>
  at[version].requirements.filter(({ level }) => level !== 'MAY').map(({ id }) => id);

const nameOf = (id: string): string => id.split('/')[2] ?? '';
const caught = picomatch(all.map(({ killedBy }) => killedBy));

/** Requirements that several operations have are proved at some of them; the generated mutants do the rest. */
const SEVERAL = 3;

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
    for (const { id, killedBy, collateral = [], versions = [] } of all) {
      expect(versions.length, id).toBeGreaterThan(0);
      for (const version of versions) {
        const ids = owed(version as '3.4' | '3.5');
        for (const glob of [killedBy, ...collateral]) {
          const matches = picomatch(glob);
          const found = ids.some((one) => matches(one));
          // Some consequences are there in one version only.
          if (glob === killedBy || version === '3.5') expect(found, `${id}: ${glob}`).toBe(true);
        }
      }
    }
  });

  it('leave no requirement of 3.5 without a fault that it catches', () => {
    const ids = owed('3.5');
    const uses = new Map<string, number>();
    for (const id of ids) uses.set(nameOf(id), (uses.get(nameOf(id)) ?? 0) + 1);
    const proved = ids.filter((id) => caught(id));
    const names = new Set(proved.map(nameOf));
    const own = ids.filter((id) => (uses.get(nameOf(id)) ?? 0) < SEVERAL);
    expect(own.filter((id) => !proved.includes(id))).toEqual([]);
    expect([...uses.keys()].filter((name) => !names.has(name))).toEqual([]);
  });
});
