/** Texts that are looked for in others, whatever their case: whole, and in parts that a cut leaves. */

/** Characters that are hashed together. */
const BLOCK = 8;
/** The same for a first look. */
const SAMPLE = 4;
/** So many characters of a needle count wherever they stand; beside a cut a block is enough. */
const PART = 16;
/** A part of fewer different characters, such as zeros, may stand in any text. */
const DIFFERENT = 6;
/** Places in needles that share a block. Needles that share more are found by their other blocks. */
const CROWD = 8;
/** What stands for the rest of a text that was cut: before a part, and behind it. */
const CUT = /…|\.\.\./;
const CUT_BEFORE = /(?:…|\.\.\.)["']?$/;
const CUT_BEHIND = /^["']?(?:…|\.\.\.)/;

/** A piece of a text, by the places of its first character and of the one behind it. */
export type Piece = readonly [begin: number, end: number];

/** Needles with the same first block, sorted. */
interface Heads {
  readonly needles: string[];
  least: number;
}

/** A block of a needle behind its first, and the others that are the same. */
interface Block {
  readonly needle: string;
  readonly at: number;
  readonly number: number;
  readonly next: Block | undefined;
}

/** Adding takes time that grows with the needle, finding with the text, however many needles there are. */
export class Needles {
  readonly #heads = new Map<number, Heads>();
  readonly #blocks = new Map<number, Block>();
  /** Not zero for what so many characters of a needle may be. */
  readonly #samples: Uint8Array = new Uint8Array(2 ** 16);
  /** The shortest needle, and a part at most. */
  #least = PART;
  /** Not zero where a hash that begins with these bits is known. */
  #filter: Uint8Array = new Uint8Array(2 ** 14);
  #shift = 32 - 14;

  get empty(): boolean {
    return this.#heads.size === 0;
  }

  /** Adds a text of 8 characters or more. */
  add(text: string): void {
    const needle = text.replace(/[A-Z_-]/g, (character) => String.fromCharCode(fold(character, 0)));
    if (!this.#addHead(needle)) return;
    this.#least = Math.min(this.#least, needle.length);
    for (let at = SAMPLE - 1; at < needle.length; at++) this.#samples[sampleAt(needle, at)] = 1;
    for (let at = BLOCK; at < needle.length; at += BLOCK) {
      const begin = Math.min(at, needle.length - BLOCK);
      const hash = hashAt(needle, begin);
      const next = this.#blocks.get(hash);
      const { number = 0 } = next ?? {};
      if (number < CROWD) this.#blocks.set(hash, { needle, at: begin, number: number + 1, next });
      this.#note(hash);
    }
    if ((this.#heads.size + this.#blocks.size) * 16 > this.#filter.length) this.#grow();
  }

  /** The pieces of a text to hide, in its order. */
  find(text: string): readonly Piece[] {
    const found: Piece[] = [];
    // In so many characters of a needle one sample is looked at.
    const window = CUT.test(text) ? BLOCK : this.#least;
    const step = window - SAMPLE + 1;
    for (let at = SAMPLE - 1; at < text.length; at += step) {
      if (this.#samples[sampleAt(text, at)] === 0) continue;
      const free = this.#scan(text, at - window + 1, at + window, found);
      if (free > at) at = free + SAMPLE - 1 - step;
    }
    return found;
  }

  /** Adds the pieces with a block in this range. Returns where the last one ends. */
  #scan(text: string, from: number, end: number, found: Piece[]): number {
    const filter = this.#filter;
    const shift = this.#shift;
    let free = found.at(-1)?.[1] ?? 0;
    let hash = 0;
    const first = Math.max(from, free);
    for (let at = first; at < end && at < text.length; at++) {
      hash = ((hash << 4) + gear(text, at)) | 0;
      const begin = at - BLOCK + 1;
      if (filter[hash >>> shift] === 0 || begin < first || begin < free) continue;
      const piece = this.#pieceAt(text, begin, hash, free);
      if (piece === undefined) continue;
      found.push(piece);
      [, free] = piece;
      at = free - 1;
    }
    return free;
  }

  /** False where it is known already. */
  #addHead(needle: string): boolean {
    const hash = hashAt(needle, 0);
    const heads = this.#heads.get(hash);
    this.#note(hash);
    if (heads === undefined) {
      this.#heads.set(hash, { needles: [needle], least: needle.length });
      return true;
    }
    const { needles } = heads;
    const place = placeIn(needles, (known) => known <= needle);
    if (needles[place - 1] === needle) return false;
    needles.splice(place, 0, needle);
    heads.least = Math.min(heads.least, needle.length);
    return true;
  }

  #note(hash: number): void {
    this.#filter[hash >>> this.#shift] = 1;
  }

  #grow(): void {
    this.#shift -= 2;
    this.#filter = new Uint8Array(this.#filter.length * 4);
    for (const known of [this.#heads, this.#blocks])
      for (const hash of known.keys()) this.#note(hash);
  }

  /** The longest piece around a block, not before `free`. */
  #pieceAt(text: string, begin: number, hash: number, free: number): Piece | undefined {
    let [from, to] = [begin, begin];
    const heads = this.#heads.get(hash);
    if (heads !== undefined) {
      const { needles, least } = heads;
      const length = longestHead(needles, text, begin);
      if (length >= least || isPart(text, begin, begin + length)) to = begin + length;
    }
    for (let block = this.#blocks.get(hash); block !== undefined; block = block.next) {
      const { needle, at } = block;
      const right = common(needle, at, text, begin);
      if (right < BLOCK) continue;
      const left = commonBefore(needle, at, text, begin, free);
      if (left + right <= to - from) continue;
      const [first, last] = [begin - left, begin + right];
      if (left + right < needle.length && !isPart(text, first, last)) continue;
      [from, to] = [first, last];
    }
    return to === begin ? undefined : [from, to];
  }
}

/** Whether a piece of a text is more than what two texts have in common by chance. */
function isPart(text: string, from: number, to: number): boolean {
  if (to - from < BLOCK) return false;
  return to - from >= PART
    ? new Set(text.slice(from, to)).size >= DIFFERENT
    : CUT_BEHIND.test(text.slice(to, to + 4)) ||
        CUT_BEFORE.test(text.slice(Math.max(0, from - 4), from));
}

/** How many characters of a text at a place begin one of the sorted needles. */
function longestHead(needles: readonly string[], text: string, begin: number): number {
  let longest = 0;
  // What begins alike stands side by side, and the search looks at both sides of the place.
  placeIn(needles, (needle) => {
    const length = common(needle, 0, text, begin);
    longest = Math.max(longest, length);
    if (length === needle.length) return true;
    return begin + length < text.length && needle.charCodeAt(length) < fold(text, begin + length);
  });
  return longest;
}

/** Where in sorted texts those end that are before a place. */
function placeIn(sorted: readonly string[], isBefore: (one: string) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(sorted[middle] ?? '')) low = middle + 1;
    else high = middle;
  }
  return low;
}

function common(needle: string, at: number, text: string, begin: number): number {
  const most = Math.min(needle.length - at, text.length - begin);
  let length = 0;
  while (length < most && needle.charCodeAt(at + length) === fold(text, begin + length)) length++;
  return length;
}

function commonBefore(
  needle: string,
  at: number,
  text: string,
  begin: number,
  free: number,
): number {
  const most = Math.min(at, begin - free);
  let length = 0;
  while (length < most && needle.charCodeAt(at - length - 1) === fold(text, begin - length - 1))
    length++;
  return length;
}

/** ASCII in lower case, and both alphabets of base64 as one. */
const FOLDED: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code === 45) return 43;
  if (code === 95) return 47;
  return code >= 65 && code <= 90 ? code + 32 : code;
});

function fold(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (FOLDED[code] ?? code) : code;
}

/** Each character moves those before it four bits on, so that the ninth is out of the hash. */
const GEAR: Int32Array = Int32Array.from(FOLDED, (code) => {
  const mixed = Math.imul(code + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
});

function gear(text: string, at: number): number {
  return GEAR[text.charCodeAt(at) & 255] ?? 0;
}

function sampleAt(text: string, last: number): number {
  const first = (gear(text, last - 3) << 12) + (gear(text, last - 2) << 8);
  return (first + (gear(text, last - 1) << 4) + gear(text, last)) >>> 16;
}

function hashAt(text: string, begin: number): number {
  let hash = 0;
  for (let at = begin; at < begin + BLOCK; at++) hash = ((hash << 4) + gear(text, at)) | 0;
  return hash;
}

/** The pieces of both, in the order of the text, none over another. */
export function joined(some: readonly Piece[], more: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const [begin, end] of [...some, ...more].sort(([a], [b]) => a - b)) {
    const [first, last] = all.at(-1) ?? [0, -1];
    if (begin > last) all.push([begin, end]);
    else all[all.length - 1] = [first, Math.max(last, end)];
  }
  return all;
}

/** The text with `by` in place of its pieces; pieces follow each other. */
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
