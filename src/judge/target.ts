/** The target of a run: every exchange passes here, so that an unreachable target is noticed once. */

import { TOGETHER } from '../availability/numbers.ts';
import type { Silence } from '../availability/silence.ts';
import type { Operation } from '../contract/contract.ts';
import {
  type Call,
  type Exchange,
  type HttpResponse,
  type PresenceProbe,
  type Purpose,
  type Send,
  unsent,
} from '../model/index.ts';
import { FOR_THE_LAST, IN_VAIN, NAMED, RECOVERY_MS } from './numbers.ts';
import { lookPurpose } from './presence.ts';
import { ReadBytes } from './read-bytes.ts';

/** Why a run ended before its plan was done. */
export type Stopped =
  | 'interrupted'
  | 'budget'
  | 'too-large'
  | 'throttled'
  | 'caller-refused'
  | 'unreachable';

export interface TargetOptions {
  readonly presenceProbes: readonly PresenceProbe[];
  readonly signal: AbortSignal | undefined;
  readonly planned: number;
  /** Requests of the whole run, and those sent earlier. */
  readonly ceiling: number;
  readonly sent: number;
  /** The reserve of requests to undo what the run made. */
  readonly reserved: () => number;
  /** Gives the target the states back that requests changed. */
  readonly restore: (send: Send) => Promise<void>;
  /** Knows whether the target responds in time. */
  readonly silence: Silence;
}

export class Target {
  readonly notes: string[] = [];
  /** Why no request of the run got a response. */
  neverResponded: string | undefined;
  /** Since when the target refuses this caller, and what to do. */
  callerRefused: string | undefined;
  readonly #options: TargetOptions;
  readonly #wire: Send;
  readonly #timeouts = new Map<Operation, number>();
  #stopped: Stopped | undefined;
  #silent = 0;
  #throttled = 0;
  #requests: number;
  #planDone = false;
  /** The most requests of the whole run. */
  #ceiling: number;
  /** The reserve of requests for the reproductions at the end. */
  #setAside = 0;
  readonly #bytes: ReadBytes;
  #lastWithResponse: Exchange | undefined;
  /** Requests without a response since the last response. */
  #withoutResponse: Exchange[] = [];
  #suspects: readonly Exchange[] = [];
  #search: Promise<void> | undefined;

  constructor(wire: Send, options: TargetOptions) {
    this.#options = options;
    this.#requests = options.sent - options.silence.looks;
    this.#ceiling = options.ceiling;
    this.#wire = wire;
    this.#bytes = new ReadBytes(options.planned);
  }

