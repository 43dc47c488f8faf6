/** All exchanges of a run in the order of their responses, so that the run can be judged again. */
import {
  type Exchange,
  isRepetition,
  type Kept,
  type Purpose,
  purposeText,
  type Send,
} from '../model/index.ts';
import { KEPT_EXCHANGES, REMEMBERED } from './numbers.ts';

type Write = (exchange: Exchange, purpose: Purpose) => void;

export class Evidence {
  readonly kept: Kept[] = [];
  readonly #index = new Map<Exchange, number>();
  readonly #uses = new Map<string, number>();
  readonly #write: Write;
  readonly #keepAllUntil: number;
  #all = true;

  /** Passes every exchange to `write`, with its purpose. */
  constructor(write: Write = () => undefined, keepAllUntil: number = KEPT_EXCHANGES) {
    this.#write = write;
    this.#keepAllUntil = keepAllUntil;
  }

  /** True while every exchange of the run is kept. */
  get complete(): boolean {
    return this.#all;
  }

  /** A `Send` that writes each exchange to disk, keeps it in memory while there is room, and passes it to `take`. */
  recording(wire: Send, take?: Write): Send {
    return async (call, purpose) => {
      const own = this.#unique(purpose);
      const exchange = await wire(call, own);
      this.add(exchange, own);
      take?.(exchange, purpose);
      return exchange;
    };
  }

  add(exchange: Exchange, purpose: Purpose): void {
    this.#write(exchange, purpose);
    if (this.kept.length < this.#keepAllUntil) this.#push(exchange, purpose);
    else this.#all = false;
  }

  /** Keeps an exchange that a verdict refers to; returns its index, or `undefined` if evidence is full. */
  keep(exchange: Exchange, purpose: Purpose): number | undefined {
    const known = this.#index.get(exchange);
    if (known !== undefined) return known;
    return this.kept.length >= KEPT_EXCHANGES + 2 * REMEMBERED
      ? undefined
      : this.#push(exchange, purpose);
  }

  #push(exchange: Exchange, purpose: Purpose): number {
    this.#index.set(exchange, this.kept.length);
    return this.kept.push({ exchange, purpose }) - 1;
  }

  /** The scan sends each request once; repetitions share a purpose and are counted. */
  #unique(purpose: Purpose): Purpose {
    if (!isRepetition(purpose)) return purpose;
    const text = purposeText(purpose);
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.set(text, uses);
    return uses === 1 ? purpose : { ...purpose, repeat: uses };
  }
}
