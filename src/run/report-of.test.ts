/** The parts of a report that come from the catalogue, and those of findings that it hides. */
import { expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { reportOnRegistry } from '../../test/reports.ts';
import { accepts, conforming, serve, tiny } from '../../test/tiny-surface.ts';
import { describe } from '../contract/describe.ts';
import { worded } from '../model/index.ts';
import { finding } from '../plan/requirement.ts';
import { run } from './run.ts';

it('a failed verdict has a fix, and no other does', { timeout: 30_000 }, async () => {
  const surface = surfaces['registry']?.();
  if (!surface) throw new Error('no registry surface');
  const only =
    'registry/allocation-v1/cancel/{flag-ends-with-request,rejects-flag-type,flag-defaults-to-false,flag-changes-nothing-else}';
  const faults = ['flag-default-true'];
  const report = await reportOnRegistry({ faults }, { surface, seed: 1, runs: 1, only });
  const failed = report.verdicts.filter((v) => v.outcome === 'failed');
  expect(failed.map((v) => v.requirement)).toEqual([
    'registry/allocation-v1/cancel/flag-defaults-to-false',
  ]);
  const [requirement] = surface.requirements.filter(
    (r) => r.id === 'registry/allocation-v1/cancel/flag-defaults-to-false',
  );
  expect(failed[0]?.fix).toBe(requirement?.fix);
  const others = report.verdicts.filter((v) => v.outcome !== 'failed');
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((v) => 'fix' in v)).toEqual([]);
});

it('a secret is hidden in each member of a finding', { timeout: 30_000 }, async () => {
  const secret = 'Zq7s3cr3tQvZ42xYw8kLmN';
  const check = () => [
    finding('/a', describe(secret), describe(`${secret} ${'x'.repeat(90)}`)),
    finding('/b', worded`the name ${secret}`, `${secret} itself`),
    finding('/c', { json: `{"a":"${secret}"}` }, describe({ [secret]: 1 })),
  ];
  const { url } = await serve(conforming);
  const surface = tiny({ ...accepts(), check } as ReturnType<typeof accepts>);
  const { report } = await run({ surface, url, fixtures: {}, seed: 1, runs: 1, secrets: [secret] });
  const { findings = [] } = report.verdicts[0] ?? {};
  expect(findings).toEqual([
    {
      kind: 'body',
      at: { part: 'body', pointer: '/a' },
      expected: { value: '[redacted]' },
      actual: { type: 'string', start: expect.stringMatching(/^\[redacted\] x+$/), length: 113 },
    },
    {
      kind: 'body',
      at: { part: 'body', pointer: '/b' },
      expected: { parts: [{ words: 'the name ' }, { text: '[redacted]' }] },
      actual: { words: '[redacted] itself' },
    },
    {
      kind: 'body',
      at: { part: 'body', pointer: '/c' },
      expected: { json: '{"a":"[redacted]"}' },
      actual: { type: 'object', members: ['[redacted]'], length: 1 },
    },
  ]);
});