  /** An arrow function, so that it can be passed on. */
  readonly send: Send = async (call, purpose): Promise<Exchange> => {
    if (this.#planDone && this.left <= 0) return notAffordable(call);
    this.#requests++;
    const exchange = await this.#wire(call, purpose);
    this.#count(exchange);
    this.#watch(exchange);
    // Notes that the target hangs, that no process listens, or that many responses in a row are missing.
    const isOver = this.#silent >= TOGETHER || notReached(exchange);
    if (isOver || this.#options.silence.isOver) await this.look(exchange);
    return exchange;
  };

  /** Gives the target the states back that requests changed, so that a case can be repeated from the same state. */
  async restore(): Promise<void> {
    if (this.stopped === undefined) await this.#options.restore(this.send);
  }

  /** Requests that may still be sent. */
  get left(): number {
    const { reserved, silence } = this.#options;
    return this.#ceiling - this.#requests - silence.looks - reserved() - this.#setAside;
  }

  /** Lowers the ceiling: the plan, its reserve and what was sent before are this many requests at most. */
  limitTo(most: number): void {
    const { ceiling, sent } = this.#options;
    this.#ceiling = Math.min(ceiling, sent + most);
  }

  /** From now on requests are beyond the plan, and the ceiling limits them. */
  planIsDone(): void {
    this.#planDone = true;
    this.#setAside = Math.max(0, Math.floor(this.left * FOR_THE_LAST));
  }

  /** From now on all remaining requests may be sent. */
  releaseLast(): void {
    this.#setAside = 0;
  }

  /** A function that returns true until this share of the remaining requests is spent. */
  spending(share: number): () => boolean {
    const least = this.left * (1 - share);
    return () => this.stopped === undefined && this.left > Math.max(0, least);
  }

  get stopped(): Stopped | undefined {
    return this.#options.signal?.aborted ? 'interrupted' : this.#stopped;
  }

  /** Why the plan was not done, if it was not. After too large responses, failures are still confirmed. */
  get ended(): Stopped | undefined {
    return this.stopped ?? (this.#bytes.areTooMany ? 'too-large' : undefined);
  }

  /** The requests that were in flight when the target went away. */
  get suspects(): readonly Exchange[] {
    return this.#suspects;
  }

  /** Notes that no request of the run got a response. */
  giveUp(silent: Exchange | undefined): void {
    if (this.#stopped) return;
    this.#stopped = this.#throttled > 0 ? 'throttled' : 'unreachable';
    const why = silent?.noResponse?.message;
    if (why !== undefined) this.notes.push(why);
    if (this.#throttled === 0 && !this.#lastWithResponse) this.neverResponded = why;
  }

  /** After a missing response, finds out whether the target responds at all, and notes it if it does not. */
  async look(silent: Exchange): Promise<void> {
    const { kind } = silent.noResponse ?? {};
    if (this.stopped || kind === 'throttled' || notSent(kind)) return;
    if (kind === 'timeout') {
      if (this.#options.silence.isOver) this.#gone(silent);
      return;
    }
    this.#search ??= this.#responds().then((responds) => {
      this.#search = undefined;
      if (responds) this.#alive();
      else this.#gone(silent);
    });
    await this.#search;
  }

  /** At the end of the run, notices a target that went away during the last requests. */
  async settle(): Promise<void> {
    const last = this.#withoutResponse.at(-1);
    if (this.#silent > 0 && last && this.left > 0) await this.look(last);
  }

  worthSending(operation: Operation): boolean {
    return (this.#timeouts.get(operation) ?? 0) < IN_VAIN;
  }

  /** True if a request of the operation that should get a response gets one. */
  async operationResponds(operation: Operation): Promise<boolean> {
    const presence = this.#options.presenceProbes.find((l) => l.operation === operation);
    for (const call of [presence?.control, presence?.unknownResource]) {
      if (call && (await this.send(call, lookPurpose(operation, 'responds'))).response) return true;
    }
    return false;
  }

  /** Corrects the number of requests, which counts each exchange as one. */
  #count({ noResponse, tries = 1 }: Exchange): void {
    this.#requests += notSent(noResponse?.kind) ? -1 : tries - 1;
  }

  /** Sends a request that finds out whether the target responds. */
  async #look(call: Call, purpose: Purpose): Promise<Exchange> {
    this.#requests++;
    const exchange = await this.#wire(call, purpose);
    this.#count(exchange);
    return exchange;
  }

  #watch(exchange: Exchange): void {
    const kind = exchange.noResponse?.kind;
    if (kind === undefined) {
      this.#alive();
      this.#throttled = 0;
      this.#lastWithResponse = exchange;
      this.#countBytes(exchange.response);
    } else if (kind === 'budget') {
      if (!this.#stopped)
        this.notes.push(`the plan was not finished: ${exchange.noResponse?.message}`);
      this.#stopped ??= 'budget';
    } else if (kind === 'interrupted') {
      this.#stopped ??= 'interrupted';
    } else if (kind === 'caller-refused' || kind === 'away') {
      if (this.#stopped) return;
      this.#stopped = kind === 'away' ? 'unreachable' : kind;
      if (kind === 'away') this.notes.push(`the run was stopped: ${exchange.noResponse?.message}`);
      else this.callerRefused = exchange.noResponse?.message;
    } else if (kind === 'throttled' || kind === 'long-wait') {
      const enough = ++this.#throttled >= IN_VAIN / 2 || kind === 'long-wait';
      if (!enough || this.#stopped) return;
      this.#stopped = 'throttled';
      this.notes.push(`the run was stopped: ${exchange.noResponse?.message}`);
    } else if (!notSent(kind) && exchange.tries !== 0) {
      this.#silent++;
      if (this.#withoutResponse.length < NAMED) this.#withoutResponse.push(exchange);
      if (kind === 'timeout') this.#countTimeout(exchange.request.operation);
    }
  }

  #countBytes(response: HttpResponse | undefined): void {
    const note = response && this.#bytes.add(response);
    if (note !== undefined) this.notes.push(note);
    if (this.#bytes.areFarTooMany) this.#stopped ??= 'too-large';
  }

  #alive(): void {
    this.#silent = 0;
    if (this.#withoutResponse.length > 0) this.#withoutResponse = [];
  }

  #countTimeout(operation: Operation): void {
    const count = (this.#timeouts.get(operation) ?? 0) + 1;
    this.#timeouts.set(operation, count);
    if (count !== IN_VAIN) return;
    this.notes.push(
      `${operation.name}: ${count} requests got no response in time; the others were not sent`,
    );
  }

  async #responds(): Promise<boolean> {
    const calls = this.#options.presenceProbes.flatMap(({ unknownResource, unknownPath }) => [
      unknownResource,
      unknownPath,
    ]);
    let cutOff = false;
    for (let at = 0; at < calls.length; at += TOGETHER) {
      const looks = calls
        .slice(at, at + TOGETHER)
        .map((call, i) => this.#look(call, { kind: 'look', about: `look-${at + i}` }));
      const seen = await Promise.all(looks);
      if (seen.some(({ response }) => response)) return true;
      cutOff ||= seen.some(({ noResponse }) => noResponse?.kind === 'reset');
    }
    // An earlier request in flight may have brought the target down for a moment.
    const [call] = calls;
    if (!cutOff || call === undefined) return false;
    const last = { ...call, delayMs: RECOVERY_MS };
    return (await this.#look(last, { kind: 'look', about: 'look-again' })).response !== undefined;
  }

  #gone({ noResponse }: Exchange): void {
    if (this.#stopped) return;
    this.#stopped = 'unreachable';
    // A refused connection came after the end; other requests in flight were cut off or got no response.
    this.#suspects = this.#withoutResponse.filter((exchange) => !notReached(exchange));
    const last = this.#lastWithResponse?.request ?? this.#options.silence.answered;
    const after = last ? ` The last request with a response was ${last.method} ${last.path}` : '';
    const isProxy = noResponse?.kind === 'proxy';
    const ended = last ? 'the target stopped responding' : 'the target does not respond';
    const how = isProxy ? 'from that point on, the state of the target is unknown' : ended;
    this.notes.push(`${how}: ${noResponse?.message}${after}`);
    if (last === undefined) this.neverResponded = noResponse?.message;
  }
}

function notAffordable(request: Call): Exchange {
  const message = 'All requests that this run announced have been sent.';
  return unsent(request, { kind: 'budget', message });
}

/** True if nothing took the request: neither the target nor, for it, a proxy. */
function notReached({ noResponse }: Exchange): boolean {
  return noResponse?.kind === 'refused' || noResponse?.kind === 'proxy';
}

/** True for a request that never left this machine. */
function notSent(kind: string | undefined): boolean {
  return kind === 'unsafe' || kind === 'spared' || kind === 'unrecorded';
}
