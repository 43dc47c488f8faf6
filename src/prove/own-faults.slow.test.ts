/** A search finds the faults of requirements. */
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { proveOwnFaults } from './own-faults.ts';

const surface = registry();
const one = 'registry/allocation-v1/cancel/unknown-id-is-404';
const chosen = (id: string): boolean => id === one;

it('a search finds a fault that kills a requirement, and keeps a fault that still kills it', async () => {
  const search = (kills: Record<string, string>) =>
    proveOwnFaults(surface, { chosen, kills, search: true });
  const [found] = await search({ [one]: 'reorder 0 /error' });
  expect(found).toMatchObject({ outcome: 'killed' });
  const kills = { [one]: found?.kill ?? '' };
  expect(await proveOwnFaults(surface, { chosen, kills })).toMatchObject([{ outcome: 'killed' }]);
  expect(await search({ [one]: 'status 1 400' })).toMatchObject([{ kill: 'status 1 400' }]);
});

it('a requirement whose check finds nothing survives every search', async () => {
  const [first] = surface.requirements.filter(({ id }) => id === one);
  if (first === undefined) throw new Error('there is no such requirement');
  const blind = { ...first, check: () => [] };
  const blindSurface = { ...surface, requirements: [blind] };
  const [done] = await proveOwnFaults(blindSurface, { chosen, kills: {}, search: true });
  expect(done).toEqual({
    requirement: one,
    kill: 'survived: no operator kills it',
    outcome: 'survived',
  });
});
