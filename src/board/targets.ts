/** The reports of a board, target by target. */
import type { ApiResult } from '../model/index.ts';
import { groupBy } from '../report/names.ts';
import { type History, historyOf } from './history.ts';
import type { BoardApi, BoardReport } from './types.ts';

/** `untrusted`: the newest report was changed after it was signed, so that its verdict does not count. */
export type Verdict = ApiResult | 'untrusted';

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

/** False if the report is known to have changed after it was signed. */
export function isTrusted({ signature }: BoardReport): boolean {
  return signature.state !== 'failed';
}

function targetOf(url: string, reports: Target['reports']): Target {
  const newest = reports.at(-1) ?? reports[0];
  const cells = new Map<string, Cell>();
  for (const report of reports) {
    for (const api of report.apis) {
      const result = isTrusted(report) ? api.result : 'untrusted';
      cells.set(api.api, { ...api, result, report });
    }
  }
  const result = resultOf(cells, isTrusted(newest) ? newest.result : 'untrusted');
  return { url, reports, newest, cells, result, ...historyOf(reports.filter(isTrusted)) };
}

/** The state of a target, from the newest verdict on each API: reports may be about different APIs. */
function resultOf(cells: ReadonlyMap<string, Cell>, newest: Verdict): Verdict {
  return worstOf([...cells.values()].map(({ result }) => result)) ?? newest;
}

/** The worst verdict on what is offered; `undefined` if nothing is. */
export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  const order = ['untrusted', 'nonconforming', 'partial', 'conforming'] as const;
  return order.find((verdict) => verdicts.includes(verdict));
}

/** Keeps one copy of each report, the one with the best signature; changed reports all stay. */
function withoutCopies(reports: readonly BoardReport[]): readonly BoardReport[] {
  const rank = ({ signature, isBundle }: BoardReport): number =>
    2 * ['verified', 'other-key', 'signed', 'none'].indexOf(signature.state) + (isBundle ? 1 : 0);
  const groups = groupBy(reports, (report) =>
    isTrusted(report) ? report.sha256 : `${report.path} is not as it was signed`,
  );
  return groups.flatMap(([, copies]) => copies.toSorted((a, b) => rank(a) - rank(b))[0] ?? []);
}
