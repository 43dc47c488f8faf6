/** The problems of a target over time: which are open, and what became red or green. */
import { groupBy } from '../report/names.ts';
import type { BoardProblem, BoardReport } from './types.ts';

/** A problem that no later report shows to be fixed. */
export interface OpenProblem {
  readonly problem: BoardProblem;
  /** The first report that has it, since it was last fixed. */
  readonly since: BoardReport;
  /** The newest report that has it. Later ones did not judge it. */
  readonly last: BoardReport;
}

/** A problem that a report has and none before, or that one has no more. */
export interface Change {
  readonly report: BoardReport;
  readonly kind: 'failed' | 'fixed';
  readonly problem: BoardProblem;
}

export interface History {
  readonly open: readonly OpenProblem[];
  /** The oldest first; what the first report has is no change. */
  readonly changes: readonly Change[];
}

/**
 * Goes through the reports of one target, the oldest first. A problem is fixed when the requirement that leads it
 * passed: a report that did not judge it says nothing about it.
 */
export function historyOf(reports: readonly BoardReport[]): History {
  const changes: Change[] = [];
  let open: readonly OpenProblem[] = [];
  for (const [i, report] of reports.entries()) {
    const { stay, gone, fresh } = compared(open, report.problems);
    const isFixed = ({ problem: { lead } }: OpenProblem): boolean =>
      report.hasPassed(lead) || report.problems.some((problem) => problem.lead === lead);
    const news = fresh.map((problem) => ({ problem, since: report, last: report }));
    const fixed = gone.filter(isFixed);
    if (i > 0) changes.push(...news.map(({ problem }) => change(report, 'failed', problem)));
    changes.push(...fixed.map(({ problem }) => change(report, 'fixed', problem)));
    const left = gone.filter((one) => !isFixed(one));
    open = [...stay.map((one) => ({ ...one, last: report })), ...left, ...news];
  }
  return { open, changes };
}

function change(report: BoardReport, kind: Change['kind'], problem: BoardProblem): Change {
  return { report, kind, problem };
}

interface Compared {
  readonly stay: readonly OpenProblem[];
  readonly gone: readonly OpenProblem[];
  readonly fresh: readonly BoardProblem[];
}

/** Which problems are still there. Where one requirement leads several, those with equal titles belong together. */
function compared(open: readonly OpenProblem[], now: readonly BoardProblem[]): Compared {
  const byLead = new Map(groupBy(now, ({ lead }) => lead).map(([lead, all]) => [lead, [...all]]));
  const still = new Map<OpenProblem, BoardProblem>();
  for (const isSame of [hasTitleOf, () => true]) {
    for (const one of open) {
      if (still.has(one)) continue;
      const candidates = byLead.get(one.problem.lead) ?? [];
      const at = candidates.findIndex((problem) => isSame(one, problem));
      for (const problem of at < 0 ? [] : candidates.splice(at, 1)) still.set(one, problem);
    }
  }
  return {
    stay: [...still].map(([one, problem]) => ({ ...one, problem })),
    gone: open.filter((one) => !still.has(one)),
    fresh: now.filter((problem) => byLead.get(problem.lead)?.includes(problem)),
  };
}

function hasTitleOf({ problem }: OpenProblem, { title }: BoardProblem): boolean {
  return problem.title === title;
}
