/** One run from beginning to end: discovery, plan, exchange, judge, and the report of what was learned. */

import { Availability } from '../availability/availability.ts';
import { CrashGuard } from '../availability/crash-guard.ts';
import { looksAt, Silence } from '../availability/silence.ts';
import { archiveOf } from '../evidence/archive.ts';
import type { ReportWithEvidence } from '../evidence/archive-file.ts';
import type { HarView } from '../evidence/entry.ts';
import { journalIn } from '../evidence/journal.ts';
import { Recorder } from '../evidence/recorder.ts';
import { connect, type Limit } from '../exchange/client.ts';
import { gateOf } from '../exchange/gate.ts';
import { redactor } from '../exchange/redact.ts';
import { renewing } from '../exchange/renewal.ts';
import { repeatable } from '../exchange/sender.ts';
import { bearerIn, claimsIn } from '../exchange/web-token.ts';
import type { MadeLog } from '../judge/cleanup.ts';
import { Evidence } from '../judge/evidence.ts';
import { type Judgement, judge, type RequirementJudgement } from '../judge/judge.ts';
import { madeIn } from '../leftovers/log.ts';
import { defined } from '../model/defined.ts';
import {
  type Exchange,
  type FixtureName,
  type FixtureNote,
  type Fixtures,
  fixturesOf,
  type GivenFixture,
  isEmpty,
  needsOf,
  READ_ONLY,
  type Requirement,
  type Send,
} from '../model/index.ts';
import { type Plan, plan } from '../plan/plan.ts';
import { DEFAULT_SEED, newSeed } from '../plan/seed.ts';
import { select } from '../plan/select.ts';
import { requirementsOf } from '../shards/divide.ts';
import { discovered } from './discovered.ts';
import { CONCURRENCY, type RunOptions } from './options.ts';
import { reportOf } from './report-of.ts';
import { given, learnedBy, type RunSettings } from './settings.ts';
import { verdictOf } from './verdict.ts';

export const DEFAULT_RUNS = 40;
/** The quick profile adds no random values to those that a request class cannot do without. */
const QUICK_RUNS = 1;
const DEFAULT_TIMEOUT_MS = 10_000;

export type { ReportWithEvidence, RunOptions };

/**
 * The plan of a run with these options, made without a request to the target: what would be discovered there is
 * presumed. Throws SelectionError when `only` matches nothing or there are too many shards.
 */
export function planOf(options: RunOptions): Plan {
  const { surface } = options;
  const fixtures = fixturesOf(surface, options.fixtures);
  const planned = planWith(options, presumed(fixtures, surface.presumed));
  const discovery = surface.discoveryRequests?.(fixtures) ?? 0;
  return { ...planned, requests: planned.requests + discovery };
}

function planWith(options: RunOptions, fixtures: Fixtures): Plan {
  const { surface, hunt, allowed = READ_ONLY } = options;
  const { own, whole } = selected(options);
  const given = options.fixtures ?? {};
  return plan(surface, own, { fixtures, given, ...samplingOf(options), hunt, allowed, whole });
}

/** The values to send: missing options follow from the rest; if the run makes objects, the seed is a new one. */
function samplingOf({
  allowed = READ_ONLY,
  profile = 'full',
  seed = allowed.reversible ? newSeed() : DEFAULT_SEED,
  runs = profile === 'quick' ? QUICK_RUNS : DEFAULT_RUNS,
}: RunOptions): Pick<Plan, 'seed' | 'runs' | 'profile'> {
  return { seed, runs, profile };
}

interface Selected {
  readonly whole: readonly Requirement[];
  /** Those of the shard; all when there is none. */
  readonly own: readonly Requirement[];
}

/** Divided by what is known without a request to the target, so that all shards divide alike. */
function selected({ shard, ...options }: RunOptions): Selected {
  const whole = select(options.surface.requirements, options);
  return { whole, own: shard === undefined ? whole : requirementsOf(planOf(options), shard) };
}

function presumed(given: Fixtures, instead: Partial<Fixtures> = {}): Fixtures {
  const each = Object.entries(given).map(([name, own]) => [
    name,
    isEmpty(given, name) ? (instead[name] ?? own) : own,
  ]);
  return Object.fromEntries(each) as Fixtures;
}

