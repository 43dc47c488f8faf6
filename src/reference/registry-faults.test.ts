import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { REGISTRY_FAULTS } from './registry-faults.ts';

const requirements = registry()
  .requirements.filter(({ level }) => level !== 'MAY')
  .map(({ id }) => id);

it('names existing requirements in each fault of the registry', () => {
  for (const { id, killedBy } of REGISTRY_FAULTS) {
    const found = requirements.filter((one) => picomatch.isMatch(one, killedBy));
    expect(found, `${id}: ${killedBy}`).not.toEqual([]);
  }
});

it('has a fault for each requirement of the registry', () => {
  const killed = picomatch(REGISTRY_FAULTS.map(({ killedBy }) => killedBy));
  expect(requirements.filter((id) => !killed(id))).toEqual([]);
});
