/** An entry of a public list: a product, the report that it is listed for, and how long that holds. */
import type { Report } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { type ApiRow, passedOf } from '../report/apis.ts';
import { unservedIn } from '../report/served.ts';
import { RESULTS } from '../report/status.ts';
import { count, line } from '../report/text.ts';
import type { Dispute, Product } from './product.ts';

export interface EntryApi extends Omit<ApiRow, 'problems'> {
  /** True if the product is listed for it. */
  readonly isListed: boolean;
}

export interface Entry {
  readonly product: Product;
  readonly report: Report;
  /** The APIs that the report has a verdict on, the listed ones first. */
  readonly apis: readonly EntryApi[];
  /** The other APIs of the surface. */
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
  const apis = (report.apis ?? []).map((one): EntryApi => {
    const words = unservedIn(one) ?? RESULTS[one.result].words;
    const isListed = product.apis.includes(one.api);
    const [api, version] = [line(one.api, 80), line(one.version, 40)];
    return { api, version, result: one.result, words, passed: passedOf(one), isListed };
  });
  const judged = new Set(apis.map(({ api }) => api));
  const lists = registrations.map((one) => one.apis?.list.map(({ api }) => api) ?? []);
  const own = lists.find((names) => names.some((api) => judged.has(api))) ?? [];
  const unjudged = own.filter((api) => !judged.has(api));
  const sorted = [...apis.filter(({ isListed }) => isListed), ...apis.filter((a) => !a.isListed)];
  return { product, report, apis: sorted, unjudged, ...(keyId !== undefined && { keyId }) };
}

/** Why the report does not support what the product is listed for, one clause each. */
export function claimProblems({
  product,
  report,
  apis,
}: Pick<Entry, 'product' | 'report' | 'apis'>): readonly string[] {
  const insecure = report.run.profile.split(' ').includes('insecure')
    ? ['report.json: the run checked no certificate (--insecure). Run again without it']
    : [];
  const claims = product.apis
    .map((name) => apis.find(({ api }) => api === name) ?? { api: name, words: 'it is not in it' })
    .filter((one) => !('result' in one && one.result === 'conforming'))
    .map(
      ({ api, words }) =>
        `product.yaml: apis names ${api}, and report.json does not show that it conforms (${words}). Take it out, or submit another report`,
    );
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
export function levelOf({ report, product }: Pick<Entry, 'report' | 'product'>): string {
  const warnings = (report.apis ?? [])
    .filter(({ api }) => product.apis.includes(api))
    .reduce((sum, { summary }) => sum + summary.SHOULD.failed, 0);
  return `MUST, ${warnings === 0 ? 'no warnings' : count(warnings, 'warning')}`;
}
