/** What a report takes over from the catalogue. */
import { expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from './run.ts';

it('a failed verdict has a fix, and no other does', { timeout: 30_000 }, async () => {
  const surface = surfaces['registry']?.();
  if (!surface) throw new Error('no registry surface');
  const { url, fixtures, close } = await startRegistry({ faults: ['flag-default-true'] });
  const only =
    'registry/cancel/{flag-ends-with-request,rejects-flag-type,flag-defaults-to-false,flag-changes-nothing-else}';
  const { report } = await run({ surface, url: new URL(url), fixtures, seed: 1, runs: 1, only });
  await close();
  const failed = report.verdicts.filter((v) => v.outcome === 'failed');
  expect(failed.map((v) => v.requirement)).toEqual(['registry/cancel/flag-defaults-to-false']);
  const [requirement] = surface.requirements.filter(
    (r) => r.id === 'registry/cancel/flag-defaults-to-false',
  );
  expect(failed[0]?.fix).toBe(requirement?.fix);
  const others = report.verdicts.filter((v) => v.outcome !== 'failed');
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((v) => 'fix' in v)).toEqual([]);
});
