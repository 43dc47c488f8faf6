import type { Level } from '../../contract/contract.ts';
import { type Counterexample, type Report, surfaceOf, type Verdict } from '../../model/index.ts';
import { ASSAY } from '../../model/package.ts';
import { type ClausePlace, NO_PLACES, type PlaceOf } from '../clause-place.ts';
import { anchors, groupBy, nameOf, operationNameOf, sentence } from '../digest.ts';
import { scriptOf } from '../reproduction.ts';
import { ofOffered } from '../served.ts';
import { type Mark, markOf } from '../status.ts';
import { cut, line } from '../text.ts';
import { advice, differenceText, verdictText } from '../verdict-text.ts';

const BODY = 20_000;
const PROTOCOL = { protocol: 'HTTP', version: '1.1' } as const;

/** The members `webRequest` and `webResponse` of a result. Long bodies are cut. */
function webExchange({ request, response }: Counterexample): object {
  const { method, url, headers, body } = request;
  const parameters = parametersOf(url);
  return {
    webRequest: {
      ...PROTOCOL,
      method,
      target: cut(url, BODY),
      headers: shortened(headers),
      ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
      ...(body === undefined ? {} : { body: { text: cut(body, BODY) } }),
    },
    webResponse:
      response === null
        ? { noResponseReceived: true }
        : {
            ...PROTOCOL,
            statusCode: response.status,
            headers: shortened(response.headers),
            body: { text: cut(response.body, BODY) },
          },
  };
}

function parametersOf(url: string): Record<string, string> {
  const start = url.indexOf('?');
  return start < 0 ? {} : shortened(Object.fromEntries(new URLSearchParams(url.slice(start))));
}

function shortened(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [cut(name, 1000), cut(value, BODY)]),
  );
}

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** A placeholder for the kit's folder, which is not in the user's repository. */
const BASE = 'ASSAY';
const RULE_LEVEL: Readonly<Record<Level, string>> = {
  MUST: 'error',
  SHOULD: 'warning',
  MAY: 'note',
};
const KIND: Readonly<Record<Mark, { readonly kind: string; readonly level: string }>> = {
  failed: { kind: 'fail', level: 'error' },
  warning: { kind: 'fail', level: 'warning' },
  information: { kind: 'informational', level: 'none' },
  cantTell: { kind: 'review', level: 'none' },
  untested: { kind: 'open', level: 'none' },
  inapplicable: { kind: 'notApplicable', level: 'none' },
  passed: { kind: 'pass', level: 'none' },
};

/**
 * The report as SARIF 2.1.0: requirements are rules, verdicts are results, and a counterexample is the web request and
 * response of a result. A result points at the line of its clause if that is known. Only failures have a level other
 * than `none` (§3.27.10).
 */
export function toSarif(whole: Report, placeOf: PlaceOf = NO_PLACES): string {
  const report = ofOffered(whole);
  const names = anchors(report);
  const rules = groupBy(report.verdicts, (v) => v.requirement);
  const indexes = new Map(rules.map(([id], index) => [id, index]));
  const { kit, run, verdicts } = report;
  const surfaces = verdicts.slice(0, 1).map((v) => `${surfaceOf(v.requirement)}/`);
  const document = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: kit.name,
            semanticVersion: kit.version,
            rules: rules.map(([, verdicts]) => rule(verdicts, placeOf(verdicts[0].requirement))),
          },
        },
        automationDetails: { id: `assay/${surfaces.join('')}` },
        originalUriBaseIds: { [BASE]: { description: { text: 'The folder of Assay.' } } },
        invocations: [invocation(report)],
        columnKind: 'utf16CodeUnits',
        results: verdicts.map((verdict) => ({
          ruleId: verdict.requirement,
          ruleIndex: indexes.get(verdict.requirement) ?? -1,
          ...KIND[markOf(verdict)],
          message: { text: messageOf(verdict) },
          locations: [location(verdict, placeOf(verdict.requirement))],
          partialFingerprints: { 'verdict/v1': names.get(verdict) ?? verdict.requirement },
          ...(verdict.counterexample ? webExchange(verdict.counterexample) : {}),
          properties: about(verdict),
        })),
        properties: {
          target: report.target.url,
          result: report.result,
          sentence: sentence(report),
          summary: report.summary,
          contract: report.contract,
          ...(report.apis ? { apis: report.apis } : {}),
          seed: run.seed,
          requests: run.requests,
        },
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function rule(
  [first, ...others]: readonly [Verdict, ...Verdict[]],
  place: ClausePlace | undefined,
): object {
  const { requirement, level, statement, clause } = first;
  // Only a failure has a fix, and not every operation needs to have failed.
  const failed = [first, ...others].find((v) => v.fix) ?? first;
  const help = [
    statement,
    clause,
    ...advice(failed).map(([title, words]) => `${title}: ${line(words, 1000)}`),
    `${ASSAY} explain ${requirement} shows more.`,
  ];
  const tags = [level, operationNameOf(requirement), ...(place ? [place.clause] : [])];
  return {
    id: requirement,
    name: nameOf(requirement),
    shortDescription: { text: statement },
    fullDescription: { text: clause },
    help: { text: help.join('\n\n') },
    defaultConfiguration: { level: RULE_LEVEL[level] },
    properties: { tags },
  };
}

function messageOf(verdict: Verdict): string {
  const { outcome, statement } = verdict;
  if (outcome === 'passed') return statement;
  const difference = outcome === 'failed' ? ` ${differenceText(verdict)}.` : '';
  return `${verdictText(verdict)}.${difference} ${statement}`;
}

function location({ operation }: Verdict, place: ClausePlace | undefined): object {
  const name = operation.split('#').at(-1) ?? operation;
  return {
    ...(place
      ? {
          physicalLocation: {
            artifactLocation: { uri: place.file, uriBaseId: BASE },
            region: { startLine: place.line },
          },
        }
      : {}),
    logicalLocations: [{ name, fullyQualifiedName: operation, kind: 'function' }],
  };
}

function about({ level, outcome, reason, exchanges, conclusive, counterexample }: Verdict): object {
  return {
    ...{ level, outcome, exchanges, conclusive },
    ...(reason ? { reason } : {}),
    ...(counterexample
      ? {
          curl: line(scriptOf(counterexample), 8000),
          seed: counterexample.seed,
          path: line(counterexample.path, 1000),
        }
      : {}),
  };
}

/** Errors of the kit or of the run belong to the invocation, not to the target. */
function invocation({ run, verdicts }: Report): object {
  const own = verdicts.filter((v) => v.reason === 'kit-fault');
  const start = Date.parse(run.startedAt);
  const notifications = [
    ...run.notes.map((note) => ({ level: 'warning', message: { text: line(note, 2000) } })),
    ...own.map((verdict) => ({
      level: 'error',
      message: { text: verdictText(verdict) },
      associatedRule: { id: verdict.requirement },
    })),
  ];
  return {
    executionSuccessful: !run.interrupted && own.length === 0,
    startTimeUtc: run.startedAt,
    endTimeUtc: new Date(start + run.durationMs).toISOString(),
    ...(notifications.length > 0 ? { toolExecutionNotifications: notifications } : {}),
  };
}
