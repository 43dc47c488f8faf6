import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Report } from '../src/model/index.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { run } from '../src/run/run.ts';
import { allocationApis } from './allocation-apis.ts';

const golden = JSON.parse(
  readFileSync(new URL('../reports/golden/report.json', import.meta.url), 'utf8'),
) as Report;

function outcomes({ verdicts }: Report): string[] {
  return verdicts.map((v) => `${v.level} ${v.requirement} ${v.outcome} ${v.reason ?? ''}`);
}

/** To renew it: assay serve registry, and assay run against it with --seed 42, --out reports/golden and --api for each of these APIs. */
it('a run with the seed of the golden report still finds the same', {
  timeout: 60_000,
}, async () => {
  const server = await startRegistry();
  const surface = await allocationApis();
  const { report } = await run({
    surface,
    url: new URL(server.url),
    fixtures: server.fixtures,
    seed: golden.run.seed,
    runs: golden.run.runs,
  });
  await server.close();
  expect(outcomes(report)).toEqual(outcomes(golden));
  expect(report.contract).toEqual(golden.contract);
  // The command line sends one request before, to see what responds at the URL.
  expect(report.run.requests + 1).toBe(golden.run.requests);
});
