/** Whole runs against servers with a hand-written fault. */
import { describe, expect, it } from 'vitest';
import { allocationApis } from '../../test/allocation-apis.ts';
import { faults, prove } from './prove.ts';

const surface = await allocationApis();
const all = await faults();

describe('a hand-written fault', { timeout: 60_000 }, () => {
  it.each([
    [
      'meta-rejected',
      /\/accepts-any-meta$/,
      /\/(accepts-(extreme-meta|optional-members)|unknown-id-is-404|reassignment-is-409)$/,
    ],
    ['cancel-not-served', /allocation-v1\/cancel\/operation-exists$/, /^$/],
    ['unknown-id-bad-request', /registry\/(?!metadata).*\/unknown-id-is-404$/, /^$/],
    ['factory-not-disclosed', /\/discloses-factory$/, /^$/],
  ])(
    '%s is killed by all requirements like %s; of others only %s may fail',
    async (id, name, besides) => {
      const fault = all.find((one) => one.id === id);
      if (fault === undefined) throw new Error(`no fault ${id}`);
      const proof = await prove(fault, surface, { seed: 1 });
      const own = surface.requirements.filter((one) => name.test(one.id) && one.level !== 'MAY');
      expect(own).not.toEqual([]);
      expect(proof.killedBy).toEqual(own.map((one) => one.id));
      expect(proof.others.filter((other) => !besides.test(other))).toEqual([]);
      expect(proof.requests).toBeGreaterThan(100);
      const failed = proof.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
      expect([...proof.killedBy, ...proof.others].sort()).toEqual(failed.sort());
    },
  );
});
