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
const ROOM = 1024 * 1024;
const REMEMBERED = 64;

interface Remembered<Value> {
  readonly value: Value;
  readonly size: number;
}

/** Remembers recently used values, up to a number and a size. Values without use for a whole generation are dropped. */
export class Recent<Key, Value> {
  #young = new Map<Key, Remembered<Value>>();
  #old = new Map<Key, Remembered<Value>>();
  readonly #most: number;
  #room: number;

  /** `room`: the size limit of one generation, in the unit of `size`. */
  constructor(room: number = ROOM) {
    this.#most = room;
    this.#room = room;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old.value, old.size);
    return old?.value;
  }

  /** `size`: the bytes or characters of the value in memory. */
  set(key: Key, value: Value, size: number): void {
    if (size > this.#most) return;
    if (this.#young.size >= REMEMBERED || this.#room < size) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#room = this.#most;
    }
    this.#room -= size;
    this.#young.set(key, { value, size });
  }
}
