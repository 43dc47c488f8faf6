/** The report on traffic, which is judged exchange by exchange: one side for the server, one for the client. */

import { LiveTimeline } from '../../availability/live.ts';
import { endOfRecording } from '../../availability/words.ts';
import { archiveOf } from '../../evidence/archive.ts';
import type { HarView } from '../../evidence/entry.ts';
import type { Har } from '../../evidence/read.ts';
import { Recorder } from '../../evidence/recorder.ts';
import type { Spool } from '../../evidence/spool.ts';
import { redactor } from '../../exchange/redact.ts';
import { InputError } from '../../input/error.ts';
import { isDecidedByOne } from '../../judge/any-traffic.ts';
import { Evidence } from '../../judge/evidence.ts';
import type { Judgement } from '../../judge/judge.ts';
import { NO_OFFER } from '../../judge/offer.ts';
import { ofRows } from '../../judge/rows.ts';
import {
  type Call,
  endOf,
  fixturesOf,
  READ_ONLY,
  type Requirement,
  rulesOf,
  type Surface,
} from '../../model/index.ts';
import { plan } from '../../plan/plan.ts';
import { count } from '../../report/text.ts';
import { totalsOf } from '../../report/totals.ts';
import { reportOf } from '../../run/report-of.ts';
import type { ReportWithEvidence } from '../../run/run.ts';
import type { RunSettings } from '../../run/settings.ts';
import { TrafficTally } from './judge.ts';
import { exchangesBelow, guessedBase, type Matched, secretsIn, textOf } from './read.ts';

/** The judged side of the traffic. */
export type Side = 'server' | 'client';

interface Options {
  /** The journal of exchanges; by default memory and a nameless file. */
  readonly journal?: Spool;
  /** True if every exchange is evidence; otherwise the first ones, and those of verdicts. */
  readonly keepAll?: boolean;
  /** The most characters of all secrets; later exchanges are neither judged nor written. */
  readonly room?: number;
}

/** The most bytes of request bodies that are kept for evidence, and the most exchanges. */
const ROOM = 32 * 1024 * 1024;
const KEPT = 10_000;
/** The most characters of all secrets that are searched for; they take about a hundred times as many bytes. */
const KNOWN_CHARACTERS = 1_000_000;

export class TrafficReport {
  readonly #surface: Surface;
  readonly #base: string;
  readonly #keepAll: boolean;
  readonly #recorder: Recorder;
  readonly #evidence: Evidence;
  readonly #allObserved: Readonly<Record<Side, readonly TrafficTally[]>>;
  readonly #byOperation = new Map<unknown, TrafficTally[]>();
  readonly #secrets = new Set<string>();
  readonly #secretList: string[] = [];
  readonly #redact = redactor(this.#secretList);
  readonly #room: number;
  readonly #timeline = new LiveTimeline();
  #characters = 0;
  /** The number of exchanges after the limit of secrets. */
  #left = 0;
  /** Headers with secret names: it is unknown which headers the sender keeps secret. */
  readonly #operator: Record<string, string> = {};
  #began = Number.POSITIVE_INFINITY;
  #ended = 0;
  /** The number of exchanges so far. */
  requests = 0;
  #kept = 0;

  constructor(surface: Surface, base: string, options: Options = {}) {
    const { journal, keepAll = false, room = KNOWN_CHARACTERS } = options;
    this.#room = room;
    this.#surface = surface;
    this.#base = base;
    this.#keepAll = keepAll;
    this.#recorder = new Recorder(this.#shown(), journal);
    this.#evidence = new Evidence(this.#recorder.write, keepAll ? Number.POSITIVE_INFINITY : KEPT);
    const { requirements, clientRequirements = [], isContention } = surface;
    const allObserved = (all: readonly Requirement[]): readonly TrafficTally[] =>
      all.map((requirement) => new TrafficTally(requirement, isContention));
    this.#allObserved = {
      server: allObserved(requirements.flatMap(rulesOf).filter(isDecidedByOne)),
      client: allObserved(clientRequirements),
    };
    for (const observed of [...this.#allObserved.server, ...this.#allObserved.client]) {
      const operation = observed.requirement.probes[0]?.operation;
      const known = this.#byOperation.get(operation);
      if (known === undefined) this.#byOperation.set(operation, [observed]);
      else known.push(observed);
    }
  }

  /** True if every exchange is evidence. */
  get complete(): boolean {
    return this.#left === 0 && this.#evidence.complete && (this.#keepAll || this.#kept < ROOM);
  }

