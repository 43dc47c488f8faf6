const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/**
 * The first member name that an object of this JSON text repeats (RFC 8259 §4), in its spelling; `undefined` if there
 * is none. JSON.parse keeps the last of the members and reports nothing.
 */
export function repeatedName(json: string): string | undefined {
  const open = new OpenObjects();
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === OPEN_OBJECT || char === OPEN_LIST) open.begin(char === OPEN_OBJECT);
    else if (char === CLOSE_OBJECT || char === CLOSE_LIST) open.end();
    else if (char === QUOTE) {
      const end = endOfText(json, i);
      if (open.isObject && isName(json, end)) {
        const written = json.slice(i + 1, end);
        const name = written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
        if (!open.add(name)) return written;
      }
      i = end;
    }
  }
  return undefined;
}

/** True if the nesting of objects and lists in a JSON text is deeper than `most`. */
export function opensMore(most: number, json: string): boolean {
  if (openings(most, json, '{') + openings(most, json, '[') <= most) return false;
  let depth = 0;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === QUOTE) inText = !inText;
    else if (inText) {
      if (char === BACKSLASH) i++;
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) depth--;
    else if ((char === OPEN_OBJECT || char === OPEN_LIST) && ++depth > most) return true;
  }
  return false;
}

/** True when a JSON text has more different member names than `most`. */
export function namesMore(most: number, json: string): boolean {
  if (openings(most, json, ':') <= most) return false;
  const names = new Set<string>();
  for (let i = json.indexOf('"'); i !== -1 && names.size <= most; i = json.indexOf('"', i + 1)) {
    const end = endOfText(json, i);
    if (isName(json, end)) names.add(json.slice(i + 1, end));
    i = end;
  }
  return names.size > most;
}

/** The number of these characters in a text, counted up to one more than `most`. */
function openings(most: number, text: string, character: string): number {
  if (text.length <= most) return 0;
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= most; count++)
    at = text.indexOf(character, at + 1);
  return count;
}

/** The names of the open objects in one list, because a response may have very many objects. */
class OpenObjects {
  readonly #names: string[] = [];
  /** The start of each open object's names; LIST for a list. */
  readonly #begins: number[] = [];
  /** The same names as sets, for objects with many members. */
  readonly #sets: (Set<string> | undefined)[] = [];
  #begin = LIST;

  get isObject(): boolean {
    return this.#begin !== LIST;
  }

  begin(isObject: boolean): void {
    this.#begins.push(this.#begin);
    this.#begin = isObject ? this.#names.length : LIST;
  }

  end(): void {
    if (this.isObject) this.#names.length = this.#begin;
    const depth = this.#begins.length;
    if (this.#sets.length > depth) this.#sets.length = depth;
    this.#begin = this.#begins.pop() ?? LIST;
  }

  /** Adds a name; false if the object already has it. */
  add(name: string): boolean {
    const names = this.#names;
    if (names.length - this.#begin < FEW) {
      if (names.includes(name, this.#begin)) return false;
      names.push(name);
      return true;
    }
    const depth = this.#begins.length;
    this.#sets[depth] ??= new Set(names.slice(this.#begin));
    const known = this.#sets[depth];
    const before = known.size;
    return known.add(name).size > before;
  }
}

const LIST = -1;
const FEW = 8;

/** The position of the closing quote of the string at `start`; the length of the text without one. */
export function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}

/** A string of an object is a name if a colon follows. */
function isName(json: string, end: number): boolean {
  let next = end + 1;
  while (json.charCodeAt(next) <= 0x20) next++;
  return json.charCodeAt(next) === COLON;
}
