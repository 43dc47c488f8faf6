/**
 * What was exchanged in a run so far, in order and by request: it says what an unexpected outcome follows. The outcomes of
 * equal requests decide: if they differ, the request is not the reason.
 */
import { type Call, type Exchange, hasResponse, isAccepted, type Kept } from '../model/index.ts';
import { keyOf } from '../plan/call.ts';
import { LARGE_PART, NO_CHANCE } from './numbers.ts';
import { isInOneOf, type Window } from './window.ts';

/**
 * What an outcome follows, and what that means for it.
 *
 * - `request`: it is the answer of the target, and is judged, whatever its status.
 * - `caller`: the target refuses all requests of this caller from some moment on. Nothing more is sent.
 * - `time`: all requests got it for a while. It shows nothing; a run waits and sends the request again.
 * - `position`: it comes at the first of equal requests, or at one position of each connection. The target is responsible.
 * - `nothing`: equal requests get another one at other times. All such outcomes are one failure, with their share.
 * - `unknown`: there is nothing to compare it with. It is judged if its status is not about load, state or the caller.
 */
export type Follows = 'request' | 'caller' | 'time' | 'position' | 'nothing' | 'unknown';

/** A number of responses, and the number of all. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** Statuses about the load, or the current state of a resource. */
const PASSING: ReadonlySet<number> = new Set([407, 408, 409, 423, 425, 429]);

export class Timeline {
  readonly #kept: readonly Kept[];
  readonly #windows: readonly Window[];
  readonly #ordered = once(() =>
    this.#kept
      .map(({ exchange }) => exchange)
      .filter((one) => !isInOneOf(this.#windows, one))
      .sort((a, b) => a.startedAt - b.startedAt),
  );
  readonly #byRequest = once(() => byRequest(this.exchanges));
  readonly #crashes = once(() => this.#randomCrashes());
  readonly #conflicts = once(
    () => new Set(this.atFirst(({ response }) => response?.status === 409)),
  );
  readonly #breaks = once(() => positionsOfBreaks(this.#kept));

  /** Of the exchanges that are kept now. */
  constructor(kept: readonly Kept[], windows: readonly Window[] = []) {
    this.#kept = [...kept];
    this.#windows = windows;
  }

  /** In the order in which they were sent, without those during windows of time. */
  get exchanges(): readonly Exchange[] {
    return this.#ordered();
  }

  /** What the outcome of this exchange follows. */
  follows(one: Exchange): Follows {
    const { request, response, noResponse, position = 0 } = one;
    if (response === undefined) {
      const isBreak =
        noResponse?.kind === 'reset' && (this.#breaks().get(position) ?? 0) >= NO_CHANCE;
      return isBreak ? 'position' : 'unknown';
    }
    const { status } = response;
    if (isInOneOf(this.#windows, one)) return 'time';
    if (status < 400) return 'unknown';
    if (status >= 500) return this.crashesLike(one) ? 'nothing' : 'unknown';
    if (status === 409)
      return this.#conflicts().size >= NO_CHANCE && this.#conflicts().has(one)
        ? 'position'
        : 'unknown';
    if (one.isAnswer) return 'request';
    return !PASSING.has(status) && this.equalTo(request).some(isAccepted) ? 'nothing' : 'unknown';
  }

  /** True for a refusal whose request alone is not the reason. */
  isAccident(one: Exchange): boolean {
    const { status = 0 } = one.response ?? {};
    return status < 500 && status >= 400 && this.isByChance(one);
  }

  /** True for an outcome whose request alone is not the reason: it may come twice in a row by chance. */
  isByChance(one: Exchange): boolean {
    return OTHER_REASONS.has(this.follows(one));
  }

  /** The share of server errors like this one in all responses, if they come at random. */
  crashesLike({ request, response }: Exchange): Share | undefined {
    return response && this.#crashes().get(placeOf(request, response.status));
  }

  /** The exchanges with this request, in order. */
  equalTo(call: Call): readonly Exchange[] {
    return this.#byRequest().get(keyOf(call)) ?? [];
  }

  /** The refusals of requests that are first sent, and are accepted when they are sent again, before the next such one. */
  atFirst(isRefused: (one: Exchange) => boolean): readonly Exchange[] {
    const known = new Set<string>();
    const firsts: Exchange[] = [];
    let refused: { readonly key: string; readonly exchange: Exchange } | undefined;
    for (const exchange of this.exchanges) {
      const key = keyOf(exchange.request);
      if (key === refused?.key) {
        if (isAccepted(exchange)) firsts.push(refused.exchange);
        refused = undefined;
      }
      if (!known.has(key) && isRefused(exchange)) refused = { key, exchange };
      known.add(key);
    }
    return firsts;
  }

  /** True if acceptances come between these exchanges often enough, in a large part of the run. */
  areSpread(such: ReadonlySet<Exchange>): boolean {
    let [episodes, isOver] = [0, true];
    const places: number[] = [];
    for (const [place, exchange] of this.exchanges.entries()) {
      if (such.has(exchange)) {
        if (isOver) episodes++;
        isOver = false;
        places.push(place);
      } else if (isAccepted(exchange)) isOver = true;
    }
    const span = (places.at(-1) ?? 0) - (places[0] ?? 0);
    return episodes >= NO_CHANCE && span >= this.exchanges.length * LARGE_PART;
  }

  /** By operation and status. Most requests that get such a status and are repeated also get another one. */
  #randomCrashes(): ReadonlyMap<string, Share> {
    const responses = this.exchanges.filter(hasResponse);
    const found = new Map<string, Share>();
    const crashes = responses.filter(({ response }) => response.status >= 500);
    for (const status of new Set(crashes.map(({ response }) => response.status))) {
      const such = crashes.filter(({ response }) => response.status === status);
      const requests = new Map(such.map(({ request }) => [keyOf(request), request])).values();
      const repeated = [...requests]
        .map((request) => this.equalTo(request).filter(hasResponse))
        .filter((equal) => equal.length > 1);
      const mixed = repeated.filter((equal) => equal.some((one) => one.response.status < 500));
      if (mixed.length < NO_CHANCE || 2 * mixed.length <= repeated.length) continue;
      const share = { count: such.length, of: responses.length };
      for (const [first] of mixed) if (first) found.set(placeOf(first.request, status), share);
    }
    return found;
  }
}

const OTHER_REASONS: ReadonlySet<Follows> = new Set(['time', 'position', 'nothing']);

/** The result of the first call, also of later ones. */
function once<Result>(compute: () => Result): () => Result {
  let known: { readonly result: Result } | undefined;
  return () => {
    known ??= { result: compute() };
    return known.result;
  };
}

function byRequest(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> {
  const all = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const key = keyOf(exchange.request);
    const equal = all.get(key);
    if (equal === undefined) all.set(key, [exchange]);
    else equal.push(exchange);
  }
  return all;
}

function placeOf({ operation }: Call, status: number): string {
  return `${operation.key} ${status}`;
}

/** The number of connections that broke at each position at which no request of the scan got a response. */
function positionsOfBreaks(kept: readonly Kept[]): ReadonlyMap<number, number> {
  // Before the scan, paths are requested that no server has.
  const scan = kept.flatMap(({ exchange, purpose }) => (purpose.kind === 'case' ? exchange : []));
  const broken = new Map<number, number>();
  for (const { position, noResponse } of scan)
    if (position !== undefined && noResponse?.kind === 'reset')
      broken.set(position, (broken.get(position) ?? 0) + 1);
  for (const { position, response } of scan) if (response) broken.delete(position ?? 0);
  return broken;
}
