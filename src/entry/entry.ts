/** An entry of a public list: a product, the report that it is listed for, and how long that holds. */
import { defined } from '../model/defined.ts';
import type { Report } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { type ApiRow, passedOf } from '../report/apis.ts';
import { unservedIn } from '../report/served.ts';
import { RESULTS } from '../report/status.ts';
import { count, line } from '../report/text.ts';
import type { Dispute, Product } from './product.ts';

export type EntryApi = Omit<ApiRow, 'problems'>;

export interface Entry {
  readonly product: Product;
  readonly report: Report;
  /** The APIs that the product is listed for, as far as the report has a verdict on them. */
  readonly listed: readonly EntryApi[];
  /** The other APIs that it has a verdict on. */
  readonly others: readonly EntryApi[];
  /** The APIs of the surface that it has no verdict on. */
  readonly unjudged: readonly string[];
  /** The key that signed the report. */
  readonly keyId?: string;
}

/** An entry as a list shows it. */
export interface ListedEntry extends Entry {
  readonly disputes: readonly Dispute[];
  /** The name of the given key that signed the report. */
  readonly signedBy?: string;
  /** False if the signature of the report does not cover product.yaml; absent without a signature. */
  readonly coversProduct?: boolean;
  /** The name of the given key that signed the report of somebody else. */
  readonly verifiedBy?: string;
}

export function entryOf(
  product: Product,
  report: Report,
  keyId: string | undefined,
  registrations: readonly Registration[],
): Entry {
  const apis = (report.apis ?? []).map(
    (one): EntryApi => ({
      api: line(one.api, 80),
      version: line(one.version, 40),
      result: one.result,
      words: unservedIn(one) ?? RESULTS[one.result].words,
      passed: passedOf(one),
    }),
  );
  const isListed = ({ api }: EntryApi): boolean => product.apis.includes(api);
  const judged = new Set(apis.map(({ api }) => api));
  const lists = registrations.map((one) => one.apis?.list.map(({ api }) => api) ?? []);
  const own = lists.find((names) => names.some((api) => judged.has(api))) ?? [];
  return {
    product,
    report,
    listed: apis.filter(isListed),
    others: apis.filter((one) => !isListed(one)),
    unjudged: own.filter((api) => !judged.has(api)),
    ...defined({ keyId }),
  };
}

/** `allocation-v1 1.1.0, metadata-v1 1.2.0`: what the product is listed for. */
export function listedNames({ listed }: Entry): string {
  return listed.map(({ api, version }) => `${api} ${version}`).join(', ');
}

/** Why the report does not support what the product is listed for, one clause each. */
export function claimProblems({ product, report, listed }: Entry): readonly string[] {
  const insecure = report.run.profile.split(' ').includes('insecure')
    ? ['report.json: the run checked no certificate (--insecure). Run again without it']
    : [];
  const claims = product.apis.flatMap((name) => {
    const { result, words = 'it is not in it' } = listed.find(({ api }) => api === name) ?? {};
    return result === 'conforming'
      ? []
      : `product.yaml: apis names ${name}, and report.json does not show that it conforms (${words}). Remove it, or submit another report`;
  });
  return [...insecure, ...claims];
}

/** `2026-08-24`: the day on which the run started, in UTC. */
export function dayOf({ run }: Report): string {
  return new Date(run.startedAt).toISOString().slice(0, 10);
}

/** The last date that there is, in milliseconds since 1970. */
const LAST_DATE = 8.64e15;

/** The first moment at which the entry does not hold any more, in milliseconds since 1970: a year after the run started. */
export function expiryOf({ run }: Report): number {
  const end = new Date(run.startedAt);
  return end.setUTCFullYear(end.getUTCFullYear() + 1) || LAST_DATE;
}

/** The last day on which the entry holds, in UTC. */
export function lastDayOf(report: Report): string {
  return new Date(expiryOf(report) - 86_400_000).toISOString().slice(0, 10);
}

/** The level that every listed API keeps, and the number of its failed SHOULDs. */
export function levelOf({ report, product }: Entry): string {
  const warnings = (report.apis ?? [])
    .filter(({ api }) => product.apis.includes(api))
    .reduce((sum, { summary }) => sum + summary.SHOULD.failed, 0);
  return `MUST, ${warnings === 0 ? 'no warnings' : count(warnings, 'warning')}`;
}
