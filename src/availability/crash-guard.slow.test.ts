/** The verdicts about a target that closes connections, whatever else is in flight then. */
import { expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { registryFor } from '../../test/reference.ts';
import { run } from '../run/run.ts';

it('a target that hangs up on some requests gets the same verdicts at any concurrency', async () => {
  const { url, fixtures } = await registryFor({ faults: ['hangs-up-on-some-requests'] });
  const surface = surfaces['registry']?.();
  if (surface === undefined) throw new Error('there is no registry');
  const verdicts: string[][] = [];
  for (const concurrency of [1, 16]) {
    const only = 'registry/allocation-v1/*/*';
    const options = { surface, url: new URL(url), fixtures, seed: 1, runs: 5, only, concurrency };
    const { report } = await run(options);
    verdicts.push(report.verdicts.map((v) => `${v.requirement} ${v.outcome} ${v.reason}`));
  }
  const [alone = [], together] = verdicts;
  expect(alone.some((verdict) => verdict.includes(' failed '))).toBe(true);
  expect(together).toEqual(alone);
}, 60_000);
