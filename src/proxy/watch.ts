/** Assigns the proxy's traffic to operations, writes it to disk and judges it. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { operationAt } from '../contract/match.ts';
import { EXCHANGES, journalIn } from '../evidence/journal.ts';
import { codingsOf } from '../exchange/coding.ts';
import { received } from '../exchange/received.ts';
import { movedTo } from '../exchange/redirect.ts';
import {
  type Call,
  type Exchange,
  jsonOf,
  mediaTypeOf,
  moment,
  type NoResponse,
  READ_BYTES,
  type Requirement,
  type Surface,
} from '../model/index.ts';
import { some } from '../model/some.ts';
import { textOf } from '../record/traffic/read.ts';
import { type Side, TrafficReport } from '../record/traffic/report.ts';
import { count, cut } from '../report/text.ts';
import type { ReportWithEvidence } from '../run/run.ts';
import { OWN_RESPONSE, type Passed } from './link.ts';

/** The most undocumented paths that are named. */
const NAMED = 5;
const LONGEST_PATH = 80;

/** Fields about the connection: clients that repeat the request do not send them. */
const OF_THE_WAY = new Set([
  ...['host', 'connection', 'keep-alive', 'proxy-connection', 'upgrade', 'te', 'expect'],
  ...['content-length', 'transfer-encoding', 'trailer'],
]);

/** The numbers of exchanges so far. */
export interface Seen {
  /** Requests of any kind. */
  readonly requests: number;
  /** Requests to operations. */
  readonly judged: number;
}

export class Watch {
  readonly #surfaces: readonly Surface[];
  readonly #url: URL;
  readonly #folder: string;
  readonly #announcedAt: string | undefined;
  readonly #elsewhere = new Set<string>();
  /** Starts with the first request to an operation, whose surface it then judges. */
  #watched: { readonly surface: Surface; readonly report: TrafficReport } | undefined;
  /** The version that the server announced in a passing response. */
  announced: string | undefined;
  #requests = 0;
  #withoutResponse = 0;
  #tunnels = 0;

  /**
   * Writes to the folder with the first exchange. `announcedAt` is the path at which a server announces its version.
   */
  constructor(surfaces: readonly Surface[], url: URL, folder: string, announcedAt?: string) {
    this.#announcedAt = announcedAt;
    this.#surfaces = surfaces;
    this.#url = url;
    this.#folder = folder;
  }

