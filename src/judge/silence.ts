/**
 * Detects at its first timeout a target that accepts requests and responds to none, and at its second one an operation
 * that never responds; otherwise each request of a sequence would wait for its own timeout.
 */
import type { Operation } from '../contract/contract.ts';
import { type Call, type Exchange, endOf, type PresenceProbe } from '../model/index.ts';
import type { Send } from './case.ts';

/** The number of requests that are sent at the same time to find out. */
const LOOKS = 8;

export class Silence {
  readonly #looks: () => readonly Call[];
  #suspected: boolean;
  #responded = false;
  readonly #served = new Set<Operation>();
  /** The first request without a response in time of each operation that has not responded yet. */
  readonly #unanswered = new Map<Operation, Exchange>();
  readonly #silentOperations = new Map<Operation, Exchange>();
  #silent: Exchange | undefined;
  #search: Promise<void> | undefined;

  /** `looks`: requests to different places, sent once; `suspected`: an earlier request timed out. */
  constructor(looks: () => readonly Call[], suspected = false) {
    this.#looks = looks;
    this.#suspected = suspected;
  }

  /** A `Send` that ends at once if the target, or the operation, is known not to respond. */
  guarding(send: Send): Send {
    return async (call, ref) => {
      if (this.#suspected) await this.#look(send);
      if (this.#silent !== undefined) return unsent(call, this.#silent);
      const silent = this.#silentOperations.get(call.operation);
      if (silent !== undefined) return unsent(call, silent);
      const exchange = await send(call, ref);
      this.#note(exchange);
      if (exchange.response !== undefined) this.#responded = true;
      if (!this.#responded && isTimeout(exchange)) await this.#look(send);
      return exchange;
    };
  }

  #note(exchange: Exchange): void {
    const { operation } = exchange.request;
    if (!isTimeout(exchange)) {
      this.#served.add(operation);
      this.#silentOperations.delete(operation);
    }
    if (this.#served.has(operation)) return;
    const first = this.#unanswered.get(operation) ?? exchange;
    this.#unanswered.set(operation, first);
    // What is loaded at the first request lets those beside it wait too.
    const isLater = exchange.startedAt >= endOf(first);
    if (isLater) this.#silentOperations.set(operation, exchange);
  }

  /** Notes for the report. */
  notes(): readonly string[] {
    return [...this.#silentOperations.keys()].map(
      ({ name }) => `${name}: its first requests got no response in time; the others were not sent`,
    );
  }

  #look(send: Send): Promise<void> {
    this.#suspected = false;
    this.#search ??= this.#sendLooks(send);
    return this.#search;
  }

  async #sendLooks(send: Send): Promise<void> {
    const all = this.#looks();
    const apart = Math.max(1, Math.floor(all.length / LOOKS));
    const calls = all.filter((_, i) => i % apart === 0).slice(0, LOOKS);
    const seen = await Promise.all(calls.map((call, i) => send(call, `presence/first-look-${i}!`)));
    if (seen.length > 0 && seen.every(isTimeout)) this.#silent = seen[0];
  }
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

function unsent(request: Call, { noResponse }: Exchange): Exchange {
  const startedAt = Date.now();
  return { request, ...(noResponse ? { noResponse } : {}), tries: 0, startedAt, durationMs: 0 };
}
