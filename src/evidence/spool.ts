/** Bytes that are appended, and read back by position. They are on disk, so that memory stays constant. */
import {
  closeSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes are written to the file after this time, or after this amount. */
const FLUSH_MS = 250;
const FLUSH_BYTES = 64 * 1024;
/** A character takes at most three bytes, a surrogate pair four. */
const BYTES_OF_CHARACTER = 3;
const TAIL_BYTES = (1 + BYTES_OF_CHARACTER) * FLUSH_BYTES;
/** The bytes that are read at once, and the length up to which a piece counts as short. */
const WINDOW_BYTES = 64 * 1024;
const SHORT_BYTES = 8 * 1024;
/** The bytes of the longest texts that share one buffer. */
const SCRATCH_BYTES = 4 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);
/** Without a path: the bytes in memory; further ones go to an unnamed temporary file. */
const IN_MEMORY = 8 * 1024 * 1024;

/** A range of bytes. */
export interface ByteRange {
  readonly at: number;
  readonly length: number;
}

/** Closes the temporary files of spools that are no longer used. */
const abandoned = new FinalizationRegistry<number>((file) => closeSync(file));

/**
 * An append-only file, written with plain system calls, so that its bytes survive the end of the process. Without a
 * path the bytes end with the process. If the disk is full, nothing more is appended.
 */
export class Spool {
  readonly #path: string | undefined;
  #file: number | undefined;
  /** Bytes that are not in the file yet. A part that does not fit goes straight to the file. */
  #tail: Buffer = Buffer.alloc(TAIL_BYTES);
  #tailBytes = 0;
  #written = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Where large texts are encoded; made for the first one. */
  #scratch: Buffer | undefined;
  /** The bytes that were last read from the file. */
  #window: { readonly from: number; readonly bytes: Buffer } = { from: 0, bytes: NOTHING };
  #problem: Error | undefined;

  /** Throws if the file cannot be opened. Its former contents are lost. */
  constructor(path?: string) {
    this.#path = path;
    this.#file = path === undefined ? undefined : openSync(path, 'w+');
  }

  /** True if the bytes survive the end of the process. */
  get hasFile(): boolean {
    return this.#path !== undefined;
  }

  /** The number of all bytes. */
  get size(): number {
    return this.#written + this.#tailBytes;
  }

  /** Why nothing more is appended. */
  get problem(): Error | undefined {
    return this.#problem;
  }

  /** Appends texts, and returns the position of each; `undefined` if there is no room. */
  append(...texts: readonly string[]): readonly ByteRange[] | undefined {
    if (this.#problem !== undefined) return undefined;
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    // Large texts go straight to the file.
    if (this.#file !== undefined && characters > FLUSH_BYTES) return this.#appendToFile(texts);
    this.#grow(BYTES_OF_CHARACTER * characters);
    const places = texts.map((text) => {
      const at = this.size;
      const length = this.#tail.write(text, this.#tailBytes);
      this.#tailBytes += length;
      return { at, length };
    });
    if (this.#tailBytes >= (this.#file === undefined ? IN_MEMORY : FLUSH_BYTES)) this.flush();
    else if (this.#path !== undefined)
      this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
    return places;
  }

  #appendToFile(texts: readonly string[]): readonly ByteRange[] | undefined {
    this.flush();
    const places: ByteRange[] = [];
    const encoded = function* (this: Spool): Generator<Buffer> {
      for (const text of texts) {
        const bytes = this.#encode(text);
        places.push({ at: this.#written, length: bytes.length });
        yield bytes;
      }
    };
    this.#put(encoded.call(this));
    return this.#problem === undefined ? places : undefined;
  }

  /** The bytes of a text, until the next call: new memory for each large text would take longer than writing it. */
  #encode(text: string): Buffer {
    if (BYTES_OF_CHARACTER * text.length > SCRATCH_BYTES) return Buffer.from(text);
    this.#scratch ??= Buffer.allocUnsafe(SCRATCH_BYTES);
    return this.#scratch.subarray(0, this.#scratch.write(text));
  }

  /** The bytes at a position that `append` returned, or at a part of one. */
  read(range: ByteRange): Uint8Array {
    return this.#read(range);
  }

  /** The same as text. */
  text(range: ByteRange): string {
    return this.#read(range).toString();
  }

  #read({ at, length }: ByteRange): Buffer {
    if (at + length <= this.#written && this.#file !== undefined)
      return this.#readFile(this.#file, at, length);
    if (at < this.#written) throw new Error('a place across the end of the file');
    return Buffer.from(this.#tail.subarray(at - this.#written, at - this.#written + length));
  }

  /**
   * Reads short pieces through a window, because they are mostly read in order, and a system call for each would be
   * slow. A piece before the window is read alone, so that the window stays for the pieces after it.
   */
  #readFile(file: number, at: number, length: number): Buffer {
    const { from, bytes } = this.#window;
    if (length > SHORT_BYTES || at < from) return readWhole(file, at, length);
    if (at + length > from + bytes.length) {
      const size = Math.min(WINDOW_BYTES, this.#written - at);
      this.#window = { from: at, bytes: readWhole(file, at, size) };
    }
    const begin = at - this.#window.from;
    return this.#window.bytes.subarray(begin, begin + length);
  }

  /** Writes the remaining bytes to the file. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#tailBytes === 0 || this.#problem !== undefined) return;
    this.#put([this.#tail.subarray(0, this.#tailBytes)]);
    if (this.#problem !== undefined) return;
    this.#tailBytes = 0;
    if (this.#tail.length > TAIL_BYTES) this.#tail = Buffer.alloc(TAIL_BYTES);
  }

  #put(parts: Iterable<Buffer>): void {
    const from = this.#written;
    try {
      this.#file ??= this.#nameless();
      for (const part of parts) {
        writeWhole(this.#file, part, this.#written);
        this.#written += part.length;
      }
    } catch (error) {
      this.#written = from;
      this.#problem = error instanceof Error ? error : new Error(String(error));
      this.#cutTornEnd();
    }
  }

  /** Closes the spool and removes its file. Nothing can be read afterwards. */
  remove(): void {
    clearTimeout(this.#timer);
    abandoned.unregister(this);
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    this.#problem ??= new Error('it is removed');
    if (this.#path !== undefined) rmSync(this.#path, { force: true });
  }

  #nameless(): number {
    const path = join(tmpdir(), `assay-${process.pid}-${performance.now()}.tmp`);
    const file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    abandoned.register(this, file, this);
    return file;
  }

  #cutTornEnd(): void {
    try {
      if (this.#file !== undefined) ftruncateSync(this.#file, this.#written);
    } catch {
      // Readers recognize an incomplete end.
    }
  }

  #grow(by: number): void {
    const needed = this.#tailBytes + by;
    if (needed <= this.#tail.length) return;
    const larger = Buffer.alloc(Math.max(needed, this.#tail.length * 2));
    this.#tail.copy(larger, 0, 0, this.#tailBytes);
    this.#tail = larger;
  }
}

function readWhole(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, at + done);
    if (read === 0) throw new Error('the recording of this run was cut short by another program');
    done += read;
  }
  return bytes;
}

function writeWhole(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, at + done);
  }
}
