/** The problems of report.json are read as they were written. */
import { expect, it, test } from 'vitest';
import { clean, mixed, reportOf } from '../../test/sample-report.ts';
import type { Report } from '../model/index.ts';
import { toJson } from './formats/json.ts';
import { problemsOf } from './problems.ts';
import { readReport, whyNoReport } from './read.ts';
import { problemsAsStated } from './stated.ts';
import { type ReportProblem, withProblems } from './with-problems.ts';

interface Written {
  readonly problems: readonly ReportProblem[];
  readonly verdicts: Report['verdicts'];
}

const written = (report: Report): Written => JSON.parse(toJson(report)) as Written;

test.each([
  ['clean', clean],
  ['mixed', mixed],
])('the %s report has the same problems after it is read', (_, report) => {
  const { problems, verdicts } = written(report);
  expect(problemsAsStated(verdicts, problems)).toEqual(problemsOf(report));
});

it('titles are those of the version that made the report', () => {
  const [first, ...others] = written(mixed).problems;
  const problems = [{ ...first, title: 'As it was called then', event: 'As it was' }, ...others];
  const report = readReport(JSON.stringify({ ...withProblems(mixed), problems }));
  expect(report && problemsOf(report)[0]?.title).toBe('As it was called then');
});

test.each<[string, (problems: readonly ReportProblem[]) => unknown]>([
  ['one is missing', (all) => all.slice(1)],
  [
    'they name no failures, as before format 4.2',
    (all) => all.map((p) => ({ ...p, failures: undefined })),
  ],
  [
    'one names a verdict that passed',
    ([first, ...all]) => [{ ...first, failures: [{ verdict: 0 }] }, ...all],
  ],
  ['one names no failure', ([first, ...all]) => [{ ...first, failures: [] }, ...all]],
])('problems are found again if %s', (_, change) => {
  const { problems } = written(mixed);
  const text = JSON.stringify({ ...withProblems(mixed), problems: change(problems) });
  const report = readReport(text);
  expect(report && problemsOf(report)).toEqual(problemsOf(mixed));
});

it('names the place that is not of a report', () => {
  const verdicts = [{ ...mixed.verdicts[0], outcome: 'fine' }];
  expect(whyNoReport(JSON.stringify({ ...reportOf([]), verdicts }))).toMatch(
    /^it is not a report: \/verdicts\/0\/outcome must be equal to one of the allowed values\. Name /,
  );
});