/** Carries the requests of a run: to a live target, or to a recording of one. */
export interface Transport {
  readonly send: Send;
  /** Sends what takes away again what the run made, even when the run was interrupted. */
  readonly sendAnyway: Send;
  /** Called with all that the run may send, once that is known. */
  readonly onCeiling?: (requests: number) => void;
}

/** Earlier requests count toward the ceiling, and the client did not send them. */
function limitOf(options: RunOptions, ceiling: number): Limit {
  const { maxRequests = Number.POSITIVE_INFINITY, sentBefore = 0 } = options;
  return maxRequests < ceiling
    ? { requests: Math.max(0, maxRequests - sentBefore), option: '--max-requests' }
    : { requests: ceiling - sentBefore, option: '--hunt' };
}

function tries(exchanges: readonly Exchange[] = []): number {
  return exchanges.reduce((sum, { tries: n = 1 }) => sum + n, 0);
}

/**
 * Checks a target and reports. What the target does never makes this throw: a target that cannot be
 * reached, dies or talks nonsense is in the report. Throws SelectionError when `only` matches nothing.
 */
export async function run(wanted: RunOptions): Promise<ReportWithEvidence> {
  const secrets = [...(wanted.secrets ?? [])];
  const redact = redactor(secrets);
  const { onNotice } = wanted;
  const options = {
    ...{ ...withToken(wanted), ...samplingOf(wanted) },
    sentBefore: tries(wanted.before),
    ...(onNotice ? { onNotice: (text: string) => onNotice(redact(text)) } : {}),
  };
  const { surface, url, headers = {}, allowed = READ_ONLY, signal } = options;
  // A selection that matches nothing, and a shard that cannot be filled, is reported before anything is sent.
  selected(options);
  const startedAt = new Date();
  const began = performance.now();
  const credentials = options.renewal && renewing(options.renewal, secrets);
  const clientOptions = {
    baseUrl: url,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    headers,
    connections: options.concurrency ?? CONCURRENCY,
    trust: options.trust,
    proxy: options.proxy,
    onNotice: options.onNotice,
    awaitsStart: options.silentBefore !== true,
    secrets,
    isContention: surface.isContention,
    eventualConsistency: options.eventualConsistency ?? true,
    renewed: credentials?.renewed,
    ...(options.ratePerSecond === undefined ? {} : { ratePerSecond: options.ratePerSecond }),
    ...(surface.operations.some(({ effect = 'read' }) => effect !== 'read')
      ? { gate: gateOf(surface.operations, allowed) }
      : {}),
  };
  let limit = limitOf(options, Number.POSITIVE_INFINITY);
  const client = connect({ ...clientOptions, limit: () => limit, ...(signal ? { signal } : {}) });
  // Objects are removed even if the run was interrupted or has used up its requests.
  const anyway = connect(clientOptions);
  const availability = new Availability((call) => client.send(call), {
    host: url.host,
    hasToken: hasToken(options),
    repeatable,
    waitMs: options.awayMs,
    renew: credentials?.renew,
    onNotice: options.onNotice,
    signal,
  });
  const guard = new CrashGuard(availability.send);
  const shown: HarView = {
    redact,
    urlOf: client.urlOf.bind(client),
    headersOf: client.headersOf.bind(client),
    operator: headers,
  };
  const settings = {
    ...given(options, options, shown.redact),
    startedAt: startedAt.toISOString(),
  };
  const journal = journalIn(options.folder, {
    _assay: { ...settings, durationMs: 0, requests: 0 },
  });
  const recorder = new Recorder(shown, journal);
  for (const [i, exchange] of (wanted.before ?? []).entries())
    recorder.write(exchange, { kind: 'before', nth: i });
  const madeLog = options.folder === undefined ? undefined : madeIn(options.folder, settings);
  try {
    const transport: Transport = {
      send: guard.send,
      sendAnyway: (call) => anyway.send(call),
      onCeiling: (ceiling) => {
        limit = limitOf(options, ceiling);
      },
    };
    const { onFailure } = options;
    const inReport = onFailure && verdictOf(surface, options.seed, shown);
    const judgement = await carryOut(options, transport, {
      write: recorder.write,
      madeLog,
      ...(inReport ? { onFailure: (judged) => onFailure(inReport(judged)) } : {}),
    });
    const ended: RunSettings = {
      ...settings,
      durationMs: Math.round(performance.now() - began),
      requests: options.sentBefore + client.requests() + anyway.requests(),
      ...learnedBy(client, [...availability.notes(), ...guard.notes()]),
    };
    journal.flush();
    madeLog?.end();
    return reportWithEvidence(judgement, ended, recorder);
  } finally {
    await Promise.all([client.close(), anyway.close()]);
  }
}

