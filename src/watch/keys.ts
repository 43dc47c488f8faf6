/** The keys of a user who watches. */

export interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
}

const ENTER: ReadonlySet<string> = new Set(['\r', '\n']);
/** q, Ctrl-C, and the end of the input. */
const END: ReadonlySet<string> = new Set(['q', 'Q', '\u0003', '\u0004']);

export class Keys {
  readonly #input: Input;
  readonly #end = new AbortController();
  #pressed: () => void = () => undefined;

  constructor(input: Input) {
    this.#input = input;
    input.setRawMode?.(true);
    input.on('data', this.#read).on('end', this.#close);
    input.resume();
  }

  /** Aborts when the user ends the watch. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Resolves when Enter is pressed from now on, or the user ends the watch. */
  enter(): Promise<void> {
    return new Promise((resolve) => {
      this.#pressed = resolve;
      if (this.ended.aborted) resolve();
    });
  }

  release(): void {
    this.#input.off('data', this.#read).off('end', this.#close);
    this.#input.setRawMode?.(false);
    this.#input.pause();
  }

  readonly #close = (): void => {
    this.#end.abort();
    this.#pressed();
  };

  readonly #read = (chunk: Buffer | string): void => {
    for (const key of String(chunk)) {
      if (END.has(key)) this.#close();
      else if (ENTER.has(key)) this.#pressed();
    }
  };
}
