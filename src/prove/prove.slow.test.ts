/** Whole runs against servers with a hand-written fault. */
import { describe, expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { faults, prove } from './prove.ts';

const surface = registry();
const all = await faults();

describe('a hand-written fault', { timeout: 60_000 }, () => {
  it.each([
    [
      'meta-rejected',
      ['withdraw', 'execute-transfer', 'cancel'].map(
        (c) => `registry/allocation-v1/${c}/accepts-any-meta`,
      ),
    ],
    ['cancel-not-served', ['registry/allocation-v1/cancel/operation-exists']],
    [
      'unknown-id-bad-request',
      ['withdraw', 'execute-transfer', 'cancel'].map(
        (c) => `registry/allocation-v1/${c}/unknown-id-is-404`,
      ),
    ],
    [
      'factory-not-disclosed',
      ['registry/allocation-instruction-v1/allocation-factory/discloses-factory'],
    ],
  ])('%s is killed by its requirements without false alarms', async (id, killedBy) => {
    const fault = all.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`no fault ${id}`);
    const proof = await prove(fault, surface, { seed: 1 });
    expect(proof.killedBy).toEqual(killedBy);
    expect(proof.falseAlarms).toEqual([]);
    expect(proof.requests).toBeGreaterThan(100);
    const failed = proof.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
    expect([...proof.killedBy, ...proof.collateral].sort()).toEqual(failed.sort());
  });
});
