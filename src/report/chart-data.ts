/** The data of charts, from recorded exchanges. */

import { momentOf, type Verdict } from '../model/index.ts';
import { groupBy } from './names.ts';

export interface OperationChart {
  /** The operation's key. */
  readonly operation: string;
  readonly requests: number;
  /** Exchanges by status; those without a response under `none`. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Nearest-rank latency of the complete exchanges; all 0 if there are none. */
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly max: number };
}

/** One recorded request in short; its position in the list is its index in the evidence. */
export interface RecordedRequest {
  /** `<probe>#<part>@<case>`, or empty in foreign archives. */
  readonly probe: string;
  readonly method: string;
  readonly url: string;
  /** 0 without a response. */
  readonly status: number;
  /** When it was sent, in milliseconds since 1970; 0 if unknown. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** The members of an entry that are read; foreign archives may contain anything. */
interface Entry {
  readonly startedDateTime?: unknown;
  readonly time?: unknown;
  readonly request?: { readonly method?: unknown; readonly url?: unknown };
  readonly response?: { readonly status?: unknown };
  readonly _operation?: unknown;
  readonly _probe?: unknown;
}

/**
 * Requests, statuses and latency by operation, in the order of first appearance. Entries without an operation are
 * omitted; a file that is not an HTTP Archive gives none.
 */
export function chartDataOf(har: object): readonly OperationChart[] {
  const known = entriesOf(har).filter(({ _operation }) => typeof _operation === 'string');
  return groupBy(known, ({ _operation }) => text(_operation)).map(([name, own]) =>
    chart(name, own),
  );
}

/** Each recorded request on one line, in the order of the archive. */
export function sentOf(har: object): readonly RecordedRequest[] {
  return entriesOf(har).map((entry) => ({
    probe: text(entry._probe),
    method: text(entry.request?.method),
    url: text(entry.request?.url),
    status: statusOf(entry),
    startedAt: momentOf(text(entry.startedDateTime)),
    durationMs: timeOf(entry),
  }));
}

/** The milliseconds of a verdict's exchanges; 0 if they are not in the archive. */
export type TimeOf = (verdict: Pick<Verdict, 'evidence'>) => number;

export function timesIn(har: object): TimeOf {
  const times = entriesOf(har).map(timeOf);
  return ({ evidence }) =>
    Math.round([...new Set(evidence)].reduce((sum, index) => sum + (times[index] ?? 0), 0));
}

export const NO_TIMES: TimeOf = () => 0;

/** The options of the command that made the run; absent if the archive does not have them. */
export function optionsOf(har: object): readonly string[] | undefined {
  const { log } = har as { log?: { _assay?: { commandOptions?: unknown } } };
  const options = log?._assay?.commandOptions;
  return Array.isArray(options) && options.every((word) => typeof word === 'string')
    ? options
    : undefined;
}

function chart(operation: string, entries: readonly Entry[]): OperationChart {
  const statuses = groupBy(entries, (entry) => String(statusOf(entry) || 'none'));
  const times = entries
    .filter((entry) => statusOf(entry) > 0)
    .map(({ time }) => time)
    .filter((time): time is number => typeof time === 'number' && time >= 0 && time < Infinity)
    .sort((a, b) => a - b);
  return {
    operation,
    requests: entries.length,
    statuses: Object.fromEntries(statuses.map(([status, own]) => [status, own.length])),
    latencyMs: { p50: rank(times, 0.5), p95: rank(times, 0.95), max: times.at(-1) ?? 0 },
  };
}

/** The nearest rank is a measured value, not an interpolated one. */
function rank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function statusOf({ response }: Entry): number {
  const status = response?.status;
  return typeof status === 'number' ? status : 0;
}

function timeOf({ time }: Entry): number {
  return typeof time === 'number' && time > 0 && time < Infinity ? time : 0;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function entriesOf(har: object): readonly Entry[] {
  const { log } = har as { log?: { entries?: unknown } };
  const entries: unknown = log?.entries;
  if (!Array.isArray(entries)) return [];
  return entries.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null ? (entry as Entry) : {},
  );
}
