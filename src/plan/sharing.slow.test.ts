/** The quick profile with a whole server: the requirements that pass, and those that stay open. By night, with more faults. */
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { byDay } from '../../test/nightly.ts';
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
  const musts = report.verdicts.filter(
    ({ level, outcome }) => level === 'MUST' && outcome !== 'inapplicable',
  );
  const open = musts.filter(({ outcome }) => outcome !== 'passed');
  expect(new Set(open.map(({ outcome, reason }) => `${outcome} ${reason}`))).toEqual(
    new Set(['untested not-sampled']),
  );
  expect(report.result).toBe('partial');
  expect(sentence(report)).toBe(
    `No mandatory requirement failed: ${report.summary.MUST.passed} of ${musts.length} passed, ${open.length} were judged on a sample of their requests.`,
  );
  expect(exitCodeOf(report, false)).toBe(0);
  expect(report.run.requests).toBeLessThanOrEqual(620);
}, 60_000);

it('a quick run passes no rule that a full run fails for an alternative that it did not send', async () => {
  const { verdicts } = await quickRun(['flag-as-one', 'meta-numbers-accepted']);
  const rules = verdicts.filter(({ requirement }) =>
    /\/rejects-(flag|meta-value)-type$/.test(requirement),
  );
  expect(rules.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
}, 60_000);

/** Faults by the requirement that a quick run must fail; those in a row do not affect each other. */
const SHOWN: readonly Readonly<Record<string, RegExp>>[] = [
  {
    'paused-arguments-crash': /-factory\/no-server-error$/,
    'page-overlaps': /\/pages-match-list$/,
  },
  {
    'many-holdings-crash': /-factory\/no-server-error$/,
    'unknown-token-crash': /\/page-parameters-never-crash$/,
  },
  {
    'amount-number-crash': /-factory\/no-server-error$/,
    'zero-decimals-omitted': /\/instrument\/response-shape$/,
    'fifty-allocations-rejected': /\/serves-minimum-size$/,
  },
  {
    'supply-of-the-instrument-before': /\/instrument\/matches-list$/,
    'reassigning-not-found': /\/allocation-v2\/cancel\/reassignment-is-409$/,
  },
  {
    'media-type-without-body-rejected': /\/instrument\/accepts-offered-codings$/,
    'version-2-knows-no-preapproval': /\/kinds-agree$/,
  },
];

it.each(
  byDay(SHOWN, (_, nth) => nth % 2 === 0).map((row) => [Object.keys(row).join(', '), row] as const),
)('a quick run sends the values that show %s', { timeout: 60_000 }, async (_, row) => {
  const { verdicts } = await quickRun(Object.keys(row));
  const failed = verdicts.filter(({ outcome }) => outcome === 'failed');
  const killers = Object.values(row).map((killer) => expect.stringMatching(killer));
  expect(failed.map(({ requirement }) => requirement)).toEqual(expect.arrayContaining(killers));
});
