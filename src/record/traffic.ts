/** Traffic that another program recorded, judged by what holds for each exchange, whatever its sender and purpose. */

import type { Shown } from '../exchange/har.ts';
import { Recorder } from '../exchange/recorder.ts';
import { redactor } from '../exchange/redact.ts';
import { InputError } from '../input/error.ts';
import { Evidence } from '../judge/evidence.ts';
import type { Judgement } from '../judge/judge.ts';
import { type Call, fixturesOf, READ_ONLY, type Surface } from '../model/index.ts';
import { plan } from '../plan/plan.ts';
import { count } from '../report/text.ts';
import { archiveOf } from '../run/archive.ts';
import { reportOf } from '../run/report-of.ts';
import type { ReportWithEvidence } from '../run/run.ts';
import type { Settings } from '../run/settings.ts';
import type { Har } from './har-read.ts';
import { type At, judgedOn } from './traffic-judge.ts';
import { exchangesBelow, guessedBase, type Matched, secretsIn, textOf } from './traffic-read.ts';

/**
 * Judges recorded traffic by the requirements that hold for any. Without `given` the base URL is the one
 * below which most requests are requests to operations. The evidence holds what was judged and nothing
 * else. Throws InputError when no request is to an operation.
 */
export function judgeTraffic(
  { entries }: Har,
  surface: Surface,
  file: string,
  given?: URL,
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
  const requirements = surface.requirements.filter((r) => r.anyTraffic && 'check' in r);
  const planned = plan(surface, requirements, { fixtures: {}, seed: 0, runs: 0 });
  const others = entries.length - matched.length;
  const byOperation = new Map(operations.map((operation) => [operation, [] as At[]]));
  for (const [index, one] of matched.entries()) {
    byOperation.get(one.exchange.request.operation)?.push({ ...one, index });
  }
  const settings = settingsOf(surface, base, matched);
  const shown = shownOf(base, matched, settings.headers);
  const recorder = new Recorder(shown);
  const evidence = new Evidence(recorder.write, matched.length);
  for (const one of matched) evidence.add(one.shown, one.name);
  const judgement: Judgement = {
    plan: planned,
    verdicts: requirements.map((requirement) => {
      const [probe] = requirement.probes;
      const own = (probe && byOperation.get(probe.operation)) ?? [];
      return judgedOn(requirement, own, surface.isContention);
    }),
    evidence: evidence.kept,
    complete: evidence.complete,
    made: [],
    suspects: [],
    planned: 0,
    ceiling: 0,
    notes: [
      `judged from recorded traffic: ${count(matched.length, 'request')} to operations below ${base}`,
      ...(others > 0 ? [`${count(others, 'recorded request')} to anything else left out`] : []),
    ],
  };
  const report = reportOf(judgement, settings, shown);
  const _traffic = { surface: name, contract: settings.contract, url: report.target.url };
  return {
    report: { ...report, run: { ...report.run, profile: 'recorded traffic' } },
    evidence: archiveOf(judgement, { _traffic }, recorder),
  };
}

function settingsOf(surface: Surface, url: string, all: readonly Matched[]): Settings {
  const { name, operations } = surface;
  const times = all.map(({ exchange }) => exchange);
  const began = times.reduce((least, e) => Math.min(least, e.startedAt), Number.POSITIVE_INFINITY);
  const ended = times.reduce((most, e) => Math.max(most, e.startedAt + e.durationMs), began);
  const names = all.flatMap(({ recorded }) => Object.keys(recorded.headers));
  return {
    surface: name,
    contract: [...new Set(operations.map((o) => o.contract.version))].join(', '),
    url,
    ...{ seed: 0, runs: 0, allowed: READ_ONLY, fixtures: fixturesOf(surface) },
    // It is unknown which headers the sender keeps secret: all that look so.
    headers: Object.fromEntries(names.map((header) => [header, ''])),
    startedAt: new Date(began).toISOString(),
    durationMs: Math.round(ended - began),
    requests: all.length,
  };
}

function shownOf(
  base: string,
  matched: readonly Matched[],
  operator: Readonly<Record<string, string>>,
): Shown {
  return {
    redact: redactor(secretsIn(matched)),
    urlOf: (call: Call) => base + call.path,
    headersOf: (call: Call) => ({ ...call.headers }),
    operator,
  };
}
