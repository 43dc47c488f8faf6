import type { Exchange } from '../words.ts';

/** One exchange kept for the report, with the case it belongs to. */
export interface Kept {
  readonly exchange: Exchange;
  /** `<probe>#<stratum>@<index>`. */
  readonly from: string;
}

/** The first exchanges are all kept, then only those that a verdict points at: memory stays flat. */
const KEEP_ALL_UNTIL = 2000;
const KEEP_AT_MOST = 4000;

export class Evidence {
  readonly kept: Kept[] = [];
  readonly #index = new Map<Exchange, number>();

  /** Keeps an exchange of the scan while there is room. */
  offer(exchange: Exchange, from: string): void {
    if (this.kept.length < KEEP_ALL_UNTIL) this.keep(exchange, from);
  }

  /** Keeps an exchange that a verdict points at; answers its index, or none when evidence is full. */
  keep(exchange: Exchange, from: string): number | undefined {
    const known = this.#index.get(exchange);
    if (known !== undefined) return known;
    if (this.kept.length >= KEEP_AT_MOST) return undefined;
    this.#index.set(exchange, this.kept.length);
    return this.kept.push({ exchange, from }) - 1;
  }
}
