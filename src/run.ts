/** One run from beginning to end: plan, exchange, judge, and the report of what was learned. */
import { loadClauses } from './contract/load.ts';
import { connect } from './exchange/client.ts';
import { curl } from './exchange/curl.ts';
import { toHar } from './exchange/har.ts';
import { placeholders, redactHeaders, redactor } from './exchange/redact.ts';
import { VERSION } from './exchange/version.ts';
import { type Judged, type Judgement, judge, type Progress } from './judge/judge.ts';
import { type Plan, plan } from './plan/plan.ts';
import { select } from './plan/select.ts';
import {
  type Call,
  type Counterexample,
  type Exchange,
  type Fixtures,
  type Level,
  OUTCOMES,
  type Outcome,
  type Report,
  type Requirement,
  type Result,
  type Summary,
  type Surface,
  type Verdict,
} from './words.ts';

const SCHEMA_VERSION = '1.0.0';
export const DEFAULT_RUNS = 40;
const DEFAULT_TIMEOUT_MS = 10_000;
const CONCURRENCY = 16;

export const NO_FIXTURES: Fixtures = { allocations: [], reassigning: [], choiceArguments: [] };

export interface RunOptions {
  readonly surface: Surface;
  readonly url: URL;
  readonly fixtures?: Fixtures;
  /** A new one each time unless told; the report names it. */
  readonly seed?: number;
  /** Cases of a probe of share 1. */
  readonly runs?: number;
  readonly only?: string | undefined;
  readonly level?: Level | undefined;
  readonly ratePerSecond?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values that must not appear in any artefact. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** What planOf made of the same options, when somebody wanted to see it before. */
  readonly plan?: Plan;
}

export interface Ran {
  readonly report: Report;
  /** The exchanges behind the verdicts, as HTTP Archive 1.2. */
  readonly evidence: object;
}

/** The plan of a run with these options. Throws SelectionError when `only` matches nothing. */
export function planOf(options: RunOptions): Plan {
  const requirements = select(options.surface.requirements, options);
  const { seed = newSeed(), runs = DEFAULT_RUNS, fixtures = NO_FIXTURES } = options;
  return plan(options.surface, requirements, { fixtures, seed, runs });
}

/**
 * Checks a target and reports. What the target does never makes this throw: a target that cannot be
 * reached, dies or talks nonsense is in the report.
 */
