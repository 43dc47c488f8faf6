/**
 * Holds a refusal back until it is known what it follows. While a window of time lasts, the run pauses, and then sends
 * again what fell into it. If all requests of the caller are refused from some moment on, nothing more is sent. It
 * decides below the recording, so that a recording is judged as the run was.
 */
import {
  type Call,
  type Exchange,
  type NoResponse,
  type SendCall,
  unsent,
} from '../model/index.ts';
import { type Entry, LiveTimeline } from './live.ts';
import { pause } from './pause.ts';
import { LONGEST_PAUSES_MS } from './throttle.ts';
import type { Follows } from './timeline.ts';
import { notesOf, refusalOf, statusOf, waiting, windowOf } from './words.ts';

/** The longest pause for a target that refuses all requests; two minutes cover a restart and most maintenance. */
const LONGEST_WAIT_MS = 2 * 60_000;
/** A proxy or a service of tokens may restart for a moment; a rejected token does not become valid again. */
const CALLER_WAIT_MS = 5000;
/** The pauses between two controls. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5000;

export interface AvailabilityOptions {
  readonly host: string;
  readonly hasToken: boolean;
  /** True for a request that has the same effect if it is sent twice. */
  readonly repeatable: (call: Call) => boolean;
  /** The longest pause, if it is not two minutes. */
  readonly waitMs?: number | undefined;
  /** Fetches another credential. Resolves to true if it is a new one. */
  readonly renew?: (() => Promise<boolean>) | undefined;
  readonly onNotice?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export class Availability {
  readonly #wire: SendCall;
  readonly #options: AvailabilityOptions;
  readonly #timeline = new LiveTimeline();
  #search: Promise<void> | undefined;
  /** When the latest examination ended, on the timeline, and the latest one after which all requests are served again. */
  #examinedAt = 0;
  #overAt = 0;
  /** Why nothing more is sent. */
  #ended: NoResponse | undefined;
  /** Requests of examinations that no exchange counts yet. */
  #uncounted = 0;
  #waitedMs = 0;
  #resent = 0;
  /** What is known of each window that is over, in words. */
  readonly #windows: string[] = [];

  constructor(wire: SendCall, options: AvailabilityOptions) {
    this.#wire = wire;
    this.#options = options;
  }

  /** An arrow function, so that it can be passed on. */
  readonly send: SendCall = async (call) => {
    let tries = 0;
    for (let round = 0; ; round++) {
      while (this.#search !== undefined) await this.#search;
      if (this.#ended !== undefined) return this.#unsent(call, tries);
      const entry = await this.#sent(call);
      const { exchange, scope } = entry;
      tries += exchange.tries ?? 1;
      const follows = await this.#followedBy(entry, round > 0);
      if (this.#ended !== undefined && scope !== undefined) return this.#unsent(call, tries);
      if (follows !== 'time' || !this.#mayRepeat(exchange)) return this.#counted(exchange, tries);
      this.#resent++;
    }
  };

  /** Notes for the report. */
  notes(): readonly string[] {
    return notesOf(this.#windows, this.#resent);
  }

  async #sent(call: Call): Promise<Entry> {
    const sent = this.#timeline.tick();
    return this.#timeline.receive(sent, await this.#wire(call));
  }

  /** What a refusal or a loss follows: one examination at a time finds out, for all that arrived before its end. */
  async #followedBy(entry: Entry, isRepeated: boolean): Promise<Follows> {
    const { request, response } = entry.exchange;
    if (response !== undefined && entry.scope === undefined) return 'request';
    for (;;) {
      if (this.#search !== undefined) await this.#search;
      else {
        if (this.#overAt > entry.sent) return 'time';
        const follows = this.#timeline.follows(entry, isRepeated);
        if (follows !== 'unknown') return follows;
        if (entry.scope === undefined || this.#examinedAt > entry.arrived) return 'request';
        const controls = this.#timeline.controlsFor(request);
        if (controls.length === 0 || this.#ended !== undefined) return 'request';
        this.#search = this.#examine(entry, controls).finally(() => {
          this.#search = undefined;
        });
      }
    }
  }

  /** Sends controls until one is served, or until none is for too long. */
  async #examine(entry: Entry, controls: readonly Call[]): Promise<void> {
    const { response, noResponse } = entry.exchange;
    let last = entry.exchange;
    // The client sends nothing more: the target asked for too long a pause.
    if (noResponse?.kind === 'long-wait') {
      this.#ended = refusalOf(entry, last, this.#options);
      return;
    }
    // The client has sent a throttled request several times, beside another one: one control is enough.
    for (const call of response === undefined ? controls.slice(0, 1) : controls) {
      const control = await this.#control(call);
      // Without a response, a control shows nothing.
      if (control.scope === undefined) return;
      last = control.exchange;
    }
    const next = endless(controls);
    const isRenewed = statusOf(last) === 401 && (await this.#options.renew?.());
    if (isRenewed && (await this.#control(next())).served) return this.#isOver();
    const { waitMs = LONGEST_WAIT_MS, host } = this.#options;
    const isOfCaller = entry.scope === 'caller';
    const left = LONGEST_PAUSES_MS - this.#waitedMs;
    const longest = Math.min(waitMs, isOfCaller ? CALLER_WAIT_MS : left);
    if (!isOfCaller) this.#options.onNotice?.(waiting(host, last, longest));
    const from = performance.now();
    const waited = (): number => performance.now() - from;
    for (let ms = FIRST_PAUSE_MS; waited() < longest; ms = Math.min(MAX_PAUSE_MS, 2 * ms)) {
      await pause(ms, this.#options.signal);
      const { exchange, served, scope } = await this.#control(next());
      if (served) this.#windows.push(windowOf(entry, exchange));
      if (served || ENDS.has(exchange.noResponse?.kind)) {
        this.#waitedMs += waited();
        return this.#isOver();
      }
      if (scope !== undefined) last = exchange;
    }
    this.#ended = refusalOf(entry, last, this.#options);
  }

  #isOver(): void {
    this.#overAt = this.#timeline.tick();
  }

  async #control(call: Call): Promise<Entry> {
    const entry = await this.#sent(call);
    this.#uncounted += entry.exchange.tries ?? 1;
    this.#examinedAt = entry.sent;
    return entry;
  }

  /** The exchange, which counts its repetitions and the controls so far. */
  #counted(exchange: Exchange, tries: number): Exchange {
    const all = this.#take() + tries;
    return all === (exchange.tries ?? 1) ? exchange : { ...exchange, tries: all };
  }

  #unsent(request: Call, tries: number): Exchange {
    return unsent(request, this.#ended as NoResponse, this.#take() + tries);
  }

  /** False for a change that the target may have made though it refused the request. */
  #mayRepeat({ request, response }: Exchange): boolean {
    return (
      this.#options.repeatable(request) ||
      (response !== undefined && response.status >= 300 && !MAY_BE_DONE.has(response.status))
    );
  }

  #take(): number {
    const all = this.#uncounted;
    this.#uncounted = 0;
    return all;
  }
}

/** The calls in turns. */
function endless(calls: readonly Call[]): () => Call {
  let n = 0;
  return () => calls[n++ % calls.length] as Call;
}

/** What is sent again after such a control ends in the same way. */
const ENDS: ReadonlySet<string | undefined> = new Set(['interrupted', 'budget']);
/** The server behind a gateway may have carried out the request. */
const MAY_BE_DONE: ReadonlySet<number> = new Set([502, 504]);
