import { describe, expect, it } from 'vitest';
import { HOSTILE, hostile, mixed, reportOf } from '../../test/sample-report.ts';
import { bodyPlace, nameOf, type Report, shownOf, type Verdict } from '../model/index.ts';
import { wrongStatus } from '../plan/requirement.ts';
import { comparisonText } from './report-text.ts';
import { compareReports, comparisonJson, hasRegressed } from './reports.ts';

const idOf = (name: string): string => `registry/allocation-v1/withdraw/${name}`;
const sample = mixed.verdicts.find((v) => v.requirement === idOf('operation-exists')) as Verdict;
const finding = wrongStatus(200, 500);
const passed = (name: string): Verdict => ({ ...sample, requirement: idOf(name) });
const failed = (name: string): Verdict => ({
  ...passed(name),
  outcome: 'failed',
  findings: [finding],
});
const misshapen = (name: string): Verdict => ({
  ...failed(name),
  findings: [
    {
      ...{ kind: 'body', at: bodyPlace('/factoryId') },
      ...{ keyword: 'type', schema: 'Factory/factoryId' },
      ...{ expected: shownOf('a string'), actual: { value: 7 } },
    },
  ],
});
const untested = (name: string): Verdict => ({
  ...passed(name),
  outcome: 'untested',
  reason: 'missing-fixture',
});

const kinds = (before: readonly Verdict[], after: readonly Verdict[]): string[] =>
  compareReports(reportOf(before), reportOf(after)).changes.map(
    (c) => `${c.change} ${nameOf(c.requirement)}`,
  );

describe('two reports', () => {
  it('with equal verdicts do not differ, whatever was sent', () => {
    const other = mixed.verdicts.map((v) => ({ ...v, exchanges: 1, note: 'x', evidence: [7] }));
    expect(compareReports(mixed, reportOf(other)).changes).toEqual([]);
  });

  it.each<[string, readonly Verdict[], readonly Verdict[]]>([
    ['regressed a', [passed('a')], [failed('a')]],
    ['regressed a', [untested('a')], [failed('a')]],
    ['fixed a', [failed('a')], [passed('a')]],
    ['changed a', [failed('a')], [untested('a')]],
    ['changed a', [passed('a')], [untested('a')]],
    ['changed a', [failed('a')], [{ ...failed('a'), findings: [wrongStatus(200, 502)] }]],
    ['changed a', [untested('a')], [{ ...untested('a'), reason: 'budget' }]],
    ['changed a', [passed('a')], [{ ...passed('a'), level: 'SHOULD' }]],
    ['changed a', [{ ...passed('a'), level: 'MAY' }], [{ ...failed('a'), level: 'MAY' }]],
    ['added a', [], [failed('a')]],
    ['removed a', [failed('a')], []],
  ])('%s', (change, before, after) => {
    expect(kinds(before, after)).toEqual([change]);
  });

  it('list requirements that are gone last, and the others in the order of the second report', () => {
    expect(
      kinds([passed('a'), passed('b'), passed('c')], [failed('c'), failed('d'), failed('b')]),
    ).toEqual(['regressed c', 'added d', 'regressed b', 'removed a']);
  });

  it('show a regression only if both have the requirement', () => {
    const regressed = (before: Verdict[], after: Verdict[]): boolean =>
      hasRegressed(compareReports(reportOf(before), reportOf(after)));
    expect(regressed([passed('a')], [failed('a')])).toBe(true);
    expect(regressed([], [failed('a')])).toBe(false);
    expect(regressed([passed('a')], [untested('a')])).toBe(false);
  });

  it.each<[string, Partial<Report>]>([
    ['contracts', { contract: [{ id: 'allocation-v1', version: '2.0.0', sha256: 'ff' }] }],
    ['versions of Assay', { kit: { name: 'assay', version: '9.0.0' } }],
    ['seeds', { run: { ...mixed.run, seed: 43 } }],
    ['settings', { run: { ...mixed.run, profile: 'quick MUST' } }],
    ['settings', { run: { ...mixed.run, runs: 3 } }],
  ])('of different %s are compared with a warning', (what, change) => {
    const { warnings } = compareReports(mixed, { ...mixed, ...change });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(what);
    expect(compareReports(mixed, mixed).warnings).toEqual([]);
  });
});

