/**
 * Detects a target that takes requests and responds to none, and an operation that never responds; otherwise each
 * request of a sequence would wait for its own timeout. A request that times out while nothing else came back is
 * followed by a few others at the same time: if none of them gets a response in time, nothing more is sent. So a target
 * that hangs costs two timeouts, whatever the run was doing.
 */

import type { Operation } from '../contract/contract.ts';
import {
  type Call,
  type Exchange,
  endOf,
  type NoResponse,
  type PresenceProbe,
  type Send,
  unsent,
} from '../model/index.ts';
import { NO_CHANCE, TOGETHER } from './numbers.ts';

export class Silence {
  /** The requests that were sent to find out. */
  looks = 0;
  readonly #places: () => readonly Call[];
  #suspected: boolean;
  /** The end of the last response, in milliseconds since the epoch. */
  #respondedAt = 0;
  #answered: Call | undefined;
  readonly #served = new Set<Operation>();
  /** The first request without a response in time of each operation that has not responded yet. */
  readonly #unanswered = new Map<Operation, Exchange>();
  readonly #silentOperations = new Map<Operation, NoResponse>();
  #silent: NoResponse | undefined;
  #search: Promise<void> | undefined;

  /** `places`: requests to different places; `suspected`: an earlier request timed out. */
  constructor(places: () => readonly Call[], suspected = false) {
    this.#places = places;
    this.#suspected = suspected;
  }

  /** The last request that got a response and only reads. */
  get answered(): Call | undefined {
    return this.#answered;
  }

  /** True if the target does not respond any more. */
  get isOver(): boolean {
    return this.#silent !== undefined;
  }

  /** A `Send` that ends at once if the target, or the operation, is known not to respond. */
  guarding(send: Send): Send {
    return async (call, purpose) => {
      if (this.#suspected) await this.#look(send);
      const silent = this.#silent ?? this.#silentOperations.get(call.operation);
      if (silent !== undefined) return unsent(call, silent, 0);
      const exchange = await send(call, purpose);
      this.#note(exchange);
      if (isTimeout(exchange) && this.#respondedAt <= exchange.startedAt) await this.#look(send);
      return exchange;
    };
  }

  #note(exchange: Exchange): void {
    const { request, noResponse } = exchange;
    const { operation } = request;
    this.#noteResponse(exchange);
    if (isPlain(exchange)) this.#answered = exchange.request;
    if (noResponse?.kind !== 'timeout') {
      this.#served.add(operation);
      this.#silentOperations.delete(operation);
      return;
    }
    if (this.#served.has(operation)) return;
    const first = this.#unanswered.get(operation) ?? exchange;
    this.#unanswered.set(operation, first);
    // What is loaded at the first request lets those beside it wait too.
    const isLater = exchange.startedAt >= endOf(first);
    if (isLater) this.#silentOperations.set(operation, noResponse);
  }

  #noteResponse(exchange: Exchange): void {
    if (exchange.response === undefined) return;
    this.#respondedAt = Math.max(this.#respondedAt, endOf(exchange));
  }

  /** Notes for the report. */
  notes(): readonly string[] {
    if (this.#silent !== undefined) return [];
    return [...this.#silentOperations.keys()].map(
      ({ name }) => `${name}: the first requests got no response in time; the others were not sent`,
    );
  }

  /** Requests that wait for a response at the same time share one search. */
  async #look(send: Send): Promise<void> {
    this.#suspected = false;
    this.#search ??= this.#sendLooks(send).finally(() => {
      this.#search = undefined;
    });
    await this.#search;
  }

  async #sendLooks(send: Send): Promise<void> {
    const known = this.#answered;
    const calls =
      known === undefined
        ? spread(this.#places(), TOGETHER)
        : [known, ...spread(this.#places(), NO_CHANCE)];
    this.looks += calls.length;
    const seen = await Promise.all(
      calls.map((call, i) => send(call, { kind: 'look', about: `first-look-${i}` })),
    );
    // Some of them are to unknown paths, and show nothing of their operation.
    for (const one of seen) this.#noteResponse(one);
    if (seen.length > 0 && seen.every(isTimeout)) this.#silent = seen[0]?.noResponse;
  }
}

/** True for a request that may be sent again at any time, with a response that is not the end of the target. */
function isPlain({ request, response }: Exchange): boolean {
  const { operation, delayMs, waitsMs } = request;
  const isAtOnce = delayMs === undefined && waitsMs === undefined;
  return isAtOnce && (operation.effect ?? 'read') === 'read' && (response?.status ?? 500) < 500;
}

/** Some of these, at equal distances. */
function spread<Item>(all: readonly Item[], count: number): readonly Item[] {
  const apart = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, i) => i % apart === 0).slice(0, count);
}

/** Paths that the target serves, and unknown ones; only of operations that read, if there are some. */
export function looksAt(probes: readonly PresenceProbe[]): readonly Call[] {
  const reading = probes.filter(({ effect = 'read' }) => effect === 'read');
  return (reading.length > 0 ? reading : probes).flatMap(({ unknownResource, unknownPath }) => [
    unknownResource,
    unknownPath,
  ]);
}

function isTimeout({ noResponse }: Exchange): boolean {
  return noResponse?.kind === 'timeout';
}
