/** The problems of a run, and what became of each since. */

import type { Report, Verdict } from '../model/index.ts';
import type { Replayed } from '../replay/failures.ts';
import { type Problem, problemCount, problemsOf } from '../report/problems.ts';
import type { Look } from '../report/terminal/failure.ts';
import { fixedLine, listedProblems, openLine, problemLine } from '../report/terminal/headline.ts';
import { shownOperations, type Title, titlesOf } from '../report/titles.ts';
import { totalsOf } from '../report/totals.ts';

export class WatchedProblems {
  readonly #report: Report;
  readonly #problems: readonly Problem[];
  /** What became of each failure when it was last sent again. */
  #replayed: ReadonlyMap<string, Replayed> = new Map();

  constructor(report: Report) {
    this.#report = report;
    this.#problems = problemsOf(report);
  }

  /** Takes the outcome of sending every failure again. */
  take(replayed: readonly Replayed[]): void {
    this.#replayed = new Map(replayed.map((one) => [one.before.requirement, one]));
  }

  /** The report with the current state of its failures. */
  get report(): Report {
    const verdicts = this.#report.verdicts.map((v) => {
      const { fate, now } = this.#replayed.get(v.requirement) ?? {};
      // A failure stays until it is seen to pass.
      return now !== undefined && (fate === 'fixed' || now.outcome === 'failed') ? now : v;
    });
    const totals = totalsOf(this.#report.apis ?? [], verdicts, true);
    return { ...this.#report, verdicts, ...totals };
  }

  /** `4 of 5 problems are fixed` */
  get state(): string {
    const { length } = this.#problems;
    const fixed = this.#problems.filter((problem) => this.#failing(problem).length === 0).length;
    if (fixed === length)
      return length === 1 ? 'The problem is fixed.' : `All ${length} problems are fixed.`;
    return `${fixed} of ${problemCount(this.#problems)} fixed.`;
  }

  /** One line for each problem, at most this many lines. */
  lines(look: Look, most: number): readonly string[] {
    return listedProblems(this.#problems, most, look.width ?? 80, (one) => this.#line(one, look));
  }

  #line(problem: Problem, look: Look): string {
    const [first, ...others] = this.#failing(problem);
    if (first === undefined) return fixedLine(problem, look);
    const left: Problem = {
      ...problem,
      verdicts: [first, ...others],
      ...this.#title(problem, first),
    };
    return left.verdicts.some((v) => v.outcome === 'failed')
      ? problemLine(left, look)
      : openLine(left, look);
  }

  /** A new title if the failure that gave the old one is fixed, or fails in another way; else nothing. */
  #title({ verdicts: [leader] }: Problem, first: Verdict): Partial<Title> {
    const isLeader = first.requirement === leader.requirement;
    if (first.outcome !== 'failed' || (isLeader && this.#isAsBefore(leader))) return {};
    const [title] = titlesOf([{ verdict: first, operations: shownOperations([first]) }]);
    return title ?? {};
  }

  /** True if it was not sent again yet, or failed in the same way. */
  #isAsBefore({ requirement }: Verdict): boolean {
    const { fate = 'still-fails' } = this.#replayed.get(requirement) ?? {};
    return fate === 'still-fails';
  }

  /** Its verdicts that are not passed now. */
  #failing({ verdicts }: Problem): readonly Verdict[] {
    const now = verdicts.map((v) => {
      const again = this.#replayed.get(v.requirement);
      return again === undefined ? v : (again.now ?? unsent(again));
    });
    return now.filter((v) => v.outcome !== 'passed');
  }
}

/** A failure that could not be sent again. */
function unsent({ before, remark: note = 'nothing was sent' }: Replayed): Verdict {
  return { ...before, outcome: 'cantTell', reason: 'nothing-conclusive', note };
}