describe('as text', () => {
  it('a comparison names regressions first, with outcome before and after, and ends with counts', () => {
    const before = [passed('a'), failed('b'), passed('e')];
    const text = comparisonText(
      compareReports(reportOf(before), reportOf([failed('a'), passed('b')])),
    );
    const lines = text.trimEnd().split('\n');
    expect(lines.slice(3)).toEqual([
      'Regressed (1 problem, 1 requirement)',
      '  ✗ 500 instead of 200 (allocation-v1/withdraw)',
      '      MUST   registry/allocation-v1/withdraw/a',
      '      was passed',
      '      is  failed: 500 instead of 200 (allocation-v1/withdraw)',
      '',
      'Fixed (1 problem, 1 requirement)',
      '  ✓ 500 instead of 200 (allocation-v1/withdraw)',
      '      MUST   registry/allocation-v1/withdraw/b',
      '',
      'Removed (1 requirement)',
      '  - MUST   registry/allocation-v1/withdraw/e',
      '      was passed',
      '',
      '1 regressed, 1 fixed, 1 removed of 3 requirements.',
    ]);
  });

  it('the requirements of one problem are one entry', () => {
    const ids = Array.from({ length: 30 }, (_, i) => `r${i}`);
    const text = comparisonText(
      compareReports(reportOf(ids.map(passed)), reportOf(ids.map(misshapen))),
    );
    expect(text).toContain('Regressed (1 problem, 30 requirements)');
    expect(text.match(/^ {2}✗ /gm)).toHaveLength(1);
    expect(text.match(/^ {6}MUST /gm)).toHaveLength(5);
    expect(text).toContain('\n      … and 25 more\n');
  });

  it('a comparison of many changes shows some of each kind, and says where all of them are', () => {
    const ids = Array.from({ length: 30 }, (_, i) => `r${i}`);
    const text = comparisonText(
      compareReports(reportOf(ids.map(passed)), reportOf(ids.map(untested))),
    );
    expect(text).toContain('Changed (30 requirements)');
    expect(text.match(/^ {2}~ /gm)).toHaveLength(20);
    expect(text).toContain('\n  … and 10 more; --json has all of them\n');
  });

  it('a comparison prints no control character of a target', () => {
    for (const evil of HOSTILE) {
      const after = reportOf([hostile(evil)], { target: { url: evil } });
      const text = comparisonText(compareReports(reportOf([]), after));
      expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
      expect(text.length).toBeLessThan(5_000);
    }
  });

  it('a comparison states that equal reports are equal', () => {
    expect(comparisonText(compareReports(mixed, mixed))).toContain('Nothing differs of');
  });
});

it('as JSON, each kind of change has its list', () => {
  const { run } = mixed;
  const after = reportOf([failed('a'), passed('n')], { run: { ...run, seed: 1 } });
  const comparison = compareReports(reportOf([passed('a'), failed('g')]), after);
  const document = JSON.parse(comparisonJson(comparison)) as Record<string, unknown>;
  expect(document).toMatchObject({
    schemaVersion: '1.1.0',
    from: { run: { seed: 42 }, target: mixed.target },
    to: { run: { seed: 1 } },
    warnings: [expect.stringContaining('42 and 1')],
    regressed: [
      {
        requirement: idOf('a'),
        problem: '500 instead of 200 (allocation-v1/withdraw)',
        from: { outcome: 'passed' },
        to: {
          outcome: 'failed',
          findings: [{ ...finding, at: 'status', expected: '200', actual: '500' }],
        },
      },
    ],
    fixed: [],
    changed: [],
    added: [{ requirement: idOf('n'), to: { outcome: 'passed' } }],
    removed: [{ requirement: idOf('g'), from: { outcome: 'failed' } }],
  });
});
