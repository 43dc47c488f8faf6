import { describe, expect, test } from 'vitest';
import { mixed, reportOf, summarize } from '../../test/sample-report.ts';
import type { Outcome, Verdict } from '../model/index.ts';
import { wrongStatus } from '../plan/requirement.ts';
import { gaps, information, nameOf, operationNameOf, sentence } from './digest.ts';
import { REASONS } from './reasons.ts';

const [base] = mixed.verdicts;
if (!base) throw new Error('empty sample');
const must = (...outcomes: Outcome[]): Verdict[] =>
  outcomes.map((outcome) => ({ ...base, outcome }));

describe('sentence', () => {
  test.each([
    [must('passed', 'passed'), 'All 2 mandatory requirements that apply passed.'],
    [must('passed', 'inapplicable'), 'The 1 mandatory requirement that applies passed.'],
    [must('failed', 'passed'), '1 problem (1 requirement); 1 of 2 mandatory requirements failed.'],
    [
      must('failed', 'cantTell', 'untested'),
      '1 problem (1 requirement); 1 of 3 mandatory requirements failed, 2 could not be judged.',
    ],
    [
      must('passed', 'untested'),
      'No mandatory requirement failed, but 1 of 2 could not be judged.',
    ],
    [
      must(...Array<Outcome>(1163).fill('untested'), 'passed'),
      'No mandatory requirement failed, but 1,163 of 1,164 could not be judged.',
    ],
    [must('untested', 'cantTell'), 'None of 2 mandatory requirements could be judged.'],
    [[], 'No mandatory requirement was part of this run.'],
  ])('names the result and the failures of report %#', (verdicts, expected) => {
    expect(sentence(reportOf(verdicts, { summary: summarize(verdicts) }))).toBe(expected);
  });
});

describe('gaps', () => {
  const open = (i: number, note: string, level: 'MUST' | 'SHOULD' = 'SHOULD'): Verdict => ({
    ...base,
    requirement: `registry/allocation-v1/withdraw/r${i}`,
    findings: [],
    outcome: 'cantTell',
    reason: 'flaky',
    level,
    note,
  });
  const of = (verdicts: Verdict[]): [string, number][] =>
    gaps(reportOf(verdicts), ['untested', 'cantTell']).map((g) => [g.unlock, g.verdicts.length]);

  test('begin with unconfirmed failures, which stay separate among many notes', () => {
    const findings = [wrongStatus(200, 500)];
    const seen: Verdict = { ...open(0, 'unconfirmed'), findings };
    const others = Array.from({ length: 20 }, (_, i) => open(i + 1, `note ${i}`, 'MUST'));
    expect(of([others[0] as Verdict, seen])).toEqual([
      ['unconfirmed', 1],
      ['note 0', 1],
    ]);
    expect(of([...others, seen])).toEqual([
      ['unconfirmed', 1],
      [REASONS.flaky.unlock, 20],
    ]);
  });

  test('are one for each note, those with a MUST first', () => {
    expect(of([open(1, 'a'), open(2, 'b'), open(3, 'b', 'MUST')])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  test('are one for each reason if there are too many notes to list', () => {
    const many = 'abcdefghi'.split('').map((note, i) => open(i, note));
    expect(of(many)).toEqual([[REASONS.flaky.unlock, 9]]);
  });

  test('notes that differ only in their numbers are one reason, without numbers that hold for one of them', () => {
    expect(of([open(1, '4 of 1,200 were 200'), open(2, '8 of 8 were 200')])).toEqual([
      [REASONS.flaky.unlock, 2],
    ]);
    expect(of([open(1, 'allocation-v1'), open(2, 'allocation-v2')])).toHaveLength(2);
  });
});

test('a requirement id is surface, operation and name', () => {
  expect(operationNameOf('registry/allocation-v1/withdraw/operation-exists')).toBe(
    'allocation-v1/withdraw',
  );
  expect(operationNameOf('ledger/version/operation-exists')).toBe('version');
  expect(nameOf('registry/allocation-v1/withdraw/operation-exists')).toBe('operation-exists');
  expect(nameOf('odd')).toBe('odd');
});

test('information is each difference and note, once for each name', () => {
  expect(information(mixed).map((v) => nameOf(v.requirement))).toEqual([
    'allows-browsers',
    'utf8-charset',
  ]);
});
