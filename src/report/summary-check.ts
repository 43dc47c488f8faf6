/** Checks whether a file is a report, and whether its result follows from its verdicts. */
import { isDeepStrictEqual } from 'node:util';
import {
  type ApiReport,
  isDeeperThan,
  isObject,
  OUTCOMES,
  parsedJson,
  type Report,
} from '../model/index.ts';
import { LEVELS } from './status.ts';
import { summarise } from './summary.ts';
import { hiddenGaps, totalsOf } from './totals.ts';
import { fromVersion2, type OldReport } from './version-2.ts';

/** The deepest nesting that is read; a report has six levels. */
const DEEPEST = 50;

/** The report in the text of a report.json; `undefined` if its verdicts cannot be counted. */
export function readReport(text: string): Report | undefined {
  return readWithProblems(text)?.report;
}

/** A report, with its stated problems: they are not checked. */
export interface WithProblems {
  readonly report: Report;
  readonly stated: unknown;
}

export function readWithProblems(text: string): WithProblems | undefined {
  const value = parsedJson(text);
  if (isDeeperThan(DEEPEST, value) || !isObject(value)) return undefined;
  // The problems follow from the verdicts, so the stated ones are not read.
  const { problems: stated, ...rest } = value;
  const report: Readonly<Record<string, unknown>> = { ...rest, ...apisIn(rest) };
  const isOld = /^[12]\./.test(String(report['schemaVersion']));
  if (!isReport(report, isOld ? isOldFinding : isFinding)) return undefined;
  const read = isOld ? fromVersion2(report as unknown as OldReport) : (report as unknown as Report);
  return { report: read, stated };
}

/** The claims of a report that its verdicts do not support, one clause each; empty if all agree. */
export function contradictions(report: Report): readonly string[] {
  const { verdicts, result, run } = report;
  const counted = summarise(verdicts);
  const wrong = LEVELS.flatMap((level) =>
    OUTCOMES.filter((outcome) => report.summary[level]?.[outcome] !== counted[level][outcome]).map(
      (outcome) =>
        `summary.${level}.${outcome} is ${report.summary[level]?.[outcome]}, and the verdicts give ${counted[level][outcome]}`,
    ),
  );
  const isIncomplete = run.interrupted || run.leftOut !== undefined;
  const { result: due, apis } = totalsOf(report.apis ?? [], verdicts, isIncomplete);
  // Verdicts do not show what a run omitted: a report may claim less than they support, and then states why.
  const narrowed = run.notes.length > 0 || !WHOLE.has(run.profile);
  const modest = result === 'partial' && due === 'conforming' && narrowed;
  if (result !== due && !modest) wrong.push(`result is ${result}, and the verdicts give ${due}`);
  if (report.apis === undefined)
    return report.schemaVersion.startsWith('3.0.') ? wrong : [...wrong, 'apis is missing'];
  return [...wrong, ...wrongApis(report, apis, narrowed)];
}

/** The profile name of a run without restrictions; before version 3.1 it was different. */
const WHOLE = new Set(['full', 'default']);

/** The claims of a report about its APIs that its verdicts do not support. */
function wrongApis(
  report: Report,
  due: readonly ApiReport[],
  isNarrowed: boolean,
): readonly string[] {
  const wrong = (report.apis ?? []).flatMap(({ api, result, summary }, i) => {
    const other = due[i];
    if (other === undefined || !isDeepStrictEqual(summary, other.summary))
      return [`apis: the summary of ${api} is not what the verdicts give`];
    const isModest = result === 'partial' && other.result === 'conforming' && isNarrowed;
    return result === other.result || isModest
      ? []
      : [`apis: the result of ${api} is ${result}, and the verdicts give ${other.result}`];
  });
  return [...wrong, ...hiddenGaps(report)];
}

/** Their problems follow from the verdicts too. */
function apisIn({ apis }: Readonly<Record<string, unknown>>): { readonly apis?: unknown } {
  if (!Array.isArray(apis)) return {};
  return {
    apis: apis.map((api: unknown) => {
      if (!isObject(api)) return api;
      const { problems: _, ...rest } = api;
      return rest;
    }),
  };
}

function isReport(
  value: Readonly<Record<string, unknown>>,
  isFound: (finding: unknown) => boolean,
): boolean {
  const { kit, contract, target, run, apis, summary, verdicts } = value;
  return (
    hasTexts(value, 'schemaVersion', 'result') &&
    hasTexts(kit, 'name', 'version') &&
    isList(contract, (one) => hasTexts(one, 'id', 'version', 'sha256')) &&
    hasTexts(target, 'url') &&
    isRun(run) &&
    isSummary(summary) &&
    isOptional(apis, (all) => isList(all, isApi)) &&
    isList(verdicts, (one) => isVerdict(one, isFound))
  );
}

