/** The operations and APIs that a target does not serve, in words. */
import type { ApiReport, Report } from '../model/index.ts';
import { some } from '../model/some.ts';
import { summarise } from './summary.ts';
import { count, line } from './text.ts';
import { apiOfVerdict } from './totals.ts';

/** The most operations that are named; others are counted. */
const NAMED = 8;

/** For readers of one API: `allocation-v1: 2 of 3 operations are not served: execute-transfer, cancel`. */
export function unservedIn({ api, operations, notServed, result }: ApiReport): string | undefined {
  if (result === 'not-offered' || notServed.length === 0) return undefined;
  const names = some(
    notServed.map((name) => line(name, 80)),
    NAMED,
  );
  const verb = notServed.length === 1 ? 'is' : 'are';
  return `${line(api, 80)}: ${notServed.length} of ${count(operations.length, 'operation')} ${verb} not served: ${names}`;
}

/** The APIs with missing operations, one clause each. */
export function unserved({ apis = [] }: Pick<Report, 'apis'>): readonly string[] {
  return apis.flatMap((api) => unservedIn(api) ?? []);
}

/** The names of the APIs that the target does not offer. */
export function notOffered({ apis = [] }: Pick<Report, 'apis'>): readonly string[] {
  return apis.filter(({ result }) => result === 'not-offered').map(({ api }) => line(api, 80));
}

/** The report without the documents and requirements of APIs that the target does not offer. */
export function ofOffered(report: Report): Report {
  const left = new Set(notOffered(report));
  if (left.size === 0) return report;
  const verdicts = report.verdicts.filter((verdict) => !left.has(apiOfVerdict(verdict)));
  const contract = report.contract.filter(({ id }) => !left.has(id));
  return { ...report, contract, verdicts, summary: summarise(verdicts) };
}
