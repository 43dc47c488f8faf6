/** Checks whether a file is a report, and whether its result follows from its verdicts. */
import { isDeepStrictEqual } from 'node:util';
import {
  type ApiReport,
  fits,
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
import { fromVersion3, type ReportInWords } from './version-3.ts';

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
  // The problems and the callers follow from the verdicts, so the stated ones are not read.
  const { problems: stated, callers: _, ...rest } = value;
  const report: Readonly<Record<string, unknown>> = { ...rest, ...apisIn(rest) };
  // Members of a later major version may have another meaning.
  const [, major] = /^([234])\./.exec(String(report['schemaVersion'])) ?? [];
  if (major === undefined) return undefined;
  const read = READERS[major]?.(report);
  return read && { report: read, stated };
}

/** The claims of a report that its verdicts do not support, one clause each; empty if all agree. */
export function contradictions(report: Report): readonly string[] {
  const { verdicts, result, run } = report;
  const counted = summarise(verdicts);
  const wrong = LEVELS.flatMap((level) =>
    OUTCOMES.filter((outcome) => report.summary[level]?.[outcome] !== counted[level][outcome]).map(
      (outcome) =>
        `summary.${level}.${outcome} is ${report.summary[level]?.[outcome]}, but the verdicts give ${counted[level][outcome]}`,
    ),
  );
  const isIncomplete = run.interrupted || run.leftOut !== undefined;
  const { result: due, apis } = totalsOf(report.apis ?? [], verdicts, isIncomplete);
  // Verdicts do not show what a run omitted: a report may claim less than they support, and then states why.
  const narrowed = run.notes.length > 0 || !WHOLE.has(run.profile);
  const modest = result === 'partial' && due === 'conforming' && narrowed;
  if (result !== due && !modest) wrong.push(`result is ${result}, but the verdicts give ${due}`);
  if (report.apis === undefined)
    return report.schemaVersion.startsWith('4.0.') ? wrong : [...wrong, 'apis is missing'];
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
      return [`apis: the summary of ${api} differs from the verdicts`];
    const isModest = result === 'partial' && other.result === 'conforming' && isNarrowed;
    return result === other.result || isModest
      ? []
      : [`apis: the result of ${api} is ${result}, but the verdicts give ${other.result}`];
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

const SUMMARY = fits.object(Object.fromEntries(LEVELS.map((level) => [level, isObject])));
const MAYBE_TEXT = fits.optional(fits.text);

const API = fits.object({
  ...{ api: fits.text, version: fits.text },
  result: fits.among('conforming', 'nonconforming', 'partial', 'not-offered'),
  advertised: fits.optional(fits.flag),
  operations: fits.list(fits.text),
  notServed: fits.list(fits.text),
  switchedOff: fits.optional(fits.list(fits.text)),
  summary: SUMMARY,
});

const isPercentage: fits.Fits = (value): value is unknown =>
  typeof value === 'number' && value >= 0 && value <= 100;

const RUN = fits.object({
  ...{ startedAt: fits.text, profile: fits.text, neverResponded: MAYBE_TEXT },
  ...{ seed: fits.integer, runs: fits.count, durationMs: fits.optional(fits.count) },
  interrupted: fits.flag,
  notes: fits.list(fits.text),
  remarks: fits.optional(fits.list(fits.text)),
  heldTo: MAYBE_TEXT,
  leftOut: fits.optional(isObject),
  minJudged: fits.optional(isPercentage),
  deadFixtures: fits.optional(fits.list(fits.text)),
  without: fits.optional(fits.list(fits.text)),
});

/** The latest time that a Date can hold: formats write the end time of the run. */
const LATEST_MS = 8.64e15;

const isRun: fits.Fits = (run): run is unknown =>
  RUN(run) && Math.abs(Date.parse(run.startedAt) + (run.durationMs ?? 0)) <= LATEST_MS;

const MESSAGE = { headers: fits.map(fits.text), body: MAYBE_TEXT };
const RESPONSE = fits.object({ ...MESSAGE, status: fits.count });
const COUNTEREXAMPLE = {
  ...{ curl: fits.text, path: fits.text, seed: fits.integer, sends: MAYBE_TEXT },
  ...{ operation: MAYBE_TEXT, wrong: MAYBE_TEXT },
  readFrom: fits.optional(fits.list(fits.map(fits.list(fits.text)))),
  rejects: fits.optional(fits.list(fits.map(fits.list(fits.text)))),
  request: fits.object({ ...MESSAGE, method: fits.text, url: fits.text }),
  response: fits.either(fits.among(null), RESPONSE),
};

const isScalar: fits.Fits = (value): value is unknown =>
  typeof value !== 'object' || value === null;
const ONLY = { at: fits.text, is: fits.text, than: isScalar, value: isScalar };

const reportWith = (finding: fits.Fits): fits.Fits => {
  const findings = fits.list(finding);
  const verdict = fits.object({
    ...{ requirement: fits.text, operation: fits.text, statement: MAYBE_TEXT, clause: MAYBE_TEXT },
    blocks: MAYBE_TEXT,
    ...{ level: fits.among(...LEVELS), outcome: fits.among(...OUTCOMES), failsWhen: MAYBE_TEXT },
    ...{ reason: MAYBE_TEXT, note: MAYBE_TEXT, cause: MAYBE_TEXT, fix: MAYBE_TEXT },
    ...{ exchanges: fits.optional(fits.count), conclusive: fits.optional(fits.count) },
    ...{ findings, evidence: fits.list(fits.count), only: fits.optional(fits.object(ONLY)) },
    counterexample: fits.optional(fits.object(COUNTEREXAMPLE)),
    otherCounterexamples: fits.optional(fits.list(fits.object({ ...COUNTEREXAMPLE, findings }))),
  });
  return fits.object({
    ...{ schemaVersion: fits.text, result: fits.text },
    kit: fits.object({ name: fits.text, version: fits.text }),
    contract: fits.list(fits.object({ id: fits.text, version: fits.text, sha256: fits.text })),
    rules: fits.optional(fits.list(fits.object({ file: fits.text, sha256: fits.text }))),
    target: fits.object({ url: fits.text, name: MAYBE_TEXT }),
    operations: fits.optional(
      fits.list(fits.object({ operation: fits.text, method: fits.text, path: fits.text })),
    ),
    run: isRun,
    apis: fits.optional(fits.list(API)),
    summary: SUMMARY,
    verdicts: fits.list(verdict),
  });
};

/** A part has one kind, which its first of these members decides. */
const isPart: fits.Fits = (part): part is unknown => {
  if (!isObject(part)) return false;
  const { words, statuses, atRandom, number, text, json, value, type } = part;
  const { start, length, members, near } = part;
  if (words !== undefined || text !== undefined || json !== undefined)
    return fits.text(words ?? text ?? json);
  if (statuses !== undefined) return fits.list(fits.count)(statuses);
  if (atRandom !== undefined) return fits.object({ count: fits.count, of: fits.count })(atRandom);
  if (number !== undefined) return typeof number === 'number';
  if (value !== undefined) return value === null || typeof value !== 'object';
  if (type === 'nothing') return MAYBE_TEXT(near);
  if (type === 'number') return fits.text(start);
  if (type === 'string') return fits.text(start) && fits.count(length);
  return (
    fits.count(length) && (type === 'array' || (type === 'object' && fits.list(fits.text)(members)))
  );
};

const SHOWN = fits.either(fits.object({ parts: fits.list(isPart) }), isPart);
/** The members of a place beside those that its part needs. */
const WITHIN = { of: MAYBE_TEXT, at: MAYBE_TEXT, sent: MAYBE_TEXT };
const isPointer: fits.Fits = (value): value is unknown =>
  fits.text(value) && /^(?:$|\/)/.test(value);
const isPlace = fits.either(
  fits.either(
    fits.object({ ...WITHIN, part: fits.among('body', 'list'), pointer: isPointer }),
    fits.object({ ...WITHIN, part: fits.among('header', 'query'), name: fits.text }),
  ),
  fits.object({
    ...WITHIN,
    part: fits.among('text', 'status', 'operation', 'connection', 'response'),
  }),
);
const DATA = { kind: fits.text, expected: SHOWN, actual: SHOWN };
const isReport = reportWith(fits.object({ ...DATA, at: isPlace }));
/** Places of version 3, and findings of version 2, are words. */
const isReport3 = reportWith(fits.object({ ...DATA, at: fits.text }));
const isReport2 = reportWith(
  fits.object({ at: fits.text, expected: fits.text, actual: fits.text }),
);

/** The report of each major version; `undefined` for another shape. */
const READERS: Readonly<Record<string, (report: unknown) => Report | undefined>> = {
  2: (report) => (isReport2(report) ? fromVersion2(report as OldReport) : undefined),
  3: (report) => (isReport3(report) ? fromVersion3(report as ReportInWords) : undefined),
  4: (report) => (isReport(report) ? (report as Report) : undefined),
};
