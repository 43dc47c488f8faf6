/** The last lines of a terminal, which are rewritten in place. */

/** Clears from the cursor to the end of the screen. */
const CLEAR = '\u001b[J';

export class Region {
  readonly #stream: Pick<NodeJS.WritableStream, 'write'>;
  #lines = 0;

  constructor(stream: Pick<NodeJS.WritableStream, 'write'>) {
    this.#stream = stream;
  }

  /** Replaces the earlier lines by these. Each must fit the width, and all of them the screen. */
  draw(lines: readonly string[]): void {
    this.#stream.write(this.#back() + lines.join('\n'));
    this.#lines = lines.length;
  }

  /** Removes the lines. The next output takes their place. */
  clear(): void {
    if (this.#lines > 0) this.#stream.write(this.#back());
    this.#lines = 0;
  }

  #back(): string {
    const up = this.#lines > 1 ? `\u001b[${this.#lines - 1}A` : '';
    return `\r${up}${CLEAR}`;
  }
}
