/**
 * Reads JSON texts; `undefined` for what is no JSON. Short texts that were read lately share one value, which
 * `finish` has seen once.
 */
export function jsonReader(
  finish: (value: unknown) => unknown = (value) => value,
): (text: string) => unknown {
  const lately = new Recent<string, Reading>();
  let last: Reading | undefined;
  return (text) => {
    // Several checks in a row ask for the same text: comparing them takes no time then.
    if (last?.text === text) return last.value;
    last = lately.get(text);
    if (last !== undefined) return last.value;
    let value: unknown;
    try {
      value = finish(JSON.parse(text));
    } catch {
      value = undefined;
    }
    last = { text, value };
    if (text.length <= SHARED) lately.set(text, last);
    return value;
  };
}

/** Values of longer texts take too much memory: only the last one is remembered. */
const SHARED = 32 * 1024;

interface Reading {
  readonly text: string;
  readonly value: unknown;
}

const REMEMBERED = 64;

/** Remembers what was asked for lately: what is not used during a whole generation is dropped. */
export class Recent<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= REMEMBERED) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
