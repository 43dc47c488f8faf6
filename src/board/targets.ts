/** The reports of a board, target by target. */
import { groupBy } from '../report/names.ts';
import { type History, historyOf } from './history.ts';
import { counts, type Verdict, verdictOf } from './standing.ts';
import type { BoardApi, BoardReport } from './types.ts';

/** The newest verdict on one API of a target. */
export interface Cell extends Omit<BoardApi, 'result'> {
  readonly result: Verdict;
  readonly report: BoardReport;
}

export interface Target extends History {
  readonly url: string;
  /** The oldest first. */
  readonly reports: readonly [BoardReport, ...BoardReport[]];
  readonly newest: BoardReport;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly result: Verdict;
}

/** The targets by name, each with its reports in the order of time. */
export function targetsOf(reports: readonly BoardReport[]): readonly Target[] {
  const sorted = reports.toSorted(
    (a, b) => a.startedAt - b.startedAt || (a.path < b.path ? -1 : 1),
  );
  return groupBy(withoutCopies(sorted), ({ target }) => target)
    .map(([url, own]) => targetOf(url, own))
    .sort((a, b) => (a.url < b.url ? -1 : 1));
}

function targetOf(url: string, reports: Target['reports']): Target {
  const deciding = decidingIn(reports);
  const newest = deciding.at(-1) ?? reports[0];
  const cells = new Map<string, Cell>();
  for (const report of deciding) {
    for (const api of report.apis)
      cells.set(api.api, { ...api, result: verdictOf(report, api.result), report });
  }
  // Reports may be about different APIs.
  const worst = worstOf([...cells.values()].map(({ result }) => result));
  const result = worst ?? verdictOf(newest, newest.result);
  return { url, reports, newest, cells, result, ...historyOf(reports.filter(counts)) };
}

/** Reports that count, and changed ones; without them those that only show that there is a report. */
function decidingIn(reports: Target['reports']): readonly BoardReport[] {
  const sets = [['counts', 'untrusted'], ['unverified'], ['future']];
  const found = sets.map((set) => reports.filter(({ standing }) => set.includes(standing)));
  return found.find(({ length }) => length > 0) ?? reports;
}

/** The worst verdict on what is offered; `undefined` if nothing is. */
export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  const order = [
    'untrusted',
    'nonconforming',
    'future',
    'unverified',
    'partial',
    'conforming',
  ] as const;
  return order.find((verdict) => verdicts.includes(verdict));
}

/** Keeps one copy of each report, the one with the best signature; changed reports all stay. */
function withoutCopies(reports: readonly BoardReport[]): readonly BoardReport[] {
  const rank = ({ signature, isBundle }: BoardReport): number =>
    2 * ['verified', 'other-key', 'signed', 'none'].indexOf(signature.state) + (isBundle ? 1 : 0);
  const groups = groupBy(reports, (report) =>
    report.standing !== 'untrusted' ? report.sha256 : `${report.path} was changed after signing`,
  );
  return groups.flatMap(([, copies]) => copies.toSorted((a, b) => rank(a) - rank(b))[0] ?? []);
}
