import type { Pool } from 'undici';
import { type LineOptions, lines } from './lines.ts';

/** The connections of one client: kept ones, and separate ones for single requests. */
export class Connections {
  readonly #origin: string;
  #options: LineOptions;
  #kept: Pool;
  #single: Pool | undefined;

  constructor(origin: string, options: LineOptions) {
    this.#origin = origin;
    this.#options = options;
    this.#kept = lines(origin, options);
  }

  /** The pool for a request; `fresh` gets a dedicated connection. */
  pool(fresh: boolean): Pool {
    if (!fresh) return this.#kept;
    this.#single ??= lines(this.#origin, this.#options);
    return this.#single;
  }

  /** True while a connection is kept open. */
  get open(): boolean {
    return this.#kept.stats.connected > 0;
  }

  /** Closes the kept connections, and keeps at most so many from now on. No request may be in flight. */
  async renew(connections: number = this.#options.connections): Promise<void> {
    const before = this.#kept;
    this.#options = { ...this.#options, connections };
    this.#kept = lines(this.#origin, this.#options);
    if (!before.destroyed) await before.close();
  }

  /** Waits for requests in flight. */
  async close(): Promise<void> {
    await Promise.all([this.#kept, this.#single].map((pool) => pool?.destroyed || pool?.close()));
  }

  /** Ends requests in flight with this error. */
  destroy(error: Error): void {
    for (const pool of [this.#kept, this.#single]) pool?.destroy(error);
  }
}
