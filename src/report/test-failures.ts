/** Failures as errors of a test runner: the first test of a problem shows it in full. */
import {
  type Finding,
  parsedJson,
  placeText,
  type Report,
  type Shown,
  type Verdict,
} from '../model/index.ts';
import { type Problem, problemsOf } from './problems.ts';
import { problemBlock } from './terminal/failure.ts';
import { textOf } from './words.ts';

export class Failures {
  readonly #problems: readonly Problem[];
  /** The requirement whose test shows the problem in full. */
  readonly #shownBy = new Map<Problem, string>();

  constructor(report: Report) {
    this.#problems = problemsOf(report);
  }

  /**
   * The failure of this test. The first test of a problem has all details, the others name that test. A test that only
   * warns shows problems without a mandatory requirement.
   */
  errorOf({ requirement, level }: Verdict): Error {
    const own = this.#problems.filter(({ verdicts }) =>
      verdicts.some((verdict) => verdict.requirement === requirement),
    );
    const texts = own.map((problem) => {
      const [first] = problem.verdicts;
      if (!this.#shownBy.has(problem) && first.level === level)
        this.#shownBy.set(problem, requirement);
      const shownBy = this.#shownBy.get(problem) ?? first.requirement;
      return shownBy === requirement
        ? this.#inFull(problem)
        : `same problem as ${shownBy}: ${problem.title}`;
    });
    const shown = own.find((problem) => this.#shownBy.get(problem) === requirement);
    return failedWith(texts.join('\n\n'), shown?.verdicts[0].findings[0]);
  }

  #inFull(problem: Problem): string {
    return problemBlock(problem, this.#problems.indexOf(problem) + 1, { colour: false });
  }
}

/** Without a stack, which would show the kit instead of the fault. */
export function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}

/** Both runners show expected and actual values as a difference, if an error has both. */
function failedWith(message: string, finding: Finding | undefined): Error {
  const error = withoutStack(message);
  if (finding === undefined) return error;
  const { at, expected, actual } = finding;
  return Object.assign(error, {
    expected: { [placeText(at)]: dataOf(expected) },
    actual: { [placeText(at)]: dataOf(actual) },
  });
}

/** A value as it is; words in other cases. */
function dataOf(shown: Shown): unknown {
  if ('value' in shown) return shown.value;
  if ('number' in shown) return shown.number;
  if ('statuses' in shown && shown.statuses.length === 1) return shown.statuses[0];
  if (!('json' in shown)) return textOf(shown);
  const value = parsedJson(shown.json);
  return value === undefined ? shown.json : value;
}
