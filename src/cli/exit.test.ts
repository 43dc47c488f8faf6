import { expect, it } from 'vitest';
import { clean, mixed } from '../../test/sample-report.ts';
import type { Outcome, Reason, Report, Verdict } from '../model/index.ts';
import { exitCodeOf, uncertified } from './exit.ts';

/** A clean report in which one MUST has another outcome. */
function withOne(outcome: Outcome, reason: Reason, base: Report = clean): Report {
  const [first, ...rest] = base.verdicts;
  const verdicts = [{ ...first, outcome, reason } as Verdict, ...rest];
  return { ...base, verdicts, result: base.result === 'conforming' ? 'partial' : base.result };
}

const interrupted = (report: Report): Report => ({
  ...report,
  run: { ...report.run, interrupted: true },
});

it.each<[string, Report, boolean, number]>([
  ['all passed', clean, true, 0],
  ['a MUST failed', mixed, false, 1],
  ['a MUST failed before the run was stopped', interrupted(mixed), false, 1],
  [
    'a MUST failed beside an internal error in Assay',
    withOne('cantTell', 'kit-fault', mixed),
    false,
    1,
  ],
  ['a MUST is open', withOne('untested', 'missing-fixture'), false, 0],
  ['a MUST is open, and that is not enough', withOne('untested', 'missing-fixture'), true, 2],
  ['the run was stopped', interrupted(clean), false, 2],
  ['the target went away', withOne('cantTell', 'unreachable'), false, 2],
  ['an internal error in Assay', withOne('cantTell', 'kit-fault'), false, 3],
])('%s', (_, report, certify, code) => {
  expect(exitCodeOf(report, certify)).toBe(code);
});

it('the exit code is 0 for a sample without a failure, and 2 for a sample without a response to judge', () => {
  const none = { passed: 0, failed: 0, cantTell: 0, untested: 1, inapplicable: 0 };
  const sampled = withOne('untested', 'not-sampled');
  const code = (conclusive: number): number =>
    exitCodeOf(
      {
        ...sampled,
        summary: { MUST: none, SHOULD: none, MAY: none },
        verdicts: sampled.verdicts.slice(0, 1).map((v) => ({ ...v, conclusive })),
      },
      false,
    );
  expect(code(3)).toBe(0);
  expect(code(0)).toBe(2);
});

it.each<[string, Partial<Report['run']>, number]>([
  ['more has to be judged than was', { minJudged: 100 }, 2],
  ['enough was judged', { minJudged: 1 }, 0],
  ['a listed fixture is dead', { deadFixtures: ['allocations[0]'] }, 2],
])('the exit code with an open MUST if %s', (_, run, code) => {
  const report = withOne('untested', 'missing-fixture');
  expect(exitCodeOf({ ...report, run: { ...report.run, ...run } }, false)).toBe(code);
});

it('a failed MUST gives 1, whatever else is missing', () => {
  const run = { ...mixed.run, minJudged: 100, deadFixtures: ['allocations[0]'] };
  expect(exitCodeOf({ ...mixed, run }, false)).toBe(1);
});

it('a target is not certified with a dead fixture', () => {
  const run = { ...clean.run, deadFixtures: ['allocations[0]'] };
  expect(uncertified({ ...clean, run }, true)).toEqual(['a fixture is not live']);
  expect(uncertified(clean, true)).toEqual([]);
});

it('the exit code is 2 if nothing passed', () => {
  const none = { passed: 0, failed: 0, cantTell: 1, untested: 0, inapplicable: 0 };
  const report: Report = { ...clean, summary: { MUST: none, SHOULD: none, MAY: none } };
  expect(exitCodeOf(report, false)).toBe(2);
});
