import * as fc from 'fast-check';

/** Choices come from short lists that repeat; an empty list always gives 0, the plain form. */
const DICE = fc.array(fc.nat(255), { maxLength: 12 });
const BLANKS = ['', ' ', '\n', '\t', '  ', '\r\n'];

type Dice = () => number;

/**
 * The same JSON value as other texts: members in another order at every depth, blanks between tokens,
 * characters of strings written as \u escapes. Shrinks to the text of JSON.stringify.
 */
export function rewritten(value: unknown): fc.Arbitrary<string> {
  return fc.tuple(DICE, DICE, DICE).map((dice) => new Writer(...dice).document(value));
}

type Write = (value: unknown) => string;

/** Places of members in the fixed spellings: two equal objects get different orders. */
const ORDER = [0, 1, 0, 0, 1];

/** Fixed ways to write the same JSON value as another text. */
export const RESPELLINGS: Readonly<Record<'lines' | 'escapes' | 'blanks', Write>> = {
  lines: (value) => new Writer(ORDER, [2, 5], []).document(value),
  escapes: (value) => new Writer(ORDER, [], [1]).document(value),
  blanks: (value) => new Writer([], [1, 3], []).document(value),
};

class Writer {
  readonly #order: Dice;
  readonly #blanks: Dice;
  readonly #escapes: Dice;

  constructor(order: readonly number[], blanks: readonly number[], escapes: readonly number[]) {
    this.#order = circle(order);
    this.#blanks = circle(blanks);
    this.#escapes = circle(escapes);
  }

  document(value: unknown): string {
    return this.#blank() + this.#value(value) + this.#blank();
  }

  #value(value: unknown): string {
    if (typeof value === 'string') return this.#string(value);
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    if (Array.isArray(value)) {
      return `[${this.#blank()}${value.map((item) => this.document(item)).join(',')}]`;
    }
    // Members stay pairs, so that `__proto__` is a normal name.
    const members = Object.entries(value).filter(([, each]) => each !== undefined);
    const written = this.#shuffled(members).map(
      ([name, each]) =>
        `${this.#blank()}${this.#string(name)}${this.#blank()}:${this.document(each)}`,
    );
    return `{${this.#blank()}${written.join(',')}}`;
  }

  #blank(): string {
    return BLANKS[this.#blanks() % BLANKS.length] ?? '';
  }

  /** JSON.stringify escapes a lone surrogate, and leaves pairs as they are. */
  #string(text: string): string {
    const plain = JSON.stringify(text);
    let written = '"';
    for (let at = 1; at < plain.length - 1; ) {
      const end = at + lengthOf(plain, at);
      const stays = plain.charCodeAt(at) === BACKSLASH || this.#escapes() % 4 === 0;
      for (; at < end; at++) written += stays ? plain.charAt(at) : escaped(plain.charCodeAt(at));
    }
    return `${written}"`;
  }

  #shuffled<T>(items: readonly T[]): readonly T[] {
    const out: T[] = [];
    for (const item of items) out.splice(out.length - (this.#order() % (out.length + 1)), 0, item);
    return out;
  }
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** The length of an escape, of a surrogate pair, whose half is not text, or of one character. */
function lengthOf(json: string, at: number): number {
  if (json.charCodeAt(at) === BACKSLASH) return json.charCodeAt(at + 1) === LETTER_U ? 6 : 2;
  return (json.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

const ASCII = Array.from({ length: 128 }, (_, code) => hexadecimal(code));

function escaped(code: number): string {
  return ASCII[code] ?? hexadecimal(code);
}

function hexadecimal(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

function circle(numbers: readonly number[]): Dice {
  let next = 0;
  return () => numbers[next++ % Math.max(1, numbers.length)] ?? 0;
}
