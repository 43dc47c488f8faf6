/** The reserve of a run follows what its target offers, and not what the plan would send to others. */
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';

const CORE = /^allocation(-instruction)?-v1\//;

/** The report of a registry with the four operations of the contract, and these faults. */
async function reportWith(faults: readonly string[]) {
  const { fixtures, url, close } = await startRegistry({
    faults,
    change: ({ route }) => ({
      route: (target) => {
        const found = route(target);
        return CORE.test(found?.operation ?? '') ? found : undefined;
      },
    }),
  });
  const { allocations, reassigning, choiceArguments } = fixtures;
  const given = { allocations, reassigning, choiceArguments };
  const { report } = await run({
    surface: registry(),
    url: new URL(url),
    fixtures: given,
  }).finally(close);
  return report;
}

it('a racy registry with four operations gets half as many requests again as an honest one', async () => {
  const honest = await reportWith([]);
  const racy = await reportWith(['flag-shared-between-requests']);
  expect(racy.summary.MUST.failed).toBeGreaterThan(0);
  expect(racy.run.requests).toBeGreaterThan(honest.run.requests);
  expect(racy.run.requests).toBeLessThanOrEqual(1.5 * honest.run.requests);
  expect(racy.run.ceiling).toBe(honest.run.ceiling);
}, 120_000);
