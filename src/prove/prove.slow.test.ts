/** Whole runs against servers with a hand-written fault. */
import { describe, expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { type Fault, faults, prove } from './prove.ts';

const surface = registry();
const all = await faults();

function fault(id: string): Fault {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no fault ${id}`);
  return found;
}

describe('a hand-written fault', { timeout: 60_000 }, () => {
  it.each([
    ['meta-rejected', /\/accepts-any-meta$/],
    ['cancel-not-served', /allocation-v1\/cancel\/operation-exists$/],
    ['unknown-id-bad-request', /registry\/(?!metadata).*\/unknown-id-is-404$/],
    ['factory-not-disclosed', /\/discloses-factory$/],
  ])(
    '%s is killed by all requirements with an id like %s, without false alarms',
    async (id, name) => {
      const proof = await prove(fault(id), surface, { seed: 1 });
      const own = surface.requirements.filter((one) => name.test(one.id) && one.level !== 'MAY');
      expect(own).not.toEqual([]);
      expect(proof.killedBy).toEqual(own.map((one) => one.id));
      expect(proof.falseAlarms).toEqual([]);
      expect(proof.requests).toBeGreaterThan(100);
      const failed = proof.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
      expect([...proof.killedBy, ...proof.collateral].sort()).toEqual(failed.sort());
    },
  );

  it('gives false alarms where its collateral is not listed, and none where it is', async () => {
    const one = {
      ...fault('flag-ignored-by-factory'),
      killedBy: 'registry/allocation-v1/cancel/*',
    };
    const only =
      'registry/{allocation-v1/cancel,allocation-v1/withdraw,allocation-instruction-v1/allocation-factory}/{response-shape,debug-*}';
    const unlisted = await prove(one, surface, { seed: 1, only, collateral: [] });
    expect(unlisted).toMatchObject({ killedBy: [], collateral: [], spared: [] });
    expect(unlisted.falseAlarms).toContain(
      'registry/allocation-instruction-v1/allocation-factory/debug-fields-omitted',
    );
    const spared = 'registry/allocation-v1/withdraw/response-shape';
    const collateral = [...unlisted.falseAlarms, spared];
    const listed = await prove(one, surface, { seed: 1, only, collateral });
    expect(listed).toMatchObject({ collateral: unlisted.falseAlarms, falseAlarms: [] });
    expect(listed.spared).toEqual([spared]);
  });
});