/** With the fixtures that the token of the run shows; only the client gets the token itself. */
function withToken(options: RunOptions): RunOptions {
  const claims = claimsIn(bearerIn(options.headers ?? {}) ?? '');
  const shown = claims && options.surface.fixturesOfToken?.(claims);
  return shown ? { ...options, fixtures: { ...options.fixtures, ...shown } as Fixtures } : options;
}

/** The logs of a run. */
interface Logs {
  readonly write: Recorder['write'];
  readonly madeLog?: MadeLog | undefined;
  /** Called when a failure is confirmed, and again when its request became smaller. */
  readonly onFailure?: (failed: RequirementJudgement) => void;
}

/** Discovery, plan and judgement, whatever the requests go to. Throws SelectionError when `only` matches nothing. */
export async function carryOut(
  options: RunOptions,
  { send, sendAnyway, onCeiling }: Transport,
  { write, madeLog, onFailure }: Logs,
): Promise<Judgement> {
  const { surface, signal } = options;
  const evidence = new Evidence(write);
  let sent = options.sentBefore ?? 0;
  const counted: Send = async (call, purpose) => {
    const exchange = await send(call, purpose);
    sent += exchange.tries ?? 1;
    return exchange;
  };
  const notes: string[] = [];
  const dead: GivenFixture[] = [];
  const note: FixtureNote = (text, about, isDead) => {
    if (about === undefined) {
      notes.push(text);
      return;
    }
    if (isDead) dead.push(about);
    const place = options.placeOf?.(about);
    const whole = `${place ? `${place} ` : ''}${about.name}[${about.index}] ${text}`;
    notes.push(whole);
    options.onNotice?.(whole);
  };
  const silence = new Silence(() => looksAt(planOf(options).presenceProbes), options.silentBefore);
  const guarded = silence.guarding(evidence.recording(counted));
  let discoveryFault: string | undefined;
  const known = await discovered(surface, options.fixtures, guarded, note, (fault) => {
    discoveryFault = fault;
  });
  const own = surface.atTarget?.(surface, known) ?? surface;
  const planned = planWith({ ...options, surface: own }, known);
  const ceiling = ceilingOf(planned, sent, options.maxRequests);
  onCeiling?.(ceiling);
  options.onPlan?.(planned, sent);
  const { onOffered } = options;
  const judgement = await judge(planned, send, {
    ...(onOffered && { onOffered: (part: Plan) => onOffered(part, sent) }),
    concurrency: options.concurrency ?? CONCURRENCY,
    patienceMs: options.patienceMs,
    silence,
    evidence,
    madeLog,
    hasToken: hasToken(options),
    anonymous: Object.keys(options.headers ?? {}).length === 0,
    sendAnyway,
    discoveryFault,
    sent,
    ceiling,
    ...defined({ onProgress: options.onProgress, onNotice: options.onNotice, onFailure, signal }),
  });
  return {
    ...judgement,
    deadFixtures: dead
      .filter(({ name }) => isNeeded(name, planned))
      .map(({ name, index }) => `${name}[${index}]`),
    notes: [...notes, ...silence.notes(), ...judgement.notes],
  };
}

/** True if a selected requirement has requests with the fixture. */
function isNeeded(name: FixtureName, { requirements }: Plan): boolean {
  return requirements.some(({ probes }) =>
    probes.some((probe) => probe.betterWith === name || needsOf(probe).includes(name)),
  );
}

function hasToken({ headers = {} }: RunOptions): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

/** All requests that a run may send. */
function ceilingOf({ requests, extra }: Plan, sent: number, maxRequests?: number): number {
  return Math.min(sent + requests + extra, maxRequests ?? Number.POSITIVE_INFINITY);
}

/** The report and the evidence of a run that is over. */
export function reportWithEvidence(
  judgement: Judgement,
  settings: RunSettings,
  recorder: Recorder,
): ReportWithEvidence {
  return {
    report: reportOf(judgement, settings, recorder.shown),
    evidence: archiveOf(judgement, { _assay: settings }, recorder),
  };
}
