/** The problems of a target over time: open ones, new ones and fixed ones. */
import { groupBy } from '../report/names.ts';
import type { BoardProblem, BoardReport } from './types.ts';

/** A problem that no later report shows to be fixed. */
export interface OpenProblem {
  readonly problem: BoardProblem;
  /** The first report that has it, since it was last fixed. */
  readonly since: BoardReport;
  /** The newest report that has the problem; later ones did not judge it. */
  readonly last: BoardReport;
}

/** A problem that is new in a report, or fixed in it. */
export interface Change {
  readonly report: BoardReport;
  readonly kind: 'failed' | 'fixed';
  readonly problem: BoardProblem;
}

export interface History {
  readonly open: readonly OpenProblem[];
  /** The oldest first; problems of the first report are not changes. */
  readonly changes: readonly Change[];
}

/**
 * Compares the reports of one target in their order, the oldest first. A problem is fixed if the requirement that leads
 * it passed. A report that did not judge this requirement changes nothing.
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
    if (i > 0)
      changes.push(...fresh.map((problem) => ({ report, kind: 'failed', problem }) as const));
    changes.push(...fixed.map(({ problem }) => ({ report, kind: 'fixed', problem }) as const));
    const left = gone.filter((one) => !isFixed(one));
    open = [...stay.map((one) => ({ ...one, last: report })), ...left, ...news];
  }
  return { open, changes };
}

/** Finds the open problems in a new report: the same requirement leads them, preferably with the same title. */
function compared(open: readonly OpenProblem[], now: readonly BoardProblem[]) {
  const byLead = new Map(groupBy(now, ({ lead }) => lead).map(([lead, all]) => [lead, [...all]]));
  const still = new Map<OpenProblem, BoardProblem>();
  for (const anyTitle of [false, true]) {
    for (const one of open) {
      if (still.has(one)) continue;
      const candidates = byLead.get(one.problem.lead) ?? [];
      const at = candidates.findIndex(({ title }) => anyTitle || title === one.problem.title);
      for (const problem of at < 0 ? [] : candidates.splice(at, 1)) still.set(one, problem);
    }
  }
  return {
    stay: [...still].map(([one, problem]) => ({ ...one, problem })),
    gone: open.filter((one) => !still.has(one)),
    fresh: now.filter((problem) => byLead.get(problem.lead)?.includes(problem)),
  };
}
