/** Reports of one target over several days, as files, for the tests of the board. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome, Report, Verdict } from '../src/model/index.ts';
import { toJson } from '../src/report/formats/json.ts';
import { apiOfVerdict, totalsOf } from '../src/report/totals.ts';
import { mixed, reportOf } from './sample-report.ts';

const failing = mixed.verdicts.filter(({ outcome }) => outcome === 'failed');

/** Failing requirements of the sample that have different causes, by short names. */
export const FLAG = 'registry/allocation-v1/withdraw/rejects-flag-type';
export const INTERNALS =
  'registry/allocation-instruction-v1/allocation-factory/no-internals-in-errors';

function verdictOf(requirement: string, outcome: Outcome): Verdict {
  const found = failing.find((verdict) => verdict.requirement === requirement);
  if (found === undefined) throw new Error(`${requirement} does not fail in the sample`);
  if (outcome === 'failed') return found;
  const { counterexample: _, ...rest } = found;
  const reason = outcome === 'untested' ? { reason: 'not-sampled' as const } : {};
  return { ...rest, ...reason, outcome, findings: [] };
}

/** A report of one day with these outcomes; one MUST of each of their APIs passed. */
export function reportOn(
  day: string,
  outcomes: Readonly<Record<string, Outcome>>,
  url = 'https://registry.example/api',
): Report {
  const own = Object.entries(outcomes).map(([id, outcome]) => verdictOf(id, outcome));
  const served = [...new Set(['allocation-v1', ...own.map(apiOfVerdict)])];
  const passed = served.flatMap(
    (api) =>
      mixed.verdicts.find(
        (v) => apiOfVerdict(v) === api && v.level === 'MUST' && v.outcome === 'passed',
      ) ?? [],
  );
  const verdicts = [...passed, ...own];
  const apis = served.map((api) => ({
    ...{ api, version: '1.1.0' },
    ...{ operations: ['one'], notServed: [] },
  }));
  const run = { ...mixed.run, startedAt: `${day}T03:00:00.000Z`, profile: 'default' };
  const more = { schemaVersion: '4.1.0', target: { url }, run };
  return reportOf(verdicts, { ...more, ...totalsOf(apis, verdicts, false) });
}

/** Writes report.json and a page into a new subfolder, and returns the subfolder. */
export function writeReport(parent: string, name: string, report: Report): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), toJson(report));
  writeFileSync(join(folder, 'report.html'), '<!doctype html>\n');
  return folder;
}
