/** Turns a judgement into the report and the evidence: full URLs, no secrets. */
import type { Clause } from '../contract/contract.ts';
import { loadClauses } from '../contract/load.ts';
import { atOnce, curl } from '../exchange/curl.ts';
import type { HarView } from '../exchange/har.ts';
import { placeholders, redactHeaders } from '../exchange/redact.ts';
import { startOf } from '../exchange/response.ts';
import { VERSION } from '../exchange/version.ts';
import type { Judgement, RequirementJudgement } from '../judge/judge.ts';
import type { ShownCase } from '../judge/judgement.ts';
import type { Reproduced } from '../judge/reproduce/trials.ts';
import type {
  Call,
  Counterexample,
  Finding,
  Found,
  Report,
  Reproduction,
  Requirement,
  Surface,
  Verdict,
} from '../model/index.ts';
import { notSelected, QUICK_NOTE } from '../report/summary.ts';
import { count } from '../report/text.ts';
import { totalsOf } from '../report/totals.ts';
import { adviceOf } from './advice.ts';
import { servedBy } from './served.ts';
import { type RunSettings, redacted } from './settings.ts';

const SCHEMA_VERSION = '3.2.0';
const KEPT_BODY = 20_000;
const INSECURE =
  'certificates were not verified (--insecure): another server may have responded in place of the target';

/** The report of a judgement. */
export function reportOf(judgement: Judgement, settings: RunSettings, shown: HarView): Report {
  const { plan } = judgement;
  const verdicts = judgement.verdicts.map(verdictOf(plan.surface, plan.seed, shown));
  const contracts = new Set(plan.surface.operations.map((o) => o.contract));
  const left = plan.surface.requirements.filter(
    (r) => !plan.requirements.includes(r) && r.level === 'MUST',
  );
  const { seed, runs, startedAt, durationMs, requests, shard } = settings;
  const quick = settings.profile === 'quick';
  return {
    schemaVersion: SCHEMA_VERSION,
    kit: { name: 'assay', version: VERSION },
    contract: [...contracts].map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    target: { url: shown.redact(settings.url) },
    run: {
      seed,
      runs,
      startedAt,
      durationMs,
      requests,
      planned: judgement.planned,
      ceiling: judgement.ceiling,
      profile: profileOf(settings),
      interrupted: judgement.stopped === 'interrupted',
      ...(judgement.neverResponded === undefined
        ? {}
        : { neverResponded: shown.redact(judgement.neverResponded) }),
      ...(quick || (left.length > 0 && shard === undefined)
        ? { leftOut: leftOutOf(quick, shard === undefined ? left.length : 0) }
        : {}),
      notes: [
        ...judgement.notes.map(shown.redact),
        ...suspectsOf(judgement, shown),
        ...leftBehind(judgement).map(shown.redact),
        ...cutShort(judgement),
        ...repeated(settings),
        ...(settings.connection ?? []),
        ...(settings.insecure ? [INSECURE] : []),
        ...(quick ? [QUICK_NOTE] : []),
        ...(left.length > 0 && shard === undefined ? [notSelected(left.length)] : []),
      ],
      ...cleanedUp(judgement),
    },
    ...totalsOf(
      servedBy(judgement),
      verdicts,
      judgement.stopped !== undefined || left.length > 0 || shard !== undefined || quick,
    ),
    verdicts,
  };
}

function leftOutOf(quick: boolean, requirements: number): NonNullable<Report['run']['leftOut']> {
  return { ...(quick ? { requests: true } : {}), ...(requirements > 0 ? { requirements } : {}) };
}

function profileOf({ profile, level, only, shard, allowed, insecure }: RunSettings): string {
  const writes = allowed.irreversible ? 'irreversible' : allowed.reversible ? 'writes' : undefined;
  const strict = allowed.undecodable ? undefined : 'strict-read';
  const parts = [
    profile,
    level,
    only,
    shard && `shard ${shard}`,
    writes,
    strict,
    insecure && 'insecure',
  ];
  return parts.filter((part) => part !== undefined).join(' ') || 'full';
}

