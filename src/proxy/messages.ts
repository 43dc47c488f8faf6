/** Parses the messages of one direction of a connection. It rejects nothing: what it cannot parse is opaque. */

import { READ_BYTES } from '../model/index.ts';
import type { Framing } from './head.ts';

const LF = 0x0a;
/** Longer heads are opaque. */
const LONGEST_HEAD = 256 * 1024;
const LONGEST_LINE = 8192;
const NOTHING: Buffer = Buffer.alloc(0);

/** Receives the parts of a message. */
export interface Reader {
  /** A head was read. `bytes` replace it in the result of `push`. */
  head(bytes: Buffer): { readonly framing: Framing; readonly bytes: Buffer };
  /** A part of the body, without the framing of chunks. */
  data(bytes: Buffer): void;
  /** The message is complete. */
  end(): void;
}

type State = 'head' | 'length' | 'until-close' | 'opaque' | ChunkState;
type ChunkState = 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers';

export class Messages {
  readonly #reader: Reader;
  #state: State = 'head';
  /** The start of a head, or of a line. */
  #held: Buffer = NOTHING;
  /** The remaining bytes of the body, or of the chunk. */
  #left = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** True between two messages. */
  get idle(): boolean {
    return this.#state === 'head' && this.#held.length === 0;
  }

  /** True if the rest of the connection is not parsed. */
  opaque(): void {
    this.#state = 'opaque';
  }

  /** Parses bytes; returns them, with the heads as the reader wants them. An incomplete head is held back. */
  push(bytes: Buffer): readonly Buffer[] {
    const out: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) at = this.#read(bytes, at, out);
    return out;
  }

  /** The connection ended, which may complete a body. Returns the bytes that were held back. */
  end(): Buffer {
    const held = this.#state === 'head' ? this.#held : NOTHING;
    this.#held = NOTHING;
    if (this.#state === 'until-close') this.#finish();
    return held;
  }

  #read(bytes: Buffer, at: number, out: Buffer[]): number {
    switch (this.#state) {
      case 'head':
        return this.#head(bytes, at, out);
      case 'length':
      case 'chunk':
        return this.#body(bytes, at, out);
      case 'until-close':
      case 'opaque': {
        const rest = bytes.subarray(at);
        out.push(rest);
        if (this.#state === 'until-close') this.#reader.data(rest);
        return bytes.length;
      }
      default:
        return this.#line(this.#state, bytes, at, out);
    }
  }

  #head(bytes: Buffer, at: number, out: Buffer[]): number {
    if (this.#held.length === 0) {
      // An empty line before a head is ignored (RFC 9112 §2.2).
      const start = bytes.subarray(at).findIndex((byte) => byte !== LF && byte !== 0x0d);
      const skipped = start === -1 ? bytes.length - at : start;
      if (skipped > 0) {
        out.push(bytes.subarray(at, at + skipped));
        return at + skipped;
      }
    }
    const before = this.#held.length;
    const all = before === 0 ? bytes.subarray(at) : Buffer.concat([this.#held, bytes.subarray(at)]);
    const end = endOfHead(all, Math.max(0, before - 3));
    if (end === -1) {
      this.#held = all;
      if (all.length > LONGEST_HEAD) this.#giveUp(out);
      return bytes.length;
    }
    this.#held = NOTHING;
    const { framing, bytes: passed } = this.#reader.head(all.subarray(0, end));
    out.push(passed);
    this.#begin(framing);
    return at + end - before;
  }

  #begin(framing: Framing): void {
    if (framing === 0) this.#finish();
    else if (typeof framing === 'number') {
      this.#left = framing;
      this.#state = 'length';
    } else this.#state = framing === 'chunked' ? 'chunk-size' : framing;
  }

  #body(bytes: Buffer, at: number, out: Buffer[]): number {
    const part = bytes.subarray(at, at + this.#left);
    out.push(part);
    this.#reader.data(part);
    this.#left -= part.length;
    if (this.#left === 0) {
      if (this.#state === 'chunk') this.#state = 'chunk-end';
      else this.#finish();
    }
    return at + part.length;
  }

  /** A line between chunks; it may come in parts. */
  #line(state: ChunkState, bytes: Buffer, at: number, out: Buffer[]): number {
    const found = bytes.indexOf(LF, at);
    const end = found === -1 ? bytes.length : found + 1;
    const part = bytes.subarray(at, end);
    out.push(part);
    this.#held = Buffer.concat([this.#held, part]);
    if (found === -1) {
      if (this.#held.length > LONGEST_LINE) this.#state = 'opaque';
      return end;
    }
    const line = this.#held.toString('latin1').trim();
    this.#held = NOTHING;
    if (state === 'chunk-size') this.#chunk(line);
    else if (state === 'chunk-end') this.#state = line === '' ? 'chunk-size' : 'opaque';
    else if (line === '') this.#finish();
    return end;
  }

  #chunk(line: string): void {
    const [, size] = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (size === undefined) this.#state = 'opaque';
    else {
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? 'trailers' : 'chunk';
    }
  }

  #finish(): void {
    this.#state = 'head';
    this.#reader.end();
  }

  #giveUp(out: Buffer[]): void {
    out.push(this.#held);
    this.#held = NOTHING;
    this.#state = 'opaque';
  }
}

/** The end of an empty line; -1 if it has not come yet. Lines may end without CR. */
function endOfHead(bytes: Buffer, from: number): number {
  const [crlf, lf] = [bytes.indexOf('\n\r\n', from), bytes.indexOf('\n\n', from)];
  if (crlf === -1) return lf === -1 ? -1 : lf + 2;
  return lf === -1 || crlf < lf ? crlf + 3 : lf + 2;
}

/** The part of a longer body that is kept for display. */
const BEGINNING = 64 * 1024;

export class Copy {
  #chunks: Buffer[] = [];
  /** The number of bytes that passed. */
  bytes = 0;
  /** True if the body did not pass completely. */
  broken = false;

  add(part: Buffer): void {
    const before = this.#isTooLong;
    this.bytes += part.length;
    if (before) return;
    // A copy, because the chunk is a part of a much larger buffer.
    this.#chunks.push(Buffer.from(part));
    if (this.#isTooLong)
      this.#chunks = [Buffer.from(Buffer.concat(this.#chunks).subarray(0, BEGINNING))];
  }

  /** True if the body cannot be judged: only its start is kept, or it is incomplete. */
  get cut(): boolean {
    return this.broken || this.#isTooLong;
  }

  get chunks(): readonly Buffer[] {
    return this.#chunks;
  }

  get #isTooLong(): boolean {
    return this.bytes > READ_BYTES;
  }
}
