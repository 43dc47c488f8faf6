import type { Report } from '../../model/index.ts';
import { withProblems } from '../with-problems.ts';

/** Members in reading order; others follow by name, so that equal reports have equal bytes. */
const ORDER = [
  ...['schemaVersion', 'kit', 'contract', 'rules', 'requirementSet', 'target', 'run', 'result'],
  ...['apis', 'operations', 'summary'],
  ...['callers', 'callable', 'blocked', 'problems', 'verdicts'],
  ...[
    'api',
    'id',
    'name',
    'version',
    'file',
    'sha256',
    'seed',
    'path',
    'runs',
    'startedAt',
    'durationMs',
  ],
  ...[
    'requests',
    'profile',
    'interrupted',
    'minJudged',
    'deadFixtures',
    'heldTo',
    'notes',
    'remarks',
    'MUST',
    'SHOULD',
    'MAY',
  ],
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
    'rowStatement',
  ],
  ...['clause', 'cause', 'fix'],
  ...['exchanges', 'conclusive', 'findings', 'at', 'expected', 'actual', 'counterexample', 'curl'],
  ...['request', 'response', 'evidence', 'status', 'method', 'url', 'headers', 'body'],
];
const RANK = new Map(ORDER.map((key, index) => [key, index]));

/** The report as the text of report.json: members in a fixed order, two spaces, a newline at the end. */
export function toJson(report: Report): string {
  return `${JSON.stringify(withProblems(report), ordered, 2)}\n`;
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
