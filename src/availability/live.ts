/**
 * What is exchanged, while a run goes on: it decides what a refusal follows. A refusal follows its request if other requests are
 * served after it. Otherwise it may follow the caller, whose token has expired or whose address is banned, or a window
 * of time, such as maintenance. Requests that were accepted before, sent again, are the test: the controls.
 */

import { type Call, type Exchange, mediaTypeOf } from '../model/index.ts';
import { INDEPENDENT, NO_CHANCE } from './numbers.ts';
import type { Follows } from './timeline.ts';
import { CurrentWindow, type Window } from './window.ts';

/** What a refusal may follow, apart from its request. */
type Scope = Extract<Follows, 'caller' | 'time'>;

/** Statuses about the caller. */
const OF_CALLER: ReadonlySet<number> = new Set([401, 403, 407]);
/** Statuses of gateways and maintenance. 500 is not one of them: the server itself fails. */
const OF_TIME: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 502, 503, 504]);

/** A result on the timeline. Ticks order the sending and the arrival of all of them. */
export interface Entry {
  readonly exchange: Exchange;
  readonly sent: number;
  readonly arrived: number;
  readonly scope: Scope | undefined;
  /** True if it shows that the target serves this caller. */
  readonly served: boolean;
  /** Only of a refusal. */
  readonly window: Window | undefined;
}

export class LiveTimeline {
  /** Requests so far, repetitions included. */
  #requests = 0;
  #tick = 0;
  /** When the latest served request was sent. */
  #served = 0;
  readonly #window = new CurrentWindow();
  /** The latest accepted request of each operation, the most recent last. */
  readonly #accepted = new Map<string, Call>();

  /** The refusals after which nothing was served any more, if they are no chance. */
  get lastWindow(): Window | undefined {
    const { open } = this.#window;
    return open && open.after > 0 && isNoChance(open) ? open : undefined;
  }

  /** The next tick. */
  tick(): number {
    return ++this.#tick;
  }

  /** Notes the result of a request that was sent at this tick. */
  receive(sent: number, exchange: Exchange): Entry {
    const arrived = this.tick();
    const scope = scopeOf(exchange);
    const window = scope && this.#window.extend(exchange, arrived, this.#requests);
    const served = !scope && exchange.response !== undefined && isCallers(exchange.request);
    if (served) this.#serve(sent, exchange);
    this.#requests += exchange.tries ?? 1;
    return { exchange, sent, arrived, scope, served, window };
  }

  /** Requests that were accepted before: those of other operations first, the latest first. */
  controlsFor({ operation }: Call): readonly Call[] {
    const others = [...this.#accepted].reverse().filter(([key]) => key !== operation.key);
    const own = this.#accepted.get(operation.key);
    return [...others.map(([, call]) => call), ...(own ? [own] : [])].slice(0, NO_CHANCE);
  }

  /**
   * What a refusal follows so far; if it is unknown, a control has to show it. A refusal about the caller follows its
   * request as soon as a later request is served. A window of time may have ended before the later request, but it shows
   * at several operations. `isRepeated`: the request was sent again after such a window.
   */
  follows({ arrived, scope, window }: Entry, isRepeated: boolean): Follows {
    if (this.#served <= arrived) return 'unknown';
    if (scope !== 'time' || window === undefined || isRepeated) return 'request';
    // Such refusals in a row are a window even if it has just ended.
    return isNoChance(window) ? 'time' : 'request';
  }

  #serve(sent: number, { request, response }: Exchange): void {
    this.#served = Math.max(this.#served, sent);
    this.#window.end(sent);
    const { operation, method, waitsMs } = request;
    const { effect = 'read' } = operation;
    const mayRepeat = effect === 'read' && method === operation.method && waitsMs === undefined;
    if (response === undefined || response.status >= 300 || !mayRepeat) return;
    const { before: _, delayMs: __, retryUntil: ___, fresh: ____, ...control } = request;
    this.#accepted.delete(operation.key);
    this.#accepted.set(operation.key, control);
  }
}

function isNoChance({ refusals, operations }: Window): boolean {
  return refusals >= NO_CHANCE && operations.size >= INDEPENDENT;
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
