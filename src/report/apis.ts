/** What a report shows about each API: worked out here and nowhere else. */
import {
  type ApiReport,
  type ApiResult,
  operationNameOf,
  ownNameOf,
  type Report,
  type Verdict,
} from '../model/index.ts';
import { groupBy } from './names.ts';
import { type Problem, problemsOf } from './problems.ts';
import { resultOf, summarise } from './summary.ts';
import { count, line, some } from './text.ts';

/** What the target serves of an API. */
export type ServedApi = Omit<ApiReport, 'result' | 'summary'>;

/** Operations beyond this are counted. */
const NAMED = 8;

/**
 * The result, the counts and the APIs of a report with these verdicts. An API conforms only where each of its
 * operations is served, and the target only where each API conforms that it offers.
 */
export function totalsOf(
  served: readonly ServedApi[],
  verdicts: readonly Verdict[],
  isIncomplete: boolean,
): Required<Pick<Report, 'result' | 'apis' | 'summary'>> {
  const byApi = new Map(groupBy(verdicts, apiOf));
  const apis = served.map((one): ApiReport => {
    const own = byApi.get(one.api) ?? [];
    const isPart = isIncomplete || one.notServed.length > 0;
    const result = isOffered(one, own) ? resultOf(own, isPart) : 'not-offered';
    return { ...one, result, summary: summarise(own) };
  });
  const isPart = apis.some((api) => unservedIn(api) !== undefined);
  const result = resultOf(verdicts, isIncomplete || isPart);
  return { result, apis, summary: summarise(verdicts) };
}

/** The contract that the operation of a verdict is in. */
function apiOf({ operation }: Verdict): string {
  return operation.split('#', 1)[0] ?? operation;
}

function isOffered(
  { advertised, operations, notServed }: ServedApi,
  verdicts: readonly Verdict[],
): boolean {
  const isAbsent = verdicts.length > 0 && verdicts.every(isNotOffered);
  return advertised === true || notServed.length < operations.length || !isAbsent;
}

function isNotOffered({ outcome, reason }: Verdict): boolean {
  return outcome === 'inapplicable' && reason === 'not-offered';
}

/** Where verdicts show that an operation is not served, and the report does not state so: one clause each. */
export function hiddenGaps({ apis = [], verdicts }: Report): readonly string[] {
  const stated = new Map(apis.map(({ api, notServed }) => [api, notServed]));
  const shown = verdicts.filter((v) => isNotOffered(v) && isOfOwnApi(v));
  const names = new Set(shown.map(({ requirement }) => operationNameOf(requirement)));
  return [...names].flatMap((name) =>
    stated.get(name.slice(0, name.lastIndexOf('/')))?.includes(ownNameOf(name))
      ? []
      : [`apis does not state that ${name} is not served, and the verdicts give that`],
  );
}

function isOfOwnApi({ requirement }: Verdict): boolean {
  return operationNameOf(requirement).includes('/');
}

/** The served operations of several reports on parts of one run, together. */
export function joinedApis(reports: readonly Report[]): readonly ServedApi[] {
  const all = groupBy(
    reports.flatMap(({ apis = [] }) => apis),
    ({ api }) => api,
  );
  return all.map(([, [first, ...others]]) => {
    const { result: _, summary: __, ...served } = first;
    const notServed = new Set([first, ...others].flatMap((one) => one.notServed));
    return { ...served, notServed: first.operations.filter((name) => notServed.has(name)) };
  });
}

/** What readers of one API need: `allocation-v1: 2 of 3 operations are not served: execute-transfer, cancel`. */
export function unservedIn({ api, operations, notServed, result }: ApiReport): string | undefined {
  if (result === 'not-offered' || notServed.length === 0) return undefined;
  const names = some(
    notServed.map((name) => line(name, 80)),
    NAMED,
  );
  const verb = notServed.length === 1 ? 'is' : 'are';
  return `${line(api, 80)}: ${notServed.length} of ${count(operations.length, 'operation')} ${verb} not served: ${names}`;
}

/** The APIs of which operations are missing, one clause each. */
export function unserved({ apis = [] }: Pick<Report, 'apis'>): readonly string[] {
  return apis.flatMap((api) => unservedIn(api) ?? []);
}

/** The names of the APIs that the target does not offer. */
export function notOffered({ apis = [] }: Pick<Report, 'apis'>): readonly string[] {
  return apis.filter(({ result }) => result === 'not-offered').map(({ api }) => line(api, 80));
}

/** The report without the requirements of APIs that the target does not offer. */
export function ofOffered(report: Report): Report {
  const left = new Set(notOffered(report));
  if (left.size === 0) return report;
  const verdicts = report.verdicts.filter((verdict) => !left.has(apiOf(verdict)));
  return { ...report, verdicts, summary: summarise(verdicts) };
}

/** One line of a table of APIs. */
export interface ApiRow {
  readonly api: string;
  readonly version: string;
  readonly result: ApiResult;
  /** The result in words; where operations are missing, these too. */
  readonly words: string;
  /** `48 of 50 passed` of those that apply. */
  readonly requirements: string;
  readonly problems: number;
}

const WORDS: Readonly<Record<ApiResult, string>> = {
  conforming: 'conforms',
  nonconforming: 'does not conform',
  partial: 'partly judged',
  'not-offered': 'not offered',
};

/** The APIs that the target offers. Empty where the report is about one API as a whole. */
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
      requirements: requirementsOf(one),
      problems: problems.get(one.api) ?? 0,
    }));
}

/** `allocation-v1 1.1.0: conforms, 60 of 60 passed, 0 problems`, and the APIs that are not offered, on lines of their own. */
export function apiLines(report: Report): readonly string[] {
  const lines = apiRows(report).map(
    ({ api, version, words, requirements, problems }) =>
      `${api} ${version}: ${words}, ${requirements}, ${count(problems, 'problem')}`,
  );
  const gone = notOffered(report);
  return gone.length === 0 ? lines : [...lines, `not offered: ${gone.join(', ')}`];
}

function wordsOf(api: ApiReport): string {
  const { result, notServed, operations } = api;
  if (notServed.length === 0) return WORDS[result];
  const missing = `${notServed.length} of ${count(operations.length, 'operation')} not served`;
  return result === 'nonconforming' ? `${WORDS[result]}, ${missing}` : missing;
}

function requirementsOf({ summary }: ApiReport): string {
  const levels = Object.values(summary);
  const passed = levels.reduce((sum, { passed: own }) => sum + own, 0);
  const all = levels.reduce(
    (sum, { passed: own, failed, cantTell, untested }) => sum + own + failed + cantTell + untested,
    0,
  );
  return `${passed} of ${all} passed`;
}

/** How many problems each API has. A problem of several is one of each. */
export function problemsByApi(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { verdicts } of problems)
    for (const api of new Set(verdicts.map(apiOf))) counts.set(api, (counts.get(api) ?? 0) + 1);
  return counts;
}
