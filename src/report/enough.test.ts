import { expect, it } from 'vitest';
import { clean } from '../../test/sample-report.ts';
import type { Report, Verdict } from '../model/index.ts';
import { shortfalls } from './enough.ts';

const [first] = clean.verdicts;

/** A report with these MUST verdicts, of which half has to be judged. */
function reportOf(verdicts: readonly Partial<Verdict>[], run: Partial<Report['run']> = {}): Report {
  return {
    ...clean,
    run: { ...clean.run, minJudged: 50, ...run },
    verdicts: verdicts.map((one) => ({ ...first, level: 'MUST', ...one }) as Verdict),
  };
}

const passed = { outcome: 'passed' } as const;
const open = { outcome: 'untested', reason: 'missing-fixture', note: 'give allocations' } as const;

it('half is enough, and less names the share and the most frequent reason', () => {
  expect(shortfalls(reportOf([passed, open]))).toEqual([]);
  expect(shortfalls(reportOf([passed, open, open]))).toEqual([
    'Too little was judged: 1 of 3 planned mandatory requirements, 33%, but --min-judged requires 50%. The most frequent reason: give allocations (2 requirements).',
  ]);
});

it('a report of other traffic, and a shard, ask for no share', () => {
  const { minJudged: _, ...run } = reportOf([]).run;
  expect(shortfalls({ ...reportOf([open]), run })).toEqual([]);
});

it.each<[string, Partial<Verdict>]>([
  ['a missing permission', { outcome: 'untested', reason: 'not-allowed' }],
  ['the rights of the token', { outcome: 'untested', reason: 'needs-credential' }],
  ['the target, which does not offer it', { outcome: 'inapplicable', reason: 'not-offered' }],
  ['the quick profile', { outcome: 'untested', reason: 'not-sampled', exchanges: 0 }],
  ['its level', { ...open, level: 'SHOULD' }],
])('what is excluded by %s is not planned', (_, excluded) => {
  expect(shortfalls(reportOf([passed, excluded, excluded, excluded]))).toEqual([]);
});

it('a failure, and a sample with a conclusive response, are judged', () => {
  const sampled = { outcome: 'untested', reason: 'not-sampled', exchanges: 2 } as const;
  const failed = { outcome: 'failed' } as const;
  const judged = [failed, { ...sampled, conclusive: 2 }];
  expect(shortfalls(reportOf(judged, { minJudged: 100 }))).toEqual([]);
  const silent = { ...sampled, conclusive: 0 };
  expect(shortfalls(reportOf([failed, silent, silent])).join()).toContain('1 of 3 planned');
});

it('dead fixtures are named, with the remedy', () => {
  const of = (...deadFixtures: string[]): readonly string[] =>
    shortfalls(reportOf([passed], { deadFixtures }));
  expect(of('allocations[0]')).toEqual([
    'A fixture is not live at the target: allocations[0]. Replace or remove it.',
  ]);
  expect(of('users[1]', 'users[2]')).toEqual([
    '2 fixtures are not live at the target: users[1], users[2]. Replace or remove them.',
  ]);
});