/** The requests that were under way when the target went away, each as a command. */
function suspectsOf({ suspects }: Judgement, shown: HarView): string[] {
  return suspects.map(({ request }) => {
    const { curl: command } = requestOf(request, shown);
    return `it was under way then: ${command}`;
  });
}

/** A response that cannot be read is judged by its status and headers alone. */
function cutShort({ evidence }: Judgement): string[] {
  const reasons = new Map<string, number>();
  for (const { exchange } of evidence) {
    const { unread } = exchange.response ?? {};
    if (unread !== undefined) reasons.set(unread, (reasons.get(unread) ?? 0) + 1);
  }
  return [...reasons].map(
    ([why, n]) => `the bodies of ${n} responses were not judged; of each, ${why}`,
  );
}

/** A target that is busy now and then is not blamed, but the share is worth knowing. */
function repeated({ later, requests }: RunSettings): string[] {
  if (later === undefined) return [];
  const { tooMany, unavailable, withoutRetryAfter: bare } = later;
  const share = (n: number, status: number): string =>
    `${n} of ${requests} requests got ${status} and were sent again`;
  return [
    ...(tooMany > 0 ? [`${share(tooMany, 429)}: the target limits its callers, use --rate`] : []),
    ...(unavailable > 0
      ? [
          `${share(unavailable, 503)}${bare > 0 ? `, ${bare} of the responses without Retry-After` : ''}`,
        ]
      : []),
  ];
}

/** Each thing that the run made at the target and could not remove. */
function leftBehind({ made }: Judgement): string[] {
  const left = made.filter(({ removed }) => !removed);
  if (left.length === 0) return [];
  return [
    `the run created ${count(made.length, 'object')} at the target and could not remove ${left.length} of them`,
    ...left.map(({ made: what, undo }) => `not removed: ${what}; ${undo} would do it`),
  ];
}

/** That all is removed is no trouble. */
function cleanedUp({ made }: Judgement): Pick<Report['run'], 'remarks'> {
  if (made.length === 0 || made.some(({ removed }) => !removed)) return {};
  const what = count(made.length, 'object');
  return { remarks: [`the run created ${what} at the target and removed all of them`] };
}

/** Turns the judgement of a requirement into a verdict of the report. */
export function verdictOf(
  { clauses: documents = [] }: Pick<Surface, 'clauses'>,
  seed: number,
  shown: HarView,
): (judged: RequirementJudgement) => Verdict {
  const clauses = loadClauses(documents);
  return (judged) => verdict(judged, seed, clauses, shown);
}

function verdict(
  judged: RequirementJudgement,
  seed: number,
  clauses: ReadonlyMap<string, Clause>,
  shown: HarView,
): Verdict {
  const { requirement, counterexample } = judged;
  const [first] = judged.findings;
  const shownAs = (one: ShownCase): Counterexample => ({
    ...sentFor(requirement, one),
    ...counterexampleOf(one, seed, shown),
  });
  return {
    requirement: requirement.id,
    operation: requirement.probes[0]?.operation.key ?? '',
    level: requirement.level,
    outcome: judged.outcome,
    ...(judged.reason ? { reason: judged.reason } : {}),
    ...(judged.note ? { note: shown.redact(judged.note) } : {}),
    ...failsWhen(judged),
    statement: requirement.statement,
    clause: clauseOf(requirement, clauses),
    ...(judged.outcome === 'failed' && first ? adviceOf(requirement, foundIn(judged, first)) : {}),
    exchanges: judged.exchanges,
    conclusive: judged.conclusive,
    findings: findingsOf(judged, shown),
    ...(judged.failsIn ? { failsIn: judged.failsIn } : {}),
    ...(counterexample ? { counterexample: shownAs(counterexample) } : {}),
    ...(judged.others
      ? {
          otherCounterexamples: judged.others.map((other) => ({
            ...shownAs(other),
            findings: findingsOf(other, shown),
          })),
        }
      : {}),
    evidence: judged.evidence,
  };
}

/** Failures that one request by itself need not show. What is lost at random is one of them. */
function failsWhen({
  outcome,
  requirement,
  when,
}: RequirementJudgement): Pick<Verdict, 'failsWhen'> {
  const isLost = 'expects' in requirement && requirement.expects === 'completeness';
  const found = when ?? (isLost ? 'now-and-then' : undefined);
  return outcome === 'failed' && found !== undefined ? { failsWhen: found } : {};
}

