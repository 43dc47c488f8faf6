/**
 * Makes a reader of JSON texts, which returns `undefined` for other texts. Recently read texts share one value, which
 * `finish` receives once. `room` limits the characters that are kept.
 */
export function jsonReader(
  finish: (value: unknown, text: string) => unknown = (value) => value,
  room: number = ROOM,
): (text: string) => unknown {
  const lately = new Recent<string, Reading>(room);
  let last: Reading | undefined;
  return (text) => {
    // Several checks in a row read the same text, which is quick to compare.
    if (last?.text === text) return last.value;
    last = lately.get(text);
    if (last !== undefined) return last.value;
    let value: unknown;
    try {
      value = finish(JSON.parse(text), text);
    } catch {
      value = undefined;
    }
    last = { text, value };
    lately.set(text, last, text.length);
    return value;
  };
}

interface Reading {
  readonly text: string;
  readonly value: unknown;
}

/** Enough for the short texts of most targets. */
const ROOM = 2 * 1024 * 1024;
const REMEMBERED = 128;

/** Remembers recently used values, up to a number and to `room` in the unit of their sizes. */
export class Recent<Key, Value> {
  readonly #values = new Map<Key, { readonly value: Value; readonly size: number }>();
  readonly #room: number;
  #taken = 0;

  constructor(room: number = ROOM) {
    this.#room = room;
  }

  get(key: Key): Value | undefined {
    const found = this.#values.get(key);
    if (found === undefined) return undefined;
    // The last one of the map is the one that was used last.
    this.#values.delete(key);
    this.#values.set(key, found);
    return found.value;
  }

  /** `size`: the bytes or characters of the value in memory. */
  set(key: Key, value: Value, size: number): void {
    if (size > this.#room / 2) return;
    this.#remove(key);
    this.#values.set(key, { value, size });
    this.#taken += size;
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= REMEMBERED && this.#taken <= this.#room) return;
      this.#remove(oldest);
    }
  }

  #remove(key: Key): void {
    this.#taken -= this.#values.get(key)?.size ?? 0;
    this.#values.delete(key);
  }
}
