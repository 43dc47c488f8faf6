/**
 * What was exchanged in a run so far, in order and by request: it says what an unexpected outcome follows. The outcomes of
 * equal requests decide: if they differ, the request is not the reason.
 */
import { type Call, type Exchange, hasResponse, isAccepted, type Kept } from '../../model/index.ts';
import { isSameCall, keyOf } from '../../plan/call.ts';
import { LARGE_PART, NO_CHANCE } from '../numbers.ts';
import type { Outages } from './outages.ts';

/**
 * What an outcome follows. `request`: equal requests get it each time, as far as is known. `time`: all requests got it for
 * a while. `position`: it comes at the first of equal requests, or at one position of each connection. `nothing`: equal
 * requests get another one at other times.
 */
export type Follows = 'request' | 'time' | 'position' | 'nothing';

/** A number of responses, and the number of all. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** Statuses about the load, or the current state of a resource. Not only passing if each first request gets a 409. */
const PASSING: ReadonlySet<number> = new Set([407, 408, 409, 423, 425, 429]);

export class Timeline {
  readonly #outages: Outages | undefined;
  readonly #ordered: () => readonly Exchange[];
  readonly #bySize = once(() => bySize(this.exchanges));
  readonly #crashes = once(() => this.#randomCrashes());
  readonly #firstConflicts = once(() => new Set(this.atFirst(isConflict)));
  readonly #breaks: () => ReadonlyMap<number, number>;

  constructor(kept: readonly Kept[], outages?: Outages) {
    this.#outages = outages;
    const { length } = kept;
    // Only what the scan sends: before it, paths are requested that no server has.
    this.#breaks = once(() =>
      positionsOfBreaks(
        kept
          .slice(0, length)
          .filter(({ purpose }) => purpose.kind === 'case')
          .map(({ exchange }) => exchange),
      ),
    );
    this.#ordered = once(() =>
      kept
        .slice(0, length)
        .map(({ exchange }) => exchange)
        .filter((one) => !outages?.hold(one))
        .sort((a, b) => a.startedAt - b.startedAt),
    );
  }

  /** In the order in which they were sent, without those during outages. */
  get exchanges(): readonly Exchange[] {
    return this.#ordered();
  }

  /** What the outcome of this exchange follows. */
  follows(one: Exchange): Follows {
    if (this.#outages?.hold(one)) return 'time';
    if (this.#isLostAtPosition(one) || (isConflict(one) && this.isAccident(one))) return 'position';
    return this.isAccident(one) || this.crashesLike(one) !== undefined ? 'nothing' : 'request';
  }

  /** The exchanges with this request, in order. */
  equalTo(call: Call): readonly Exchange[] {
    const alike = this.#bySize().get(sizeOf(call)) ?? [];
    return alike.filter(({ request }) => isSameCall(request, call));
  }

  /** True for a refusal of a request that was accepted at another time. */
  isAccident(one: Exchange): boolean {
    if (!isConflict(one)) return isRefusal(one) && this.equalTo(one.request).some(isAccepted);
    const conflicts = this.#firstConflicts();
    return conflicts.size >= NO_CHANCE && conflicts.has(one);
  }

  /** The share of server errors like this one in all responses, if they come at random. */
  crashesLike({ request, response }: Exchange): Share | undefined {
    return response && this.#crashes().get(placeOf(request, response.status));
  }

  /** True if no request at this position of a connection gets its response, and several do not. */
  #isLostAtPosition({ position, noResponse }: Exchange): boolean {
    return noResponse?.kind === 'reset' && (this.#breaks().get(position ?? 0) ?? 0) >= NO_CHANCE;
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
      const requests = new Map(such.map(({ request }) => [keyOf(request), request]));
      const repeated = [...requests.values()].filter(
        (request) => this.equalTo(request).filter(hasResponse).length > 1,
      );
      const mixed = repeated.filter((request) => this.equalTo(request).some(isBelow500));
      if (mixed.length < NO_CHANCE || 2 * mixed.length <= repeated.length) continue;
      const share = { count: such.length, of: responses.length };
      for (const request of mixed) found.set(placeOf(request, status), share);
    }
    return found;
  }
}

/** The result of the first call, also of later ones. */
function once<Result>(compute: () => Result): () => Result {
  let known: { readonly result: Result } | undefined;
  return () => {
    known ??= { result: compute() };
    return known.result;
  };
}

/** By path and length: whole keys would take much longer to make. */
function bySize(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> {
  const all = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const size = sizeOf(exchange.request);
    const alike = all.get(size) ?? [];
    if (alike.push(exchange) === 1) all.set(size, alike);
  }
  return all;
}

function sizeOf({ path, body }: Call): string {
  return `${path} ${body?.length}`;
}

function placeOf({ operation }: Call, status: number): string {
  return `${operation.key} ${status}`;
}

/** The number of connections that broke at each position at which none got a response. */
function positionsOfBreaks(exchanges: readonly Exchange[]): ReadonlyMap<number, number> {
  const broken = new Map<number, number>();
  for (const { position, noResponse } of exchanges) {
    if (position !== undefined && noResponse?.kind === 'reset')
      broken.set(position, (broken.get(position) ?? 0) + 1);
  }
  for (const { position, response } of exchanges) if (response) broken.delete(position ?? 0);
  return broken;
}

function isConflict({ response }: Exchange): boolean {
  return response?.status === 409;
}

function isRefusal({ response, isAnswer }: Exchange): boolean {
  const { status = 0 } = response ?? {};
  return !isAnswer && status >= 400 && status < 500 && !PASSING.has(status);
}

function isBelow500({ response }: Exchange): boolean {
  return response !== undefined && response.status < 500;
}
