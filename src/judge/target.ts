/** The target as the run sees it: every exchange passes here, and a target that is gone is noticed once. */
import type { Operation } from '../contract/contract.ts';
import type { Call, Exchange, Landmarks } from '../words.ts';
import type { Send } from './case.ts';

/** Why a run ended before its plan was done. */
export type Stopped = 'interrupted' | 'budget' | 'throttled' | 'unreachable';

/** An operation that left so many requests without an answer in time is not asked further. */
const TIMEOUTS_ENOUGH = 24;

/** After so many silences in a row it is asked whether the target answers anything at all. */
const SILENCES_IN_A_ROW = 8;

/** A target that lets requests wait is asked for a sign of life by several at once. */
const LOOKS_AT_ONCE = 8;

/** Each throttled request has been tried several times with growing pauses; so many in a row are enough. */
const THROTTLED_IN_A_ROW = 12;

export class Target {
  readonly notes: string[] = [];
  readonly #landmarks: readonly Landmarks[];
  readonly #wire: Send;
  readonly #signal: AbortSignal | undefined;
  readonly #timeouts = new Map<Operation, number>();
  #stopped: Stopped | undefined;
  #silent = 0;
  #throttled = 0;
  #requests = 0;
  #lastAnswered: Exchange | undefined;
  #lastSilent: Exchange | undefined;
  #search: Promise<void> | undefined;

  constructor(wire: Send, landmarks: readonly Landmarks[], signal: AbortSignal | undefined) {
    this.#wire = wire;
    this.#landmarks = landmarks;
    this.#signal = signal;
  }

  /** Bound, so that it can be handed on as a function. */
  readonly send: Send = async (call: Call, ref: string): Promise<Exchange> => {
    this.#requests++;
    const exchange = await this.#wire(call, ref);
    this.#watch(exchange);
    // Nobody listens, or many silences in a row that may be the target's way with these requests.
    if (this.#silent >= SILENCES_IN_A_ROW || exchange.silence?.kind === 'refused') {
      await this.look(exchange);
    }
    return exchange;
  };

  get requests(): number {
    return this.#requests;
  }

  get stopped(): Stopped | undefined {
    return this.#signal?.aborted ? 'interrupted' : this.#stopped;
  }

  /** Nothing was answered from the very beginning. */
  giveUp(silent: Exchange | undefined): void {
    if (this.#stopped) return;
    this.#stopped = this.#throttled > 0 ? 'throttled' : 'unreachable';
    if (silent?.silence) this.notes.push(silent.silence.message);
  }

  /** Finds out whether the target answers anything at all after a silence; notes it when it does not. */
  async look(silent: Exchange): Promise<void> {
    const { kind } = silent.silence ?? {};
    if (this.stopped || kind === 'throttled' || notAsked(kind)) return;
    this.#search ??= this.#anyLandmarkAnswered().then((answered) => {
      this.#search = undefined;
      if (answered) this.#silent = 0;
      else this.#gone(silent);
    });
    await this.#search;
  }

  /** The run is over: a target that went away during its last requests is noticed as well. */
  async settle(): Promise<void> {
    if (this.#silent > 0 && this.#lastSilent) await this.look(this.#lastSilent);
  }

  worthAsking(operation: Operation): boolean {
    return (this.#timeouts.get(operation) ?? 0) < TIMEOUTS_ENOUGH;
  }

  /** A request of the operation that should be answered, whatever it says, is answered. */
  async answers(operation: Operation): Promise<boolean> {
    const marks = this.#landmarks.find((l) => l.operation === operation);
    for (const call of [marks?.twin, marks?.stranger]) {
      if (call && (await this.send(call, `${operation.chapter}/landmarks/answers!`)).response)
        return true;
    }
    return false;
  }

  #watch(exchange: Exchange): void {
    const kind = exchange.silence?.kind;
    if (kind === undefined) {
      this.#silent = 0;
      this.#throttled = 0;
      this.#lastAnswered = exchange;
    } else if (kind === 'budget') {
      if (!this.#stopped)
        this.notes.push('the requests allowed were used up before the plan was done');
      this.#stopped ??= 'budget';
    } else if (kind === 'interrupted') {
      this.#stopped ??= 'interrupted';
    } else if (kind === 'throttled') {
      if (++this.#throttled < THROTTLED_IN_A_ROW || this.#stopped) return;
      this.#stopped = 'throttled';
      this.notes.push(`the run was ended: ${exchange.silence?.message}`);
    } else if (!notAsked(kind)) {
      this.#silent++;
      this.#lastSilent = exchange;
      if (kind === 'timeout') this.#countTimeout(exchange.request.operation);
    }
  }

  #countTimeout(operation: Operation): void {
    const count = (this.#timeouts.get(operation) ?? 0) + 1;
    this.#timeouts.set(operation, count);
    if (count !== TIMEOUTS_ENOUGH) return;
    this.notes.push(
      `${operation.chapter}: ${count} requests got no answer in time; the others were not sent`,
    );
  }

  async #anyLandmarkAnswered(): Promise<boolean> {
    const calls = this.#landmarks.flatMap(({ stranger, absent }) => [stranger, absent]);
    for (let at = 0; at < calls.length; at += LOOKS_AT_ONCE) {
      const looks = calls
        .slice(at, at + LOOKS_AT_ONCE)
        .map((call, i) => this.#wire(call, `landmarks/look-${at + i}!`));
      if ((await Promise.all(looks)).some(({ response }) => response)) return true;
    }
    return false;
  }

  #gone({ silence }: Exchange): void {
    if (this.#stopped) return;
    this.#stopped = 'unreachable';
    const last = this.#lastAnswered?.request;
    const after = last ? `; the last answered request was ${last.method} ${last.path}` : '';
    this.notes.push(`the target stopped answering: ${silence?.message}${after}`);
  }
}

/** Silences in which the target had no part. */
function notAsked(kind: string | undefined): boolean {
  return kind === 'unsafe' || kind === 'unrecorded';
}
