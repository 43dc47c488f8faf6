import { expect, it } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { proveOwnFaults } from './own-faults.ts';

const surface = ledger();

it.each(['version', 'authenticated-user', 'user-delete', 'submit-and-wait'])(
  'each requirement on %s of the ledger is killed by its own fault',
  { timeout: 60_000 },
  async (operation) => {
    const chosen = (id: string): boolean => id.startsWith(`ledger/${operation}/`);
    const done = await proveOwnFaults(surface, { chosen });
    expect(done.length).toBeGreaterThan(5);
    expect(done.filter(({ outcome }) => outcome !== 'killed')).toEqual([]);
  },
);

it('each requirement on one operation of the registry is killed by its own fault', async () => {
  const chosen = (id: string): boolean => id.startsWith('registry/cancel/');
  const done = await proveOwnFaults(registry(), { chosen });
  expect(done.length).toBeGreaterThan(5);
  expect(done.filter(({ outcome }) => outcome !== 'killed')).toEqual([]);
}, 60_000);
