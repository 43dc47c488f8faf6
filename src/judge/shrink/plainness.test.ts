import { expect, it } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import { flawOf } from './plainness.ts';

const probes = registry().requirements.flatMap((one) => one.probes);
const flaw = (id: string): number => {
  const probe = probes.find((one) => one.id === id);
  if (probe === undefined) throw new Error(id);
  return flawOf(probe, []);
};

it('a request that a server may reject is less plain than a good one, and plainer than a wrong one', () => {
  const factory = 'transfer-v1/transfer-factory';
  const unusual = flaw(`${factory}/any-object`);
  expect(flaw(`${factory}/declared-arguments`)).toBeLessThan(unusual);
  expect(flaw('transfer-v1/accept/hostile-meta')).toBe(unusual);
  expect(flaw(`${factory}/missing-body`)).toBeGreaterThan(unusual);
});
