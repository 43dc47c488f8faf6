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
const REMEMBERED = 512;

interface Sized<Value> {
  readonly value: Value;
  readonly size: number;
}

/**
 * Remembers recently used values, up to a number and to `room` in the unit of their sizes. It has two halves: when the
 * new one is full it becomes the old one, of which only the values that are used meanwhile stay.
 */
export class Recent<Key, Value> {
  readonly #room: number;
  #new = new Map<Key, Sized<Value>>();
  #old = new Map<Key, Sized<Value>>();
  #taken = 0;

  constructor(room: number = ROOM) {
    this.#room = room;
  }

  get(key: Key): Value | undefined {
    const found = this.#new.get(key);
    if (found !== undefined) return found.value;
    const before = this.#old.get(key);
    if (before !== undefined) this.#put(key, before);
    return before?.value;
  }

  /** `size`: the bytes or characters of the value in memory. */
  set(key: Key, value: Value, size: number): void {
    if (size <= this.#room / 2) this.#put(key, { value, size });
  }

  /** The value of the key, which `make` returns if none is remembered. `size` as for `set`. */
  of(key: Key, size: number, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value, size);
    return value;
  }

  #put(key: Key, one: Sized<Value>): void {
    if (this.#new.size >= REMEMBERED / 2 || this.#taken + one.size > this.#room / 2) {
      this.#old = this.#new;
      this.#new = new Map();
      this.#taken = 0;
    }
    this.#new.set(key, one);
    this.#taken += one.size;
  }
}
