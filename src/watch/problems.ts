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
  #now: ReadonlyMap<string, Verdict> = new Map();
  /** Requirements that fail as they did in the report. */
  #same: ReadonlySet<string> = new Set();
  /** Decided verdicts: a failure stays until it is seen to pass. */
  #decided: ReadonlyMap<string, Verdict> = new Map();

  constructor(report: Report) {
    this.#report = report;
    this.#problems = problemsOf(report);
  }

  /** Takes the outcome of sending every failure again. */
  take(replayed: readonly Replayed[]): void {
    this.#now = new Map(
      replayed.map(({ before, now, remark }) => [
        before.requirement,
        now ?? unsent(before, remark),
      ]),
    );
    const same = replayed.filter(({ fate }) => fate === 'still-fails');
    this.#same = new Set(same.map(({ before }) => before.requirement));
    this.#decided = new Map(
      replayed.flatMap(({ before, fate, now }) =>
        now !== undefined && (fate === 'fixed' || now.outcome === 'failed')
          ? [[before.requirement, now] as const]
          : [],
      ),
    );
  }

  /** The report with the current state of its failures. */
  get report(): Report {
    const verdicts = this.#report.verdicts.map((v) => this.#decided.get(v.requirement) ?? v);
    return {
      ...this.#report,
      verdicts,
      ...totalsOf(this.#report.apis ?? [], verdicts, true),
    };
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
    return !this.#now.has(requirement) || this.#same.has(requirement);
  }

  /** Its verdicts that are not passed now. */
  #failing({ verdicts }: Problem): readonly Verdict[] {
    const now = verdicts.map((v) => this.#now.get(v.requirement) ?? v);
    return now.filter((v) => v.outcome !== 'passed');
  }
}

/** A failure that could not be sent again. */
function unsent(before: Verdict, note = 'nothing was sent'): Verdict {
  return { ...before, outcome: 'cantTell', reason: 'nothing-conclusive', note };
}
