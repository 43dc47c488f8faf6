import { expect, it } from 'vitest';
import { FLAG, INTERNALS, reportOn } from '../../test/board-reports.ts';
import type { Report } from '../model/index.ts';
import { historyOf } from './history.ts';
import { kept, Numbers } from './keep.ts';
import { standingOf } from './standing.ts';
import { targetsOf } from './targets.ts';
import type { BoardReport, Signature } from './types.ts';

const numbers = new Numbers();

const NOW = Date.parse('2026-11-20');

function entry(
  report: Report,
  signature: Signature = { state: 'none' },
  given: { isKeyed?: boolean } = {},
): BoardReport {
  const { startedAt } = report.run;
  const place = { path: startedAt, page: startedAt, isBundle: false, sha256: startedAt };
  const contents = kept(report, numbers);
  const standing = standingOf(signature, contents.startedAt, {
    isKeyed: false,
    now: NOW,
    ...given,
  });
  return { ...place, ...contents, signature, standing };
}

function lines(reports: readonly BoardReport[]): readonly string[] {
  return historyOf(reports).changes.map(
    ({ report, kind, problem }) => `${report.path.slice(8, 10)} ${kind} ${problem.lead}`,
  );
}

it('names new failures and fixes, with the report that shows each', () => {
  const reports = [
    reportOn('2026-11-01', { [FLAG]: 'failed', [INTERNALS]: 'passed' }),
    reportOn('2026-11-02', { [FLAG]: 'failed', [INTERNALS]: 'failed' }),
    reportOn('2026-11-03', { [FLAG]: 'passed', [INTERNALS]: 'failed' }),
    reportOn('2026-11-04', { [FLAG]: 'failed', [INTERNALS]: 'failed' }),
  ].map((report) => entry(report));
  expect(lines(reports)).toEqual([
    `02 failed ${INTERNALS}`,
    `03 fixed ${FLAG}`,
    `04 failed ${FLAG}`,
  ]);
  const { open } = historyOf(reports);
  expect(open.map(({ problem, since }) => [problem.lead, since.path.slice(0, 10)])).toEqual([
    [INTERNALS, '2026-11-02'],
    [FLAG, '2026-11-04'],
  ]);
});

it.each(['untested', 'cantTell', 'inapplicable'] as const)(
  'a problem whose requirement is %s later is not fixed',
  (outcome) => {
    const reports = [
      reportOn('2026-11-01', { [FLAG]: 'failed' }),
      reportOn('2026-11-02', { [FLAG]: outcome }),
      reportOn('2026-11-03', {}),
    ].map((report) => entry(report));
    expect(lines(reports)).toEqual([]);
    const [one, ...others] = historyOf(reports).open;
    expect(one?.last.path).toContain('2026-11-01');
    expect(others).toEqual([]);
  },
);

it('a problem is the same while the same requirement leads it, with any title', () => {
  const [first, second] = [
    entry(reportOn('2026-11-01', { [FLAG]: 'failed' })),
    entry(reportOn('2026-11-02', { [FLAG]: 'failed' })),
  ];
  const other = second.problems.map((problem) => ({ ...problem, title: 'another title' }));
  const { open, changes } = historyOf([first, { ...second, problems: other }]);
  expect(changes).toEqual([]);
  expect(open.map(({ problem, since }) => [problem.title, since.path.slice(0, 10)])).toEqual([
    ['another title', '2026-11-01'],
  ]);
});

it('of two problems that one requirement leads, the one with the missing title is fixed', () => {
  const [first, second] = [
    entry(reportOn('2026-11-01', { [FLAG]: 'failed' })),
    entry(reportOn('2026-11-02', { [FLAG]: 'failed' })),
  ];
  const both = first.problems.flatMap((problem) => [{ ...problem, title: 'a crash' }, problem]);
  const { open, changes } = historyOf([{ ...first, problems: both }, second]);
  expect(changes.map(({ kind, problem }) => [kind, problem.title])).toEqual([['fixed', 'a crash']]);
  expect(open.map(({ problem }) => problem.title)).toEqual([first.problems[0]?.title]);
});

it('ignores all statements of a changed report', () => {
  const changed = entry(reportOn('2026-11-02', { [FLAG]: 'passed' }), {
    state: 'failed',
    why: 'report.json: it was changed',
  });
  const first = entry(reportOn('2026-11-01', { [FLAG]: 'failed' }));
  const [target] = targetsOf([changed, first]);
  expect(target?.result).toBe('untrusted');
  expect([...(target?.cells.values() ?? [])].map(({ result }) => result)).toEqual(['untrusted']);
  expect(target?.changes).toEqual([]);
  expect(target?.open).toHaveLength(1);
});

it('the state of a target is the newest verdict on each of its APIs', () => {
  const whole = entry(reportOn('2026-11-01', { [FLAG]: 'passed', [INTERNALS]: 'passed' }));
  const [before] = targetsOf([whole]);
  expect([before?.result, before?.cells.size]).toEqual(['conforming', 2]);
  const part = entry(reportOn('2026-11-02', { [FLAG]: 'failed' }));
  const next = entry(reportOn('2026-11-03', { [INTERNALS]: 'passed' }));
  const only = { ...next, apis: next.apis.filter(({ api }) => api !== 'allocation-v1') };
  const [after] = targetsOf([part, only, whole]);
  expect(after?.newest.path).toContain('2026-11-03');
  expect(after?.result).toBe('nonconforming');
  const days = [...(after?.cells ?? [])].map(([api, { report }]) => [
    api,
    report.path.slice(8, 10),
  ]);
  expect(Object.fromEntries(days)).toEqual({
    'allocation-v1': '02',
    'allocation-instruction-v1': '03',
  });
});

it('with keys, a report that none of them verified decides nothing beside one that is verified', () => {
  const signed = { state: 'verified', key: 'release' } as const;
  const keyed = (day: string, outcome: 'passed' | 'failed', signature: Signature): BoardReport =>
    entry(reportOn(day, { [FLAG]: outcome }), signature, { isKeyed: true });
  const verified = keyed('2026-11-01', 'failed', signed);
  for (const other of [{ state: 'none' }, { state: 'other-key', keyId: 'ab' }] as const) {
    const later = keyed('2026-11-02', 'passed', other);
    const [target] = targetsOf([verified, later]);
    expect(target?.result).toBe('nonconforming');
    expect(target?.newest).toBe(verified);
    expect([target?.open.length, target?.changes.length]).toEqual([1, 0]);
    const [alone] = targetsOf([later]);
    expect(alone?.result).toBe('unverified');
  }
});

it('a day in the future is not the newest, signed or not', () => {
  const signed = { state: 'verified', key: 'release' } as const;
  const past = entry(reportOn('2026-11-19', { [FLAG]: 'failed' }), signed);
  const future = entry(reportOn('2026-11-21', { [FLAG]: 'passed' }), signed);
  const [target] = targetsOf([past, future]);
  expect([target?.result, target?.newest]).toEqual(['nonconforming', past]);
  expect(target?.reports).toHaveLength(2);
  expect(targetsOf([future])[0]?.result).toBe('future');
});
