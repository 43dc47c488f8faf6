/**
 * Reads JSON texts; `undefined` for what is no JSON. Lately read texts share one value, which `finish` has
 * seen once.
 */
export function jsonReader(
  finish: (value: unknown) => unknown = (value) => value,
): (text: string) => unknown {
  const lately = new Recent<string, { readonly value: unknown }>();
  return (text) => {
    const known = lately.get(text);
    if (known !== undefined) return known.value;
    let value: unknown;
    try {
      value = finish(JSON.parse(text));
    } catch {
      value = undefined;
    }
    lately.set(text, { value });
    return value;
  };
}

const REMEMBERED = 64;

/** Remembers what was asked for lately: what nobody asks for during a whole generation is dropped. */
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
