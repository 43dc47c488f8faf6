const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/**
 * The first member name that an object of this JSON text has twice (RFC 8259 §4), as it is written there;
 * `undefined` when there is none. JSON.parse keeps the last of them and does not report it.
 */
export function repeatedName(json: string): string | undefined {
  /** Names seen so far in each open object; nothing for a list. */
  const open: (Names | undefined)[] = [];
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === OPEN_OBJECT) open.push(new Names());
    else if (char === OPEN_LIST) open.push(undefined);
    else if (char === CLOSE_OBJECT || char === CLOSE_LIST) open.pop();
    else if (char === QUOTE) {
      const end = endOfText(json, i);
      const names = open[open.length - 1];
      if (names !== undefined && isName(json, end)) {
        const written = json.slice(i + 1, end);
        const name = written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
        if (!names.add(name)) return written;
      }
      i = end;
    }
  }
  return undefined;
}

/** True when a JSON text opens more objects and lists in each other than `most`. */
export function opensMore(most: number, json: string): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === QUOTE) i = endOfText(json, i);
    else if (char === CLOSE_OBJECT || char === CLOSE_LIST) depth--;
    else if ((char === OPEN_OBJECT || char === OPEN_LIST) && ++depth > most) return true;
  }
  return false;
}

/** The names of one object. Most objects have few members, and a response may have very many objects. */
class Names {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  /** False for a name that is there already. */
  add(name: string): boolean {
    if (this.#many === undefined) {
      if (this.#few.includes(name)) return false;
      if (this.#few.push(name) > FEW) this.#many = new Set(this.#few);
      return true;
    }
    const before = this.#many.size;
    return this.#many.add(name).size > before;
  }
}

const FEW = 8;

/** Where the text that begins at `start` has its closing quote. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}

/** A text of an object is a name when a colon follows. */
function isName(json: string, end: number): boolean {
  let next = end + 1;
  while (json.charCodeAt(next) <= 0x20) next++;
  return json.charCodeAt(next) === COLON;
}
