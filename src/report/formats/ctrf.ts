import type { Report, Verdict } from '../../model/index.ts';
import { surfaceOf } from '../../model/index.ts';
import { apiLines } from '../apis.ts';
import { NO_TIMES, type TimeOf } from '../chart-data.ts';
import { type ClausePlace, NO_PLACES, type PlaceOf } from '../clause-place.ts';
import { anchors, groupBy, operationNameOf, sentence } from '../digest.ts';
import { withoutLogCommands } from '../log-commands.ts';
import { scriptOf } from '../reproduction.ts';
import { ofOffered } from '../served.ts';
import { type Mark, markOf } from '../status.ts';
import { line } from '../text.ts';
import { findingText, verdictText } from '../verdict-text.ts';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** Only a failed MUST is a failure. CTRF's `pending` means omitted tests, which no report has. */
const STATUS: Readonly<Record<Mark, Status>> = {
  passed: 'passed',
  failed: 'failed',
  warning: 'passed',
  information: 'passed',
  cantTell: 'other',
  untested: 'other',
  inapplicable: 'skipped',
};
const SPEC_VERSION = '0.0.0';
const CURL = 8000;

/**
 * The report in the Common Test Report Format: one test for each requirement and operation, with the duration of its
 * exchanges. `status` has a value of CTRF, `rawStatus` the outcome of the report: a failed SHOULD is a passed test with
 * `warning`.
 */
export function toCtrf(
  whole: Report,
  placeOf: PlaceOf = NO_PLACES,
  timeOf: TimeOf = NO_TIMES,
): string {
  const report = ofOffered(whole);
  const names = anchors(report);
  const { kit, run, verdicts } = report;
  const start = Date.parse(run.startedAt);
  const stop = start + run.durationMs;
  const { seed, runs, requests, profile, interrupted } = run;
  const notes = run.notes.map((note) => line(note, 2000));
  const document = {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    timestamp: new Date(stop).toISOString(),
    generatedBy: `${kit.name} ${kit.version}`,
    results: {
      tool: { name: kit.name, version: kit.version },
      summary: {
        ...totals(verdicts),
        suites: groupBy(verdicts, (v) => suiteOf(v).join('/')).length,
        start,
        stop,
        duration: run.durationMs,
        extra: {
          result: report.result,
          sentence: sentence(report),
          ...report.summary,
          ...apisIn(report),
        },
      },
      tests: verdicts.map((verdict) => ({
        ...test(verdict, names.get(verdict) ?? verdict.requirement, placeOf(verdict.requirement)),
        duration: timeOf(verdict),
      })),
      environment: {
        appName: report.target.url,
        extra: { contract: report.contract, seed, runs, requests, profile, interrupted, notes },
      },
    },
  };
  // Reporters print these texts in the log of a job.
  return `${JSON.stringify(document, inert, 2)}\n`;
}

function inert(_: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutLogCommands(value) : value;
}

function apisIn(report: Report): { readonly apis?: readonly string[] } {
  const apis = apiLines(report);
  return apis.length === 0 ? {} : { apis };
}

function test(verdict: Verdict, name: string, place: ClausePlace | undefined): object {
  const { requirement, operation, level, outcome, reason, conclusive, exchanges } = verdict;
  const mark = markOf(verdict);
  return {
    name: `${level} ${name}`,
    testId: name,
    status: STATUS[mark],
    rawStatus: mark,
    suite: suiteOf(verdict),
    ...(outcome === 'passed' && verdict.note === undefined
      ? {}
      : { message: verdictText(verdict) }),
    ...(outcome === 'failed' ? failure(verdict) : {}),
    ...(place ? { filePath: place.file, line: place.line } : {}),
    tags: [level],
    labels: {
      ...{ requirement, operation, level, outcome, conclusive, exchanges },
      ...(reason ? { reason } : {}),
      ...(place ? { clause: place.clause } : {}),
    },
    extra: {
      statement: verdict.statement,
      clause: verdict.clause,
      ...(verdict.cause === undefined ? {} : { cause: line(verdict.cause, 1000) }),
      ...(verdict.fix === undefined ? {} : { fix: line(verdict.fix, 1000) }),
    },
  };
}

/** `trace` has every finding, and how to reproduce it. */
function failure({ findings, counterexample }: Verdict): object {
  const shown = counterexample && line(scriptOf(counterexample), CURL);
  return {
    trace: [...findings.slice(0, 20).map(findingText), ...(shown ? [shown] : [])].join('\n'),
    ...(counterexample
      ? { parameters: { seed: counterexample.seed, path: line(counterexample.path, 1000) } }
      : {}),
    attachments: [{ name: 'evidence', contentType: 'application/json', path: 'evidence.har' }],
  };
}

function totals(verdicts: readonly Verdict[]): Record<Status | 'tests', number> {
  const counts = { passed: 0, failed: 0, skipped: 0, pending: 0, other: 0 };
  for (const verdict of verdicts) counts[STATUS[markOf(verdict)]] += 1;
  return { tests: verdicts.length, ...counts };
}

function suiteOf({ requirement }: Verdict): [string, string] {
  return [surfaceOf(requirement), operationNameOf(requirement)];
}
