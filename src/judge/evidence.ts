/** All exchanges of a run in the order of their responses, so that the run can be judged again. */
import type { Exchange } from '../model/index.ts';
import type { Send } from './case.ts';

/** One exchange kept for the report. */
export interface Kept {
  readonly exchange: Exchange;
  /** `<probe>#<group>@<index>/<step>`, or another purpose: unique in a run. */
  readonly ref: string;
}

/** This many exchanges are kept; later ones only if a verdict refers to them, so that memory stays constant. */
const KEEP_ALL_UNTIL = 10_000;
const KEEP_AT_MOST = 14_000;

type Write = (exchange: Exchange, ref: string) => void;

export class Evidence {
  readonly kept: Kept[] = [];
  readonly #index = new Map<Exchange, number>();
  readonly #uses = new Map<string, number>();
  readonly #write: Write;
  readonly #keepAllUntil: number;
  #all = true;

  /** Passes every exchange to `write`, with its name. */
  constructor(write: Write = () => undefined, keepAllUntil: number = KEEP_ALL_UNTIL) {
    this.#write = write;
    this.#keepAllUntil = keepAllUntil;
  }

  /** True while every exchange of the run is kept. */
  get complete(): boolean {
    return this.#all;
  }

  /** A `Send` that writes each exchange to disk, keeps it in memory while there is room, and passes it to `take`. */
  recording(wire: Send, take?: Write): Send {
    return async (call, ref) => {
      const own = this.#unique(ref);
      const exchange = await wire(call, own);
      this.add(exchange, own);
      take?.(exchange, ref);
      return exchange;
    };
  }

  add(exchange: Exchange, ref: string): void {
    this.#write(exchange, ref);
    if (this.kept.length < this.#keepAllUntil) this.#push(exchange, ref);
    else this.#all = false;
  }

  /** Keeps an exchange that a verdict refers to; returns its index, or `undefined` if evidence is full. */
  keep(exchange: Exchange, ref: string): number | undefined {
    const known = this.#index.get(exchange);
    if (known !== undefined) return known;
    return this.kept.length >= KEEP_AT_MOST ? undefined : this.#push(exchange, ref);
  }

  #push(exchange: Exchange, ref: string): number {
    this.#index.set(exchange, this.kept.length);
    return this.kept.push({ exchange, ref }) - 1;
  }

  /** The scan names each request once; repetitions share a name and are counted. */
  #unique(ref: string): string {
    if (!ref.includes('!')) return ref;
    const uses = (this.#uses.get(ref) ?? 0) + 1;
    this.#uses.set(ref, uses);
    return uses === 1 ? ref : `${ref}~${uses}`;
  }
}
