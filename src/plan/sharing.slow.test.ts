/** The quick profile with a whole server: the requirements that pass, and those that stay open. */
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { exitCodeOf } from '../cli/exit.ts';
import type { Report } from '../model/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { sentence } from '../report/digest.ts';
import { run } from '../run/run.ts';

async function quickRun(faults: readonly string[]): Promise<Report> {
  const { url: at, fixtures, close } = await startRegistry({ faults });
  const options = { surface: registry(), url: new URL(at), fixtures, profile: 'quick' } as const;
  return (await run(options).finally(close)).report;
}

it('a quick run passes only what it sent completely, and states that nothing else failed', async () => {
  const report = await quickRun([]);
  const musts = report.verdicts.filter(({ level }) => level === 'MUST');
  const open = musts.filter(({ outcome }) => outcome !== 'passed');
  expect(new Set(open.map(({ outcome, reason }) => `${outcome} ${reason}`))).toEqual(
    new Set(['untested not-sampled']),
  );
  expect(report.result).toBe('partial');
  expect(sentence(report)).toBe(
    `No mandatory requirement failed: ${report.summary.MUST.passed} of ${musts.length} passed, ${open.length} were judged by a sample of their requests.`,
  );
  expect(exitCodeOf(report, false)).toBe(0);
}, 60_000);

it('a quick run passes no rule that a full run fails for an alternative that it did not send', async () => {
  const { verdicts } = await quickRun(['flag-as-one', 'meta-numbers-accepted']);
  const rules = verdicts.filter(({ requirement }) =>
    /\/rejects-(flag|meta-value)-type$/.test(requirement),
  );
  expect(rules.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
}, 60_000);

it.each([
  ['paused-arguments-crash', /-factory\/no-server-error$/],
  ['many-holdings-crash', /-factory\/no-server-error$/],
  ['amount-number-crash', /-factory\/no-server-error$/],
  ['unknown-token-crash', /\/page-parameters-never-crash$/],
  ['page-overlaps', /\/pages-match-list$/],
  ['zero-decimals-omitted', /\/instrument\/response-shape$/],
  ['fifty-allocations-rejected', /\/serves-minimum-size$/],
  ['supply-of-the-instrument-before', /\/instrument\/matches-list$/],
  ['media-type-without-body-rejected', /\/instrument\/accepts-offered-codings$/],
  ['version-2-knows-no-preapproval', /\/kinds-agree$/],
  ['reassigning-not-found', /\/allocation-v2\/cancel\/reassignment-is-409$/],
])('a quick run sends the values that show %s', { timeout: 60_000 }, async (fault, killer) => {
  const { verdicts } = await quickRun([fault]);
  const failed = verdicts.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ requirement }) => requirement)).toEqual(
    expect.arrayContaining([expect.stringMatching(killer)]),
  );
});
