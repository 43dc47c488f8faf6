/** Finds texts in other texts, ignoring case: whole texts, and parts of them. */

/** The length of a hash; the hashes of all positions of a text are known. */
const GRAM = 8;
/** The least length of a part that is found. Beside a cut, the length of one hash is enough. */
const PART = 16;
/** The least number of different characters of a part; parts such as zeros occur in many texts by chance. */
const DIFFERENT = 6;
/** Marks of omitted text: before a part, and after it. */
const CUT = /…|\.\.\./;
const CUT_BEFORE = /(?:…|\.\.\.)["']?$/;
const CUT_BEHIND = /^["']?(?:…|\.\.\.)/;

/** A piece of a text: the position of its first character, and the one after its last. */
export type Piece = readonly [begin: number, end: number];

/** The time of `add` grows with the needle, that of `find` with the text, whatever the number of needles is. */
export class Needles {
  readonly #grams = new Hashes();
  /** Marks the possible first two characters, which excludes most positions. */
  readonly #begins: Uint8Array = new Uint8Array(2 ** 16);
  /** Texts that are found only as a whole, in one case, and their lengths. */
  readonly #whole = new Set<string>();
  readonly #lengths = new Set<number>();
  /** The length of the shortest text to find. */
  #least = PART;

  get empty(): boolean {
    return this.#grams.size === 0;
  }

  /** Adds a text of 8 characters or more. */
  add(needle: string): void {
    for (let at = 0; at + GRAM <= needle.length; at++) {
      this.#grams.add(hashAt(needle, at));
      this.#begins[pairAt(needle, at)] = 1;
    }
    if (isPart(needle, 0, needle.length)) return;
    this.#whole.add(folded(needle));
    this.#lengths.add(needle.length);
    this.#least = Math.min(this.#least, needle.length);
  }

  /** The pieces of a text to hide, in order. */
  find(text: string): readonly Piece[] {
    const found: Piece[] = [];
    // Each piece contains a tested position, and extends around it.
    const step = (CUT.test(text) ? GRAM : this.#least) - GRAM + 1;
    let next = 0;
    for (let at = 0; at + GRAM <= text.length; at += step) {
      if (!this.#knows(text, at)) continue;
      let first = at;
      while (first > next && this.#knows(text, first - 1)) first--;
      while (this.#knows(text, at + 1)) at++;
      const end = at + GRAM;
      if (isPart(text, first, end) || this.#hasWhole(text, first, end))
        found.push([Math.max(first, found.at(-1)?.[1] ?? 0), end]);
      // No piece begins at the next position.
      next = at + 2;
      at = next - step;
    }
    return found;
  }

  #knows(text: string, at: number): boolean {
    if (at + GRAM > text.length || this.#begins[pairAt(text, at)] === 0) return false;
    return this.#grams.has(hashAt(text, at));
  }

  #hasWhole(text: string, from: number, end: number): boolean {
    const piece = this.#whole.size === 0 ? '' : folded(text.slice(from, end));
    for (const length of this.#lengths)
      for (let at = 0; at + length <= piece.length; at++)
        if (this.#whole.has(piece.slice(at, at + length))) return true;
    return false;
  }
}

/** A set of 32-bit numbers; a JavaScript Set for thousands of long tokens would be too large. */
class Hashes {
  size = 0;
  #places = new Int32Array(1024);

  /** 0 marks a free slot. */
  add(hash: number): void {
    const at = this.#placeOf(hash || 1);
    if (this.#places[at] !== 0) return;
    this.#places[at] = hash || 1;
    this.size++;
    if (this.size * 2 < this.#places.length) return;
    const known = this.#places;
    this.#places = new Int32Array(known.length * 4);
    for (const one of known) if (one !== 0) this.#places[this.#placeOf(one)] = one;
  }

  has(hash: number): boolean {
    return this.#places[this.#placeOf(hash || 1)] !== 0;
  }

  #placeOf(hash: number): number {
    const last = this.#places.length - 1;
    let at = (hash ^ (hash >>> 15)) & last;
    while (this.#places[at] !== 0 && this.#places[at] !== hash) at = (at + 1) & last;
    return at;
  }
}

/** True if a piece is longer than texts share by chance. */
function isPart(text: string, from: number, to: number): boolean {
  return to - from >= PART
    ? new Set(text.slice(from, to)).size >= DIFFERENT
    : CUT_BEHIND.test(text.slice(to, to + 4)) ||
        CUT_BEFORE.test(text.slice(Math.max(0, from - 4), from));
}

/** ASCII in lower case, with both alphabets of base64 as one. */
const FOLDED: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  folded(String.fromCharCode(code)).charCodeAt(0),
);

function folded(text: string): string {
  return text
    .replace(/[A-Z]+/g, (some) => some.toLowerCase())
    .replaceAll('-', '+')
    .replaceAll('_', '/');
}

function codeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (FOLDED[code] ?? code) : code;
}

function pairAt(text: string, at: number): number {
  return ((codeAt(text, at) << 8) ^ codeAt(text, at + 1)) & 0xffff;
}

/** FNV-1a. */
function hashAt(text: string, begin: number): number {
  let hash = 0x811c9dc5;
  for (let at = begin; at < begin + GRAM; at++)
    hash = Math.imul(hash ^ codeAt(text, at), 0x01000193);
  return hash;
}

/** The pieces of both lists in the order of the text, without overlaps. */
export function joined(some: readonly Piece[], more: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const [begin, end] of [...some, ...more].sort(([a], [b]) => a - b)) {
    const [first, last] = all.at(-1) ?? [0, -1];
    if (begin > last) all.push([begin, end]);
    else all[all.length - 1] = [first, Math.max(last, end)];
  }
  return all;
}

/** The text with `by` instead of each piece; pieces are in order. */
export function replaced(text: string, pieces: readonly Piece[], by: string): string {
  if (pieces.length === 0) return text;
  let out = '';
  let from = -1;
  for (const [begin, end] of pieces) {
    if (begin !== from) out += text.slice(Math.max(0, from), begin) + by;
    from = end;
  }
  return out + text.slice(from);
}
