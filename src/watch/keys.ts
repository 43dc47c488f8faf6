/** The keys of a user who watches. */

export interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
}

/** The wish behind a key: to send failed requests again, or everything. */
export type Wish = 'failed' | 'all';

const WISHES: ReadonlyMap<string, Wish> = new Map([
  ['\r', 'failed'],
  ['\n', 'failed'],
  ['a', 'all'],
  ['A', 'all'],
]);
/** q, Ctrl-C, and the end of the input. */
const END: ReadonlySet<string> = new Set(['q', 'Q', '\u0003', '\u0004']);

export class Keys {
  readonly #input: Input;
  readonly #end = new AbortController();
  #pressed: (wish: Wish) => void = () => undefined;

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

  /** Resolves when a key is pressed from now on that asks for something, or the user ends the watch. */
  wish(): Promise<Wish> {
    return new Promise((resolve) => {
      this.#pressed = resolve;
      if (this.ended.aborted) resolve('failed');
    });
  }

  release(): void {
    this.#input.off('data', this.#read).off('end', this.#close);
    this.#input.setRawMode?.(false);
    this.#input.pause();
  }

  readonly #close = (): void => {
    this.#end.abort();
    this.#pressed('failed');
  };

  readonly #read = (chunk: Buffer | string): void => {
    for (const key of String(chunk)) {
      const wish = WISHES.get(key);
      if (END.has(key)) this.#close();
      else if (wish !== undefined) this.#pressed(wish);
    }
  };
}