function isSummary(summary: unknown): boolean {
  return isObject(summary) && LEVELS.every((level) => isObject(summary[level]));
}

function isApi(api: unknown): boolean {
  if (!hasTexts(api, 'api', 'version', 'result') || !isObject(api)) return false;
  const { result, advertised, operations, notServed, summary } = api;
  return (
    API_RESULTS.has(String(result)) &&
    isOptional(advertised, (value) => typeof value === 'boolean') &&
    isList(operations, isText) &&
    isList(notServed, isText) &&
    isSummary(summary)
  );
}

const API_RESULTS = new Set(['conforming', 'nonconforming', 'partial', 'not-offered']);

function isRun(run: unknown): boolean {
  if (!isObject(run) || !hasTexts(run, 'startedAt', 'profile')) return false;
  const { seed, runs, startedAt, durationMs, interrupted, notes, leftOut, neverResponded } = run;
  const counts = Number.isSafeInteger(seed) && isCount(runs) && isOptional(durationMs, isCount);
  // Formats write the end time of the run.
  const end = Date.parse(String(startedAt)) + Number(durationMs ?? 0);
  const isTime = Math.abs(end) <= LATEST_MS;
  const isTold =
    isOptional(leftOut, isObject) &&
    isOptional(neverResponded, isText) &&
    isOptional(run['remarks'], (remarks) => isList(remarks, isText));
  return counts && isTime && typeof interrupted === 'boolean' && isList(notes, isText) && isTold;
}

/** The latest time that a Date can hold. */
const LATEST_MS = 8.64e15;

function isVerdict(verdict: unknown, isFound: (finding: unknown) => boolean): boolean {
  if (!isObject(verdict) || !hasTexts(verdict, 'requirement', 'operation', 'level', 'outcome'))
    return false;
  const { level, outcome, findings, evidence, counterexample, otherCounterexamples } = verdict;
  return (
    LEVELS.some((l) => l === level) &&
    OUTCOMES.some((o) => o === outcome) &&
    TEXTS.every((name) => isOptional(verdict[name], isText)) &&
    ['exchanges', 'conclusive'].every((name) => isOptional(verdict[name], isCount)) &&
    isList(findings, isFound) &&
    isOptional(otherCounterexamples, (all) =>
      isList(
        all,
        (one) => isCounterexample(one) && isObject(one) && isList(one['findings'], isFound),
      ),
    ) &&
    isList(evidence, isCount) &&
    isOptional(counterexample, isCounterexample)
  );
}

function isOldFinding(value: unknown): boolean {
  return hasTexts(value, 'at', 'expected', 'actual');
}

function isFinding(value: unknown): boolean {
  if (!isObject(value) || !hasTexts(value, 'kind', 'at')) return false;
  return isShown(value['expected']) && isShown(value['actual']);
}

function isShown(value: unknown): boolean {
  return isPart(value) || (isObject(value) && isList(value['parts'], isPart));
}

/** A part has one kind, which its first of these members decides. */
function isPart(part: unknown): boolean {
  if (!isObject(part)) return false;
  const { words, statuses, atRandom, number, text, json, value, type } = part;
  if (words !== undefined || text !== undefined || json !== undefined)
    return isText(words ?? text ?? json);
  if (statuses !== undefined) return isList(statuses, isCount);
  if (atRandom !== undefined)
    return isObject(atRandom) && isCount(atRandom['count']) && isCount(atRandom['of']);
  if (number !== undefined) return typeof number === 'number';
  if (value !== undefined) return value === null || typeof value !== 'object';
  const { start, length, members } = part;
  if (type === 'nothing') return isOptional(part['near'], isText);
  if (type === 'number') return isText(start);
  if (type === 'string') return isText(start) && isCount(length);
  return isCount(length) && (type === 'array' || (type === 'object' && isList(members, isText)));
}

const TEXTS = ['statement', 'clause', 'reason', 'note', 'failsWhen', 'cause', 'fix'];

function isCounterexample(value: unknown): boolean {
  if (!isObject(value) || !hasTexts(value, 'curl', 'path')) return false;
  const { request, response, seed, sends } = value;
  if (!isOptional(sends, isText)) return false;
  if (!hasTexts(request, 'method', 'url') || !isMessage(request)) return false;
  const hasResponse = isObject(response) && isCount(response['status']) && isMessage(response);
  return Number.isSafeInteger(seed) && (response === null || hasResponse);
}

function isMessage(value: unknown): boolean {
  if (!isObject(value) || !isObject(value['headers'])) return false;
  return isOptional(value['body'], isText) && Object.values(value['headers']).every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isOptional(value: unknown, fits: (value: unknown) => boolean): boolean {
  return value === undefined || fits(value);
}

function isList(value: unknown, each: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(each);
}

function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => isText(value[name]));
}