export async function run(options: RunOptions): Promise<Ran> {
  const planned = options.plan ?? planOf(options);
  const startedAt = new Date();
  const began = performance.now();
  const { url, ratePerSecond, maxRequests, timeoutMs = DEFAULT_TIMEOUT_MS, headers = {} } = options;
  const client = connect({
    baseUrl: url,
    timeoutMs,
    headers,
    connections: CONCURRENCY,
    secrets: options.secrets ?? [],
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    ...(maxRequests === undefined ? {} : { maxRequests }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  try {
    const judgement = await judge(planned, (call) => client.send(call), {
      concurrency: CONCURRENCY,
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const redact = redactor(options.secrets ?? []);
    const shown: Shown = {
      redact,
      urlOf: client.urlOf.bind(client),
      headersOf: client.headersOf.bind(client),
      operator: headers,
    };
    const meta = { startedAt, durationMs: performance.now() - began, requests: client.requests() };
    return {
      report: reportOf(options, planned, judgement, shown, meta),
      evidence: evidenceOf(judgement, shown),
    };
  } finally {
    await client.close();
  }
}

/** How exchanges are shown to people: with full URLs and without secrets. */
interface Shown {
  readonly redact: (text: string) => string;
  readonly urlOf: (call: Call) => string;
  readonly headersOf: (call: Call) => Record<string, string>;
  readonly operator: Readonly<Record<string, string>>;
}

function reportOf(
  options: RunOptions,
  planned: Plan,
  judgement: Judgement,
  shown: Shown,
  { startedAt, durationMs, requests }: { startedAt: Date; durationMs: number; requests: number },
): Report {
  const verdicts = judgement.verdicts.map((judged) => verdictOf(judged, planned.seed, shown));
  const contracts = new Set(options.surface.operations.map((o) => o.contract));
  const left = options.surface.requirements.filter(
    (r) => !planned.requirements.includes(r) && r.level === 'MUST',
  );
  const narrowed = left.length > 0 ? [`${left.length} MUST requirements were not selected`] : [];
  return {
    schemaVersion: SCHEMA_VERSION,
    kit: { name: 'assay', version: VERSION },
    contract: [...contracts].map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    target: { url: shown.redact(bare(options.url)) },
    run: {
      seed: planned.seed,
      runs: planned.runs,
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(durationMs),
      requests,
      profile:
        [options.level, options.only].filter((part) => part !== undefined).join(' ') || 'default',
      interrupted: judgement.stopped === 'interrupted',
      notes: [...judgement.notes.map(shown.redact), ...narrowed],
    },
    result: resultOf(verdicts, judgement.stopped !== undefined || left.length > 0),
    summary: summarise(verdicts),
    verdicts,
  };
}

/** `nonconforming` if a MUST failed; `conforming` if every applicable MUST passed; else `partial`. */
function resultOf(verdicts: readonly Verdict[], incomplete: boolean): Result {
  const musts = verdicts.filter((v) => v.level === 'MUST');
  if (musts.some((v) => v.outcome === 'failed')) return 'nonconforming';
  const open = musts.some((v) => v.outcome === 'cantTell' || v.outcome === 'untested');
  const passed = musts.some((v) => v.outcome === 'passed');
  return passed && !open && !incomplete ? 'conforming' : 'partial';
}

function summarise(verdicts: readonly Verdict[]): Summary {
  const count = (level: Level): Record<Outcome, number> => {
    const none = Object.fromEntries(OUTCOMES.map((o) => [o, 0])) as Record<Outcome, number>;
    for (const v of verdicts) if (v.level === level) none[v.outcome]++;
    return none;
  };
  return { MUST: count('MUST'), SHOULD: count('SHOULD'), MAY: count('MAY') };
}

function verdictOf(judged: Judged, seed: number, shown: Shown): Verdict {
  const { requirement, counterexample } = judged;
  return {
    requirement: requirement.id,
    operation: requirement.probes[0]?.operation.key ?? '',
    level: requirement.level,
    outcome: judged.outcome,
    ...(judged.reason ? { reason: judged.reason } : {}),
    ...(judged.note ? { note: shown.redact(judged.note) } : {}),
    says: requirement.says,
    clause: clauseOf(requirement),
    exchanges: judged.exchanges,
    telling: judged.telling,
    findings: judged.findings.map(({ at, expected, actual }) => ({
      at: shown.redact(at),
      expected: shown.redact(expected),
      actual: shown.redact(actual),
    })),
    ...(counterexample
      ? {
          counterexample: counterexampleOf(
            counterexample.exchange,
            counterexample.path,
            seed,
            shown,
          ),
        }
      : {}),
    evidence: judged.evidence,
  };
}

function clauseOf({ clause }: Requirement): string {
  const found = loadClauses().get(clause);
  return found ? `${found.section}: ${found.says}` : clause;
}

function counterexampleOf(
  { request, response }: Exchange,
  path: string,
  seed: number,
  shown: Shown,
): Counterexample {
  const url = shown.urlOf(request);
  const headers = shown.headersOf(request);
  const body = request.body === undefined ? undefined : shown.redact(request.body);
  const typed = placeholders(headers, shown.redact, shown.operator);
  return {
    curl: curl(request.method, shown.redact(url), typed, body),
    request: {
      method: request.method,
      url: shown.redact(url),
      headers: redactHeaders(headers, shown.redact, shown.operator),
      ...(body === undefined ? {} : { body }),
    },
    response: response
      ? {
          status: response.status,
          headers: redactHeaders(response.headers, shown.redact),
          body: shown.redact(response.text.slice(0, 20_000)),
        }
      : null,
    seed,
    path,
  };
}

function evidenceOf(judgement: Judgement, { redact, urlOf, headersOf, operator }: Shown): object {
  const requirements = new Map<number, string[]>();
  for (const { requirement, evidence } of judgement.verdicts) {
    for (const index of evidence) {
      const ids = requirements.get(index);
      if (ids) ids.push(requirement.id);
      else requirements.set(index, [requirement.id]);
    }
  }
  return toHar(
    judgement.evidence.map((kept) => kept.exchange),
    {
      creator: { name: 'assay', version: VERSION },
      urlOf,
      headersOf,
      redact,
      operatorHeaders: operator,
      about: (_, index) => ({
        probe: judgement.evidence[index]?.from ?? '',
        requirements: requirements.get(index) ?? [],
      }),
    },
  );
}

function bare(url: URL): string {
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  return clean.href.replace(/\/$/, '');
}

function newSeed(): number {
  return Math.floor(Math.random() * 0x7fffffff);
}
