/**
 * What is exchanged, while a run goes on: it decides what a refusal follows. A refusal follows its request if other requests are
 * served after it. Otherwise it may follow the caller, whose token has expired or whose address is banned, or a window
 * of time, such as maintenance. Requests that were accepted before, sent again, are the test: the controls.
 */
import { INDEPENDENT, NO_CHANCE } from '../../availability/numbers.ts';
import type { Follows } from '../../availability/timeline.ts';
import { type Call, type Exchange, mediaTypeOf } from '../../model/index.ts';

/** What a refusal may follow, apart from its request. */
export type Scope = 'caller' | 'time';

/** What a refusal follows so far; `open` if a control has to show it. */
export type FollowsSoFar = Extract<Follows, 'request' | 'time'> | 'open';

/** Statuses about the caller. */
const OF_CALLER: ReadonlySet<number> = new Set([401, 403, 407]);
/** Statuses of gateways and maintenance. 500 is not one of them: the server itself fails. */
const OF_TIME: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 502, 503, 504]);

/** Refusals with no served request between them. */
interface Stretch {
  /** When the first refused request was sent, in milliseconds since 1970. */
  readonly since: number;
  /** The requests that were sent before it. */
  readonly after: number;
  /** The tick at which the first refusal arrived. */
  readonly from: number;
  readonly operations: Set<string>;
  refusals: number;
}

/** One request on the timeline. Ticks order the sending and the arrival of all of them. */
export interface Entry {
  readonly sent: number;
  arrived: number;
  scope: Scope | undefined;
  /** True if it shows that the target serves this caller. */
  served: boolean;
  /** Only of a refusal. */
  stretch: Stretch | undefined;
}

export class LiveTimeline {
  /** Requests so far, repetitions included. */
  requests = 0;
  #tick = 0;
  /** When the latest served request was sent. */
  #served = 0;
  #stretch: Stretch | undefined;
  /** The latest accepted request of each operation, the most recent last. */
  readonly #accepted = new Map<string, Call>();

  /** The latest tick. */
  get now(): number {
    return this.#tick;
  }

  /** Notes that a request is sent. */
  send(): Entry {
    const sent = ++this.#tick;
    return { sent, arrived: 0, scope: undefined, served: false, stretch: undefined };
  }

  /** Notes the result of a request. */
  receive(entry: Entry, exchange: Exchange): void {
    entry.arrived = ++this.#tick;
    entry.scope = scopeOf(exchange);
    if (entry.scope !== undefined) entry.stretch = this.#extend(entry.arrived, exchange);
    else if (exchange.response !== undefined && isCallers(exchange.request)) {
      entry.served = true;
      this.#serve(entry, exchange);
    }
    this.requests += exchange.tries ?? 1;
  }

  /** Requests that were accepted before: those of other operations first, the latest first. */
  controlsFor({ operation }: Call): readonly Call[] {
    const others = [...this.#accepted].reverse().filter(([key]) => key !== operation.key);
    const own = this.#accepted.get(operation.key);
    return [...others.map(([, call]) => call), ...(own ? [own] : [])].slice(0, NO_CHANCE);
  }

  /**
   * What a refusal follows. A refusal about the caller follows its request as soon as a later request is served. A window
   * of time may have ended before the later request, but it shows at several operations. `isRepeated`: the request
   * was sent again after such a window.
   */
  follows({ arrived, scope, stretch }: Entry, isRepeated: boolean): FollowsSoFar {
    if (this.#served <= arrived) return 'open';
    const { refusals = 0, operations } = stretch ?? {};
    // Such refusals in a row are a window even if it has just ended.
    const isWide = refusals >= NO_CHANCE && (operations?.size ?? 0) >= INDEPENDENT;
    return scope === 'time' && isWide && !isRepeated ? 'time' : 'request';
  }

  #extend(from: number, { request, startedAt }: Exchange): Stretch {
    this.#stretch ??= {
      since: startedAt,
      after: this.requests,
      from,
      operations: new Set(),
      refusals: 0,
    };
    this.#stretch.operations.add(request.operation.key);
    this.#stretch.refusals++;
    return this.#stretch;
  }

  #serve({ sent }: Entry, { request, response }: Exchange): void {
    this.#served = Math.max(this.#served, sent);
    // A request that was in flight at the first refusal may be served later.
    if (this.#stretch !== undefined && sent > this.#stretch.from) this.#stretch = undefined;
    const { operation, method, waitsMs } = request;
    const { effect = 'read' } = operation;
    const mayRepeat = effect === 'read' && method === operation.method && waitsMs === undefined;
    if (response === undefined || response.status >= 300 || !mayRepeat) return;
    const { before: _, delayMs: __, retryUntil: ___, fresh: ____, ...control } = request;
    this.#accepted.delete(operation.key);
    this.#accepted.set(operation.key, control);
  }
}

/** What a result may follow apart from its request; `undefined` if it is no refusal, or certainly the target's answer. */
export function scopeOf({ request, response, noResponse, isAnswer }: Exchange): Scope | undefined {
  if (isAnswer) return undefined;
  if (noResponse?.kind === 'throttled' || noResponse?.kind === 'long-wait') return 'time';
  if (response === undefined) return undefined;
  if (OF_CALLER.has(response.status)) return isCallers(request) ? 'caller' : undefined;
  if (OF_TIME.has(response.status)) return 'time';
  return response.status < 300 && isForeignPage(request, response.mediaType) ? 'time' : undefined;
}

/** False for a request without the caller's credentials, or with altered ones. */
function isCallers({ anonymous, altered, headers }: Call): boolean {
  return !anonymous && altered === undefined && !ownCredential(headers);
}

function ownCredential(headers: Call['headers']): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

/** True for a page where the document has none. */
function isForeignPage({ operation }: Call, mediaType: string): boolean {
  if (mediaType !== 'text/html') return false;
  const documented = Object.values(operation.responses).flatMap((content) => Object.keys(content));
  return !documented.some((type) => mediaTypeOf(type) === 'text/html');
}
