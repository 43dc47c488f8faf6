import type { Report } from '../../model/index.ts';
import { problemsByApi } from '../apis.ts';
import { isKnown, operationsOf, type Problem, problemsOf, requestOf } from '../problems.ts';

/** Members in reading order; the rest follow by name, so that equal reports are equal bytes. */
const ORDER = [
  ...[
    'schemaVersion',
    'kit',
    'contract',
    'target',
    'run',
    'result',
    'apis',
    'summary',
    'problems',
    'verdicts',
  ],
  ...['api', 'id', 'name', 'version', 'sha256', 'seed', 'path', 'runs', 'startedAt', 'durationMs'],
  ...['requests', 'profile', 'interrupted', 'notes', 'remarks', 'MUST', 'SHOULD', 'MAY'],
  ...['passed', 'failed', 'cantTell', 'untested', 'inapplicable'],
  ...[
    'requirement',
    'operation',
    'level',
    'outcome',
    'reason',
    'note',
    'title',
    'statement',
    'clause',
    'cause',
    'fix',
  ],
  ...['exchanges', 'conclusive', 'findings', 'at', 'expected', 'actual', 'counterexample', 'curl'],
  ...['request', 'response', 'evidence', 'status', 'method', 'url', 'headers', 'body'],
];
const RANK = new Map(ORDER.map((key, index) => [key, index]));

/** The report as the text of report.json: members in a fixed order, two spaces, a newline at the end. */
export function toJson(report: Report): string {
  const problems = problemsOf(report);
  const counts = problemsByApi(problems);
  const apis = report.apis?.map((one) => ({ ...one, problems: counts.get(one.api) ?? 0 }));
  const whole = { ...report, apis, problems: problems.map(entryOf) };
  return `${JSON.stringify(whole, ordered, 2)}\n`;
}

/** A problem without what its first verdict holds. */
function entryOf(problem: Problem): object {
  const { verdicts } = problem;
  const [{ level, statement, cause, fix }] = verdicts;
  const curl = requestOf(problem);
  return {
    known: isKnown(problem) || undefined,
    title: problem.title,
    level,
    statement,
    cause,
    fix,
    operations: operationsOf(problem),
    requirements: [...new Set(verdicts.map(({ requirement }) => requirement))],
    curl,
  };
}

function ordered(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compare(a, b)));
}

function compare(a: string, b: string): number {
  const byRank = (RANK.get(a) ?? ORDER.length) - (RANK.get(b) ?? ORDER.length);
  if (byRank !== 0) return byRank;
  return a < b ? -1 : 1;
}
