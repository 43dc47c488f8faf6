/** The APIs of a report, for tables and lines of every format. */

import type { ApiReport, ApiResult, Report } from '../model/index.ts';
import { type Problem, problemsOf } from './problems.ts';
import { notOffered, unserved } from './served.ts';
import { RESULTS } from './status.ts';
import { count, line } from './text.ts';
import { apiOfVerdict } from './totals.ts';

/** One line of a table of APIs. */
export interface ApiRow {
  readonly api: string;
  readonly version: string;
  readonly result: ApiResult;
  /** The result in words, and the missing operations if there are some. */
  readonly words: string;
  /** `48 of 50` of the applicable requirements. */
  readonly passed: string;
  readonly problems: number;
}

/** The APIs that the target offers. Empty if the report is about one whole API. */
export function apiRows(report: Report): readonly ApiRow[] {
  const { apis = [] } = report;
  if (apis.length < 2 && unserved(report).length === 0) return [];
  const problems = problemsByApi(problemsOf(report));
  return apis
    .filter(({ result }) => result !== 'not-offered')
    .map((one) => ({
      api: line(one.api, 80),
      version: line(one.version, 40),
      result: one.result,
      words: wordsOf(one),
      passed: passedOf(one),
      problems: problems.get(one.api) ?? 0,
    }));
}

/** `allocation-v1 1.1.0: conforms, 60 of 60 passed, 0 problems`; APIs that are not offered have their own lines. */
export function apiLines(report: Report): readonly string[] {
  const lines = apiRows(report).map(
    ({ api, version, words, passed, problems }) =>
      `${api} ${version}: ${words}, ${passed} passed, ${count(problems, 'problem')}`,
  );
  const gone = notOffered(report);
  return gone.length === 0 ? lines : [...lines, `not offered: ${gone.join(', ')}`];
}

function wordsOf(api: ApiReport): string {
  const { result, notServed, operations } = api;
  if (notServed.length === 0) return RESULTS[result].words;
  const missing = `${notServed.length} of ${count(operations.length, 'operation')} not served`;
  return result === 'nonconforming' ? `${RESULTS[result].words}, ${missing}` : missing;
}

/** `48 of 50` of the requirements that apply. */
export function passedOf({ summary }: ApiReport): string {
  const levels = Object.values(summary);
  const passed = levels.reduce((sum, { passed: own }) => sum + own, 0);
  const all = levels.reduce(
    (sum, { passed: own, failed, cantTell, untested }) => sum + own + failed + cantTell + untested,
    0,
  );
  return `${passed} of ${all}`;
}

/** The number of problems of each API. A problem of several APIs counts for each. */
export function problemsByApi(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { verdicts } of problems)
    for (const api of new Set(verdicts.map(apiOfVerdict)))
      counts.set(api, (counts.get(api) ?? 0) + 1);
  return counts;
}