  get seen(): Seen {
    return { requests: this.#requests, judged: this.#watched?.report.requests ?? 0 };
  }

  /** The surface that the requests are about; `undefined` before the first one to an operation. */
  get surface(): Surface | undefined {
    return this.#watched?.surface;
  }

  /** True if the evidence in the report will contain every exchange. */
  get complete(): boolean {
    return this.#watched?.report.complete ?? true;
  }

  /** Requests to no operation, in words. */
  get others(): string {
    const more = this.#elsewhere.size === NAMED ? [...this.#elsewhere, '…'] : [...this.#elsewhere];
    const number = this.#requests - this.seen.judged;
    return `${count(number, 'request')} to paths without an operation${number > 0 ? `: ${some(more, NAMED + 1)}` : ''}`;
  }

  /** Notes that a connection switched to another protocol. */
  tunnelled(): void {
    this.#tunnels++;
  }

  /** Judges one more exchange. Returns the requirements that fail for the first time. */
  add(passed: Passed): readonly Requirement[] {
    this.#requests++;
    const { method, target, headers } = passed.request;
    const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
    const prefix = this.#url.pathname.replace(/\/+$/, '');
    const below = `${path}/`.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
    const found = below === undefined ? undefined : this.#operationAt(method, below);
    if (found === undefined || below === undefined) {
      if (this.#elsewhere.size < NAMED) this.#elsewhere.add(`${method} ${cut(path, LONGEST_PATH)}`);
      return [];
    }
    const { surface, operation } = found;
    this.#watched ??= { surface, report: this.#begin(surface) };
    const { report } = this.#watched;
    const request: Call = {
      ...{ operation, method, path: [below, ...query].join('?') },
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !OF_THE_WAY.has(name)),
      ),
      ...bodyOf(passed),
    };
    const { durationMs } = passed;
    const startedAt = moment(passed.began);
    const url = textOf(this.#url) + request.path;
    const outcome = outcomeOf(passed);
    const moved = outcome.response && movedTo(url, outcome.response);
    const exchange: Exchange = { request, ...outcome, ...moved, startedAt, durationMs };
    if (exchange.response === undefined) this.#withoutResponse++;
    if (below === this.#announcedAt) this.announced = versionIn(exchange) ?? this.announced;
    const index = report.requests;
    const recorded = { ...{ index, method, url, headers }, startedAt, durationMs };
    const purpose = { kind: 'entry', nth: index } as const;
    const one = { recorded, exchange, shown: exchange, purpose };
    report.learn(one);
    return report.add(one);
  }

  /** The report of one side; `undefined` if no request to an operation came. */
  report(side: Side, notes: readonly string[] = []): ReportWithEvidence | undefined {
    const passed = count(this.seen.judged, 'request');
    const lost = this.#withoutResponse;
    return this.#watched?.report.of(side, 'passive', [
      `judged from traffic that passed through assay proxy: ${passed} to operations below ${textOf(this.#url)}`,
      ...(this.#requests > this.seen.judged ? [`left out: ${this.others}`] : []),
      ...(lost > 0 ? [`${count(lost, 'request')} got no response, or an incomplete one`] : []),
      ...(this.#tunnels > 0
        ? [`${count(this.#tunnels, 'connection')} changed the protocol: passed on, not judged`]
        : []),
      ...(this.complete
        ? []
        : [
            `evidence.har has the first exchanges and those that show failures; ${EXCHANGES} has all`,
          ]),
      ...notes,
    ]);
  }

  #operationAt(
    method: string,
    path: string,
  ): { surface: Surface; operation: Call['operation'] } | undefined {
    const surfaces = this.surface === undefined ? this.#surfaces : [this.surface];
    for (const surface of surfaces) {
      const { operation } = operationAt(surface.operations, method, path);
      if (operation !== undefined) return { surface, operation };
    }
    return undefined;
  }

  #begin(surface: Surface): TrafficReport {
    const { name, operations } = surface;
    const contract = [...new Set(operations.map((o) => o.contract.version))].join(', ');
    const url = textOf(this.#url);
    const journal = journalIn(this.#folder, { _traffic: { surface: name, contract, url } });
    return new TrafficReport(surface, url, { journal });
  }
}

function versionIn({ response }: Exchange): string | undefined {
  if (response?.status !== 200) return undefined;
  const { version } = (jsonOf(response) ?? {}) as { readonly version?: unknown };
  return typeof version === 'string' ? version : undefined;
}

/** The body of a request, as far as it can be judged. */
function bodyOf({ request, requestBody }: Passed): Partial<Call> {
  const bytes = Buffer.concat(requestBody.chunks);
  // No document describes compressed requests.
  const truncated =
    requestBody.cut || codingsOf(request.headers) !== undefined
      ? { truncated: true as const }
      : undefined;
  if (bytes.length === 0) return { ...truncated };
  return isUtf8(bytes) || truncated !== undefined
    ? { body: bytes.toString('utf8'), ...truncated }
    : { body: bytes.toString('base64'), encoding: 'base64' };
}

function outcomeOf(passed: Passed): Pick<Exchange, 'response' | 'noResponse'> {
  const { response, responseBody, noResponse = UNKNOWN } = passed;
  if (response === undefined) return { noResponse };
  const { status, headers } = response;
  if (headers[OWN_RESPONSE.toLowerCase()] !== undefined) return { noResponse: BEHIND };
  const { chunks, bytes } = responseBody;
  const isRaw = mediaTypeOf(headers['content-type']) === 'application/octet-stream';
  const sha256 = isRaw
    ? createHash('sha256').update(Buffer.concat(chunks)).digest('hex')
    : undefined;
  return { response: received({ status, headers, chunks, bytes, limit: READ_BYTES, sha256 }) };
}

const UNKNOWN: NoResponse = { kind: 'unrecorded', message: 'There is no response.' };
const BEHIND: NoResponse = { kind: 'refused', message: 'Another Assay proxy found no server.' };
