/** The report with its problems, for `report.json` and the library. */
import { defined } from '../model/defined.ts';
import type { ApiReport, Report } from '../model/index.ts';
import { problemsByApi } from './apis.ts';
import { type Callers, callersOf } from './callers.ts';
import { isKnown, operationsOf, type Problem, problemsOf, requestOf } from './problems.ts';
import { type StatedFailure, statedFailures } from './stated.ts';

/** Failures with one cause. Expectation and actual value are in the verdict of its first requirement. */
export interface ReportProblem {
  /** One line about the event, unique in the report. */
  readonly title: string;
  /** The title without the operations. */
  readonly event: string;
  /** MUST if a mandatory requirement fails by this cause. */
  readonly level: 'MUST' | 'SHOULD';
  /** The rule that explains the problem. */
  readonly statement: string;
  /** The likely cause. */
  readonly cause?: string;
  /** The fix. */
  readonly fix?: string;
  /** Its failures, the one that explains most first. */
  readonly failures: readonly StatedFailure[];
  /** The short names of its operations. */
  readonly operations: readonly string[];
  /** Every requirement that fails for this cause, the one that explains it first. */
  readonly requirements: readonly string[];
  /** A command that sends the request that shows it. */
  readonly curl?: string;
  /** True if the baseline has all failures of it. */
  readonly known?: true;
}

/** A report with the values that follow from its verdicts: report.json, member by member. */
export interface WholeReport extends Report {
  /** Failures grouped by cause. Those with a failed MUST come first. */
  readonly problems: readonly ReportProblem[];
  /** What callers of a kind of their own, such as web wallets, can call; absent if no verdict is about them. */
  readonly callers?: readonly Callers[];
  readonly apis?: readonly (ApiReport & {
    /** The number of problems of the API. */
    readonly problems: number;
  })[];
}

/** The report with its problems, and how many of them each API has. */
export function withProblems(report: Report): WholeReport {
  const problems = problemsOf(report);
  const counts = problemsByApi(problems);
  const { apis, ...rest } = report;
  const callers = callersOf(report);
  const failures = statedFailures(problems, report.verdicts);
  return {
    ...rest,
    ...(callers.length > 0 && { callers }),
    ...(apis && { apis: apis.map((one) => ({ ...one, problems: counts.get(one.api) ?? 0 })) }),
    problems: problems.map((problem, i) => entryOf(problem, failures[i] ?? [])),
  };
}

/** The report without the values that follow from its verdicts. */
export function withoutProblems(report: Partial<WholeReport> & Report): Report {
  const { problems: _, callers: ___, apis, ...rest } = report as WholeReport;
  return { ...rest, ...(apis && { apis: apis.map(({ problems: __, ...one }) => one) }) };
}

/** A problem without the parts that its first verdict has. */
function entryOf(problem: Problem, failures: readonly StatedFailure[]): ReportProblem {
  const { verdicts, title, what } = problem;
  const [{ level, statement, cause, fix }] = verdicts;
  return {
    title,
    event: what,
    level: level === 'MUST' ? 'MUST' : 'SHOULD',
    statement,
    ...defined({ cause, fix, curl: requestOf(problem) }),
    failures,
    operations: operationsOf(problem),
    requirements: [...new Set(verdicts.map(({ requirement }) => requirement))],
    ...(isKnown(problem) ? { known: true } : {}),
  };
}
