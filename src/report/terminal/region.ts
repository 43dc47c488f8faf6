/** The last lines of a terminal, which are written again and again in place. */

/** Clears from the cursor to the end of the screen. */
const CLEAR = '\u001b[J';

export class Region {
  readonly #stream: Pick<NodeJS.WritableStream, 'write'>;
  #lines = 0;

  constructor(stream: Pick<NodeJS.WritableStream, 'write'>) {
    this.#stream = stream;
  }

  /** Shows these lines in place of those before. Each has to fit the width, and all of them the screen. */
  draw(lines: readonly string[]): void {
    this.#stream.write(this.#back() + lines.join('\n'));
    this.#lines = lines.length;
  }

  /** Takes the lines away. What is written next stands in their place. */
  clear(): void {
    if (this.#lines > 0) this.#stream.write(this.#back());
    this.#lines = 0;
  }

  #back(): string {
    const up = this.#lines > 1 ? `\u001b[${this.#lines - 1}A` : '';
    return `\r${up}${CLEAR}`;
  }
}