  /** Adds the secrets of an exchange, so that no later file contains them. */
  learn(one: Matched): void {
    for (const name of Object.keys(one.recorded.headers)) this.#operator[name] = '';
    for (const secret of secretsIn([one])) {
      if (this.#secrets.has(secret)) continue;
      this.#characters += secret.length;
      if (this.#characters > this.#room) return;
      this.#secrets.add(secret);
      this.#secretList.push(secret);
    }
  }

  /** Writes an exchange and judges it. Returns the requirements that fail for the first time. */
  add(one: Matched): readonly Requirement[] {
    const { shown, purpose, exchange } = one;
    this.requests++;
    if (this.#characters > this.#room) {
      this.#left++;
      return [];
    }
    this.#began = Math.min(this.#began, exchange.startedAt);
    this.#ended = Math.max(this.#ended, endOf(exchange));
    // Each request has the credentials of its sender.
    const sent = { ...exchange, request: { ...exchange.request, headers: {} } };
    this.#timeline.receive(this.#timeline.tick(), sent);
    this.#kept += exchange.request.body?.length ?? 0;
    if (this.#keepAll || this.#kept < ROOM) this.#evidence.add(shown, purpose);
    else this.#recorder.write(shown, purpose);
    const allObserved = this.#byOperation.get(exchange.request.operation) ?? [];
    return allObserved
      .filter((observed) => {
        const before = observed.failed;
        observed.add(one);
        return !before && observed.failed && observed.requirement.level !== 'MAY';
      })
      .map(({ requirement }) => requirement);
  }

  /** The report of one side. Both sides have the same evidence. */
  of(side: Side, profile: string, notes: readonly string[]): ReportWithEvidence {
    const indexOf = ({ shown, purpose }: Matched): number | undefined =>
      this.#evidence.keep(shown, purpose);
    const judged = new Map(
      this.#allObserved[side].map((observed) => [
        observed.requirement,
        observed.judgement(indexOf),
      ]),
    );
    const { requirements: own, clientRequirements = [] } = this.#surface;
    const requirements = (side === 'server' ? own : clientRequirements).filter((one) =>
      rulesOf(one).some((rule) => judged.has(rule)),
    );
    const surface = side === 'server' ? this.#surface : { ...this.#surface, requirements };
    const judgement: Judgement = {
      plan: plan(surface, requirements, { fixtures: {}, seed: 0, runs: 0 }),
      verdicts: requirements.map((one) =>
        ofRows(
          one,
          rulesOf(one).flatMap((rule) => judged.get(rule) ?? []),
        ),
      ),
      evidence: this.#evidence.kept,
      complete: this.complete,
      made: [],
      offer: NO_OFFER,
      suspects: [],
      planned: 0,
      ceiling: 0,
      notes: [...notes, ...this.#atTheEnd(), ...this.#unjudged()],
    };
    const settings = this.#settings();
    const report = reportOf(judgement, settings, this.#recorder.shown);
    const of = side === 'client' ? { of: side } : {};
    const _traffic = {
      ...{ surface: settings.surface, contract: settings.contract, url: report.target.url },
      ...(report.rules && { rules: report.rules }),
      ...of,
    };
    return {
      report: {
        ...report,
        // Traffic in which nothing fails proves nothing about other requests, so the report is partial.
        ...totalsOf(report.apis ?? [], report.verdicts, true),
        run: { ...report.run, profile },
      },
      evidence: archiveOf(judgement, { _traffic }, this.#recorder),
    };
  }

  #settings(): RunSettings {
    const { name, operations, rules } = this.#surface;
    const began = Number.isFinite(this.#began) ? this.#began : Date.now();
    return {
      surface: name,
      ...(rules && { rules }),
      contract: [...new Set(operations.map((o) => o.contract.version))].join(', '),
      url: this.#base,
      ...{ seed: 0, runs: 0, allowed: READ_ONLY, fixtures: fixturesOf(this.#surface) },
      headers: this.#operator,
      startedAt: new Date(began).toISOString(),
      durationMs: Math.max(0, Math.round(this.#ended - began)),
      requests: this.requests,
    };
  }

  #atTheEnd(): string[] {
    const { lastWindow } = this.#timeline;
    return lastWindow === undefined ? [] : [endOfRecording(lastWindow)];
  }

  #unjudged(): string[] {
    if (this.#left === 0) return [];
    const more = `credentials with more than ${this.#room} characters in all`;
    return [`${count(this.#left, 'exchange')} that followed ${more} left out`];
  }

  #shown(): HarView {
    return {
      redact: this.#redact,
      urlOf: (call: Call) => this.#base + call.path,
      headersOf: (call: Call) => ({ ...call.headers }),
      operator: this.#operator,
    };
  }
}

/**
 * Judges recorded traffic by the rules for any sender and purpose: the responses of the server, or the requests of the
 * client. Without `given`, the base URL is that of most requests to operations. The evidence contains only judged
 * exchanges. Throws InputError if no request is to an operation.
 */
export function judgeTraffic(
  { entries, unfinished }: Har,
  surface: Surface,
  file: string,
  given?: URL,
  side: Side = 'server',
): ReportWithEvidence {
  const { operations, name } = surface;
  const base = given === undefined ? guessedBase(entries, operations) : textOf(given);
  const matched = base === undefined ? [] : exchangesBelow(base, entries, operations);
  if (base === undefined || matched.length === 0) {
    const below = given === undefined ? '' : ` below ${base}`;
    throw new InputError(
      `${file}: none of its ${count(entries.length, 'request')} is to an operation of the ${name}${below}. Check --surface and --base.`,
    );
  }
  const report = new TrafficReport(surface, base, { keepAll: true });
  for (const one of matched) report.learn(one);
  for (const one of matched) report.add(one);
  const others = entries.length - matched.length;
  return report.of(side, 'recorded traffic', [
    `judged from recorded traffic: ${count(matched.length, 'request')} to operations below ${base}`,
    ...(others > 0 ? [`${count(others, 'other recorded request')} left out`] : []),
    ...(unfinished === undefined ? [] : [unfinished]),
  ]);
}
