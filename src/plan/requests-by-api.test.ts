import { expect, it } from 'vitest';
import { EVERYTHING, shop } from '../../test/shops.ts';
import { apiOf } from '../model/index.ts';
import { plan, requestsByApi } from './plan.ts';

it('the requests of each API are those of a plan for it alone, and all of a plan together', () => {
  const surface = shop();
  const options = { fixtures: {}, seed: 1, runs: 1 };
  const whole = plan(surface, surface.requirements, options);
  const parts = requestsByApi(whole);
  expect(parts.size).toBe(new Set(EVERYTHING.map((name) => name.split('/')[0])).size);
  for (const [api, requests] of parts) {
    const own = surface.requirements.filter(
      ({ probes: [probe] }) => probe !== undefined && apiOf(probe.operation) === api,
    );
    expect(plan(surface, own, options).requests).toBe(requests);
  }
  // The shop has one unknown path for all APIs, which counts once in the total.
  const shared = 2 * (parts.size - 1);
  expect([...parts.values()].reduce((sum, n) => sum + n, -shared)).toBe(whole.requests);
});
