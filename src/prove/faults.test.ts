/** The hand-written faults: each names a requirement that must kill it. */
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { ledgerContracts } from '../../suites/ledger/contract.ts';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { rulesIn } from '../model/index.ts';
import { faults } from './prove.ts';
import { versionOf } from './target.ts';

const surfaces = [registry(), ...ledgerContracts().map(ledger)];

describe.each(['registry', 'ledger'])('the faults of the %s', async (name) => {
  const all = await faults(name);

  it('have unique ids in kebab case, and one sentence each', () => {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, description } of all) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
      expect(description).toMatch(/^[^\n]*\.$/);
    }
  });

  it('name MUST or SHOULD requirements that exist at each of their versions', () => {
    for (const { id, killedBy, versions } of all) {
      const own = surfaces.filter((one) => one.name === name);
      const meant = own.filter((one) => versions?.includes(versionOf(one)) ?? true);
      expect(meant.length, id).toBe(versions?.length ?? own.length);
      const matches = picomatch(killedBy);
      for (const surface of meant) {
        const named = rulesIn(surface).some(({ level, id }) => level !== 'MAY' && matches(id));
        expect(named, `${id}: ${killedBy}`).toBe(true);
      }
    }
  });
});
