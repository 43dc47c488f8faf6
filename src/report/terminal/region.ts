/** The last lines of a terminal, which are rewritten in place. */

/** Clears from the cursor to the end of the screen. */
const CLEAR = '\u001b[J';
const EVERY_MS = 100;
/** The largest share of time for the display. */
const SHARE = 1 / 20;

/** True for a terminal that can rewrite its lines. */
export function isLive(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env['TERM'] !== 'dumb';
}

export class Region {
  readonly #stream: Pick<NodeJS.WritableStream, 'write'>;
  #lines = 0;
  /** The earliest time of the next drawing. */
  #next = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: Pick<NodeJS.WritableStream, 'write'>) {
    this.#stream = stream;
  }

  /** Replaces the earlier lines by these. Each must fit the width, and all of them the screen. */
  draw(lines: readonly string[]): void {
    this.#stop();
    this.#stream.write(this.#back() + lines.join('\n'));
    this.#lines = lines.length;
  }

  /** Draws at once if enough time has passed, otherwise later. */
  drawSoon(lines: () => readonly string[]): void {
    this.#stop();
    const now = (): void => {
      const from = performance.now();
      this.draw(lines());
      const end = performance.now();
      this.#next = end + Math.max(EVERY_MS, (end - from) / SHARE);
    };
    const early = this.#next - performance.now();
    if (early <= 0) now();
    else this.#timer = setTimeout(now, early).unref();
  }

  /** Removes the lines. The next output takes their place. */
  clear(): void {
    this.#stop();
    if (this.#lines > 0) this.#stream.write(this.#back());
    this.#lines = 0;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #back(): string {
    const up = this.#lines > 1 ? `\u001b[${this.#lines - 1}A` : '';
    return `\r${up}${CLEAR}`;
  }
}
