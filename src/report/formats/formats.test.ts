/** Every format shows the same numbers as report.json. */
import { describe, expect, test } from 'vitest';
import { clean, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import type { Outcome, Report } from '../../model/index.ts';
import { toHtml } from '../html/page.ts';
import { LEVELS } from '../status.ts';
import { toCtrf } from './ctrf.ts';
import { annotations } from './github.ts';
import { toJson } from './json.ts';
import { toJunit } from './junit.ts';
import { toMarkdown } from './markdown.ts';
import { toSarif } from './sarif.ts';

/** One more failure of each level, so that all numbers of the sample differ. */
const more = LEVELS.flatMap((level, i) =>
  mixed.verdicts
    .filter((v) => v.level === level && v.outcome === 'passed')
    .slice(0, 2 + i)
    .map((v) => ({ ...v, requirement: `${v.requirement}-again`, outcome: 'failed' as const })),
);
const REPORTS: readonly (readonly [string, Report])[] = [
  ['mixed', mixed],
  ['larger', reportOf([...mixed.verdicts, ...more])],
  ['clean', clean],
  ['empty', reportOf([], { result: 'partial' })],
];

const FIX = 'Delete that member.';

test('every format shows the fix of a failure', () => {
  const fixed = reportOf(
    mixed.verdicts.map((v) => (v.outcome === 'failed' ? { ...v, fix: FIX } : v)),
  );
  const formats = { toCtrf, toSarif, toJunit, toJson, toMarkdown, toHtml, annotations };
  for (const [name, format] of Object.entries(formats)) {
    expect(String(format(fixed)), name).toContain(FIX);
    expect(String(format(mixed)), name).not.toContain(FIX);
  }
});

/** Tools of a CI job print these files, or what they read in them. */
test('no file that a job may print has a command for its log', () => {
  const text = '::stop-commands::x\n##[error]x ##vso[task.complete result=Succeeded;]x';
  const report = reportOf([hostile(text), ...mixed.verdicts]);
  for (const [name, format] of Object.entries({ toMarkdown, toJunit, toCtrf })) {
    const shown = format(report);
    expect(shown, name).toContain('complete');
    expect(shown, name).not.toMatch(/##\p{L}*\[|^\s*::/mu);
  }
});

const count = (words: readonly string[], word: string): number =>
  words.filter((w) => w === word).length;

describe.each(REPORTS)('the %s report', (_, report) => {
  const { summary, verdicts, result } = JSON.parse(toJson(report)) as Report;
  const total = (outcome: Outcome): number =>
    LEVELS.reduce((sum, level) => sum + summary[level][outcome], 0);
  const tolerated = summary.SHOULD.failed + summary.MAY.failed;

  test('has the same verdicts in CTRF', () => {
    const { summary: sums, tests } = JSON.parse(toCtrf(report)).results;
    expect(sums).toMatchObject({
      tests: verdicts.length,
      passed: total('passed') + tolerated,
      failed: summary.MUST.failed,
      skipped: total('inapplicable'),
      pending: 0,
      other: total('cantTell') + total('untested'),
      extra: { result },
    });
    const statuses = tests.map((t: { status: string }) => t.status);
    for (const status of ['passed', 'failed', 'skipped', 'pending', 'other']) {
      expect(count(statuses, status), status).toBe(sums[status]);
    }
  });

  test('has the same verdicts in SARIF', () => {
    const [{ results }] = JSON.parse(toSarif(report)).runs;
    const looks = results.map((r: { kind: string; level: string }) => `${r.kind} ${r.level}`);
    expect({
      results: looks.length,
      error: count(looks, 'fail error'),
      warning: count(looks, 'fail warning'),
      informational: count(looks, 'informational none'),
      pass: count(looks, 'pass none'),
      review: count(looks, 'review none'),
      open: count(looks, 'open none'),
      notApplicable: count(looks, 'notApplicable none'),
    }).toEqual({
      results: verdicts.length,
      error: summary.MUST.failed,
      warning: summary.SHOULD.failed,
      informational: summary.MAY.failed,
      pass: total('passed'),
      review: total('cantTell'),
      open: total('untested'),
      notApplicable: total('inapplicable'),
    });
  });
});