function findingsOf(
  { findings }: Pick<RequirementJudgement, 'findings'>,
  shown: HarView,
): Finding[] {
  return findings.map((one) => findingOf(one, shown));
}

function foundIn({ counterexample, when }: RequirementJudgement, finding: Finding): Found {
  return { finding, exchange: counterexample?.exchange, when };
}

function findingOf(one: Finding, { redact }: HarView): Finding {
  const { at, expected, actual, ...typed } = one;
  return {
    ...typed,
    // The JSON pointer of a whole body is empty.
    at: redact(at === '' ? 'the body' : at),
    expected: redacted(expected, redact),
    actual: redacted(actual, redact),
  };
}

function clauseOf({ clause }: Requirement, clauses: ReadonlyMap<string, Clause>): string {
  const found = clauses.get(clause);
  return found ? `${found.section}: ${found.statement}` : clause;
}

/** The description of its probe; empty if the request was sent for another purpose. */
function sentFor({ probes }: Requirement, { path }: ShownCase): Pick<Counterexample, 'sends'> {
  const [, probe, label = ''] = /^([^#]+)#(.*)@/.exec(path) ?? [];
  const found = probes.find(({ id }) => id === probe);
  if (found === undefined) return {};
  const words = /^[a-z-]+$/.test(label) ? label.replaceAll('-', ' ') : label;
  return { sends: found.eachSends === undefined ? found.sends : `${found.eachSends}: ${words}` };
}

function counterexampleOf(
  { exchange: { request, response }, path, seed: own, reproduction }: ShownCase,
  runSeed: number,
  shown: HarView,
): Counterexample {
  return {
    ...requestOf(request, shown),
    response: response
      ? {
          status: response.status,
          headers: redactHeaders(response.headers, shown.redact),
          // Cut last: a cut through a secret would leave a part of it that is not recognised.
          body: shown.redact(startOf(response)).slice(0, KEPT_BODY),
        }
      : null,
    seed: own ?? runSeed,
    path,
    ...(reproduction ? { reproduction: reproductionOf(reproduction, shown) } : {}),
  };
}

function reproductionOf({ rows, lasts: _, ...found }: Reproduced, shown: HarView): Reproduction {
  const lines = rows.map((row) => atOnce(row.map((call) => requestOf(call, shown).curl)));
  return { lines, ...found };
}

/** A request as a command and as its parts, without secrets. */
function requestOf(request: Call, shown: HarView): Pick<Counterexample, 'curl' | 'request'> {
  const url = shown.redact(shown.urlOf(request));
  const headers = shown.headersOf(request);
  const body = request.body === undefined ? undefined : shown.redact(request.body);
  const typed = {
    ...placeholders(headers, shown.redact, shown.operator),
    ...madeUp(request, shown),
    ...(request.altered === undefined ? {} : { authorization: 'Bearer $ALTERED_TOKEN' }),
  };
  // curl sends the one by itself, and says of itself what the other says of the kit.
  const { accept, 'user-agent': _, ...needed }: Readonly<Record<string, string>> = typed;
  const shownHeaders = accept === '*/*' || accept === undefined ? needed : { accept, ...needed };
  return {
    curl: curl(
      request.method,
      url,
      shownHeaders,
      body,
      request.encoding && bytesOf(request, shown),
    ),
    request: {
      method: request.method,
      url,
      headers: redactHeaders(headers, shown.redact, shown.operator),
      ...(body === undefined ? {} : { body }),
    },
  };
}

/** A credential that the kit made up is no secret, and the request fails by it. */
function madeUp(
  { anonymous, headers }: Call,
  { redact }: HarView,
): Readonly<Record<string, string>> {
  const { authorization } = headers;
  return anonymous && authorization !== undefined ? { authorization: redact(authorization) } : {};
}

/** The bytes of a body that is no text, without secrets. */
function bytesOf({ body = '' }: Call, { redact }: HarView): Buffer {
  const text = Buffer.from(body, 'base64').toString('latin1');
  return Buffer.from(redact(text), 'latin1');
}
