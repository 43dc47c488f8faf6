import { expect, it } from 'vitest';
import { clean, mixed, reportOf, summarize } from '../../test/sample-report.ts';
import type { Outcome, Report, Verdict } from '../model/index.ts';
import { readReport } from './read.ts';
import { resultOf, summarise } from './summary.ts';
import { contradictions } from './summary-check.ts';

const [first, second] = clean.verdicts.filter((v) => v.level === 'MUST') as [Verdict, Verdict];
const outcomes = (...list: Outcome[]): Verdict[] =>
  list.map((outcome, index) => ({ ...(index === 0 ? first : second), outcome }));

it.each<[Outcome[], boolean, string]>([
  [['passed', 'inapplicable'], false, 'conforming'],
  [['passed', 'passed'], true, 'partial'],
  [['passed', 'untested'], false, 'partial'],
  [['passed', 'cantTell'], false, 'partial'],
  [['inapplicable'], false, 'partial'],
  [['failed', 'untested'], true, 'nonconforming'],
  [[], false, 'partial'],
])('counts %j, incomplete %s, have the result %s', (list, incomplete, result) => {
  expect(resultOf(outcomes(...list), incomplete)).toBe(result);
});

it('only MUST requirements decide the result', () => {
  const should: Verdict = { ...second, level: 'SHOULD', outcome: 'failed' };
  expect(resultOf([first, should], false)).toBe('conforming');
});

it('a summary counts every level and outcome', () => {
  expect(summarise(mixed.verdicts)).toEqual(summarize(mixed.verdicts));
});

it('a report that agrees with its verdicts has no contradictions', () => {
  expect([mixed, clean].flatMap(contradictions)).toEqual([]);
});

it('the contradictions of a report name each count and the result that its verdicts do not give', () => {
  const verdicts = mixed.verdicts.map((v) =>
    v.level === 'MUST' && v.outcome === 'failed' ? { ...v, outcome: 'passed' as const } : v,
  );
  expect(contradictions({ ...mixed, verdicts })).toEqual([
    expect.stringMatching(/^summary\.MUST\.failed is 3, but the verdicts give 0$/),
    expect.stringMatching(/^summary\.MUST\.passed is \d+, but the verdicts give \d+$/),
    'result is nonconforming, but the verdicts give partial',
  ]);
});

it('a result may claim less than its verdicts only with a reason, and never more', () => {
  const partial: Report = { ...clean, result: 'partial' };
  const notes = ['3 MUST requirements were not selected'];
  const noted = { ...clean.run, notes, leftOut: { requirements: 3 } };
  const stopped = { ...clean.run, interrupted: true };
  const plain = { ...clean.run, profile: 'full' };
  expect(contradictions({ ...partial, run: noted })).toEqual([]);
  expect(contradictions({ ...partial, run: { ...plain, profile: 'shard 1/2' } })).toEqual([]);
  expect(contradictions({ ...partial, run: plain })).toEqual([
    'result is partial, but the verdicts give conforming',
  ]);
  expect(contradictions({ ...clean, run: stopped })).toEqual([
    'result is conforming, but the verdicts give partial',
  ]);
  expect(contradictions({ ...clean, run: noted })).toEqual([
    'result is conforming, but the verdicts give partial',
  ]);
  const other = { ...clean.run, notes: ['the target limits its callers'] };
  expect(contradictions({ ...clean, run: other })).toEqual([]);
  const open = reportOf(outcomes('passed', 'untested'), { result: 'conforming' });
  expect(contradictions(open)).toEqual(['result is conforming, but the verdicts give partial']);
});

it('a summary is read only from the text of a report', () => {
  expect(readReport(JSON.stringify(mixed))).toEqual(mixed);
  const broken: unknown[] = [
    null,
    [],
    {},
    { ...mixed, verdicts: [{}] },
    { ...mixed, verdicts: [{ ...first, outcome: 'fine' }] },
    { ...mixed, summary: { MUST: {} } },
    { ...mixed, run: { ...mixed.run, notes: 'none' } },
    { ...mixed, contract: [{ id: 'x' }] },
    { ...mixed, target: null },
    { ...mixed, schemaVersion: '5.0.0' },
    { ...mixed, schemaVersion: '44.0' },
  ];
  for (const value of broken) expect(readReport(JSON.stringify(value))).toBeUndefined();
  expect(readReport('{')).toBeUndefined();
});
