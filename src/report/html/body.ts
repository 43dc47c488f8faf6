/** Lays out a body for reading, with the place of each member. */
import { parsedJson, step } from '../../model/index.ts';
import { head } from '../text.ts';

export interface Laid {
  readonly text: string;
  /** The position of each member in the text, name included, by JSON Pointer. Empty for other texts than JSON. */
  readonly places: ReadonlyMap<string, Span>;
  /** True if only the start was read. */
  readonly cut: boolean;
}

export type Span = readonly [start: number, end: number];

const READ = 65_536;
const DEEPEST_INDENT = 24;
const DEEPEST_PLACE = 64;
const TOKEN = /\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")|([{}[\],:])|(-?\d[\d.eE+-]*|true|false|null))/sy;

interface Open {
  readonly close: '}' | ']';
  /** Absent below the depth at which places are named. */
  readonly pointer: string | undefined;
  members: number;
  /** The pointer and the start of the current member. */
  member: string | undefined;
  from: number;
}

type Wants = 'value' | 'name' | 'colon' | 'more' | 'nothing';

/**
 * JSON with a line for each member, otherwise unchanged, also in numbers and repeated names. Incomplete JSON is laid
 * out to its end; other texts stay the same.
 */
export function layout(source: string): Laid {
  const text = head(source, READ);
  const cut = text.length < source.length;
  const asItIs = { text, places: new Map<string, Span>(), cut };
  const laid = new Layout();
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) break;
    const [all, string, mark, literal] = found;
    if (!laid.take(string, mark, literal)) return asItIs;
    at += all.length;
  }
  const rest = text.slice(at).trimStart();
  const goesOn = laid.open && (rest === '' || rest.startsWith('"'));
  const ends = laid.done && rest === '';
  return goesOn || ends ? { ...laid.finish(rest), cut } : asItIs;
}

class Layout {
  #out = '';
  #wants: Wants = 'value';
  readonly #stack: Open[] = [];
  readonly #places = new Map<string, Span>();

  get open(): boolean {
    return this.#stack.length > 0;
  }

  get done(): boolean {
    return this.#wants === 'nothing';
  }

  /** Writes one token; false if it is invalid JSON at this position. */
  take(string?: string, mark?: string, literal?: string): boolean {
    const top = this.#stack.at(-1);
    if (mark === '}' || mark === ']') return this.#close(mark);
    if (mark === ',') {
      if (this.#wants !== 'more' || !top) return false;
      this.#write(',', top.close === '}' ? 'name' : 'value');
      return true;
    }
    if (mark === ':') {
      if (this.#wants !== 'colon') return false;
      this.#write(': ', 'value');
      return true;
    }
    if (this.#wants === 'name') return string !== undefined && this.#name(string);
    if (this.#wants !== 'value') return false;
    if (top?.close === ']') this.#begin(top, String(top.members));
    if (mark !== undefined) this.#open(mark === '{' ? '}' : ']', mark);
    else {
      this.#out += string ?? literal ?? '';
      this.#ended();
    }
    return true;
  }

  finish(rest: string): Omit<Laid, 'cut'> {
    this.#out += rest;
    for (const open of this.#stack) {
      if (open.member !== undefined) this.#place(open.member, open.from);
    }
    return { text: this.#out, places: this.#places };
  }

  #write(text: string, wants: Wants): void {
    this.#out += text;
    this.#wants = wants;
  }

  #name(string: string): boolean {
    const top = this.#stack.at(-1);
    if (top?.close !== '}') return false;
    this.#begin(top, nameOf(string));
    this.#write(string, 'colon');
    return true;
  }

  #begin(top: Open, name: string): void {
    this.#line();
    top.members += 1;
    top.from = this.#out.length;
    top.member = top.pointer === undefined ? undefined : top.pointer + step(name);
  }

  #open(close: '}' | ']', mark: string): void {
    const top = this.#stack.at(-1);
    const pointer = this.#stack.length > DEEPEST_PLACE ? undefined : top ? top.member : '';
    this.#stack.push({ close, pointer, members: 0, member: undefined, from: 0 });
    this.#write(mark, close === '}' ? 'name' : 'value');
  }

  #close(mark: '}' | ']'): boolean {
    const top = this.#stack.at(-1);
    const empty = top?.members === 0 && (this.#wants === 'name' || this.#wants === 'value');
    if (!top || top.close !== mark || !(this.#wants === 'more' || empty)) return false;
    this.#stack.pop();
    if (top.members > 0) this.#line();
    this.#out += mark;
    this.#ended();
    return true;
  }

  #ended(): void {
    const top = this.#stack.at(-1);
    this.#wants = top ? 'more' : 'nothing';
    if (top?.member !== undefined) this.#place(top.member, top.from);
  }

  #place(pointer: string, start: number): void {
    this.#places.set(pointer, [start, this.#out.length]);
  }

  #line(): void {
    this.#out += `\n${'  '.repeat(Math.min(this.#stack.length, DEEPEST_INDENT))}`;
  }
}

function nameOf(string: string): string {
  return String(parsedJson(string) ?? string.slice(1, -1));
}
