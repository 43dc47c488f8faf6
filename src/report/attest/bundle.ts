/** Packs a report as one file. Equal contents make equal bytes, at any place and time. */

import { inflateRawSync } from 'node:zlib';
import { type Zippable, zipSync } from 'fflate';
import { line } from '../text.ts';
import type { Files } from './statement.ts';

interface ZipEntry {
  readonly name: string;
  /** The declared bytes after unpacking. */
  readonly size: number;
  readonly packed: number;
  readonly method: number;
  /** The position of its local header. */
  readonly at: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** The entries of the central directory, one by one. Throws if it is missing or damaged. */
export function* entriesOf(archive: Uint8Array): Generator<ZipEntry> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endIn(bytes);
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('its directory is damaged');
    const [name, extra, comment] = [28, 30, 32].map((i) => bytes.readUInt16LE(at + i)) as [
      number,
      number,
      number,
    ];
    yield {
      name: bytes.toString('utf8', at + 46, at + 46 + name),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    };
    at += 46 + name + extra + comment;
  }
}

/** The bytes of an entry. Throws as soon as there are more than declared, and if there are fewer. */
function unpacked(archive: Uint8Array, { at, packed, size, method }: ZipEntry): Uint8Array {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  if (bytes.readUInt32LE(at) !== LOCAL)
    throw new Error('it is not at the place that the directory states');
  const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const data = bytes.subarray(begin, begin + packed);
  if (data.length !== packed) throw new Error('it is truncated');
  if (method !== STORED && method !== DEFLATED) throw new Error(`its method ${method} is unknown`);
  const whole = method === STORED ? data : inflated(data, size);
  if (whole.length !== size) throw new Error(`it does not have the ${size} bytes that it states`);
  return whole;
}

function inflated(data: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw new Error(`it has more than the ${size} bytes that it states`);
  }
}

/** A record ends the directory, and a comment may follow it. */
function endIn(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at--)
    if (bytes.readUInt32LE(at) === END) return at;
  throw new Error('it is not a zip file');
}

const LEVEL = 6;
/** Zip has local times without a zone. This one is the same everywhere, on a day without clock changes. */
const MODIFIED = new Date(1980, 0, 1, 12, 0, 0);
/** The most files of an archive; no report has more. */
const MAX_FILES = 100;
/** The most bytes of all files: the largest report and the largest evidence that the kit reads. */
const MAX_UNPACKED_BYTES = 320 * 2 ** 20;
/** The largest compression ratio above a size; small files may be repetitive. */
const MAX_RATIO = 100;
const ALWAYS_UNPACKED_BYTES = 16 * 2 ** 20;

/** The contents of an archive, or why it cannot be read. */
export type Unpacked =
  | { readonly files: Files; readonly problem?: never }
  | { readonly problem: string };

/** The files as a zip archive, sorted by name. */
export function pack(files: Files): Uint8Array {
  const names = [...files.keys()].sort();
  const entries: Zippable = Object.fromEntries(
    names.map((name) => [name, [files.get(name) ?? new Uint8Array(), { level: LEVEL }]]),
  );
  return zipSync(entries, { mtime: MODIFIED, os: 0, attrs: 0 });
}

/**
 * The files of an archive. Never throws: damaged, repeated and too large files are problems. Declared sizes are checked
 * before unpacking, and false sizes are detected during it. With `wanted` only these files are unpacked; the others are
 * empty.
 */
export function unpack(archive: Uint8Array, wanted?: readonly string[]): Unpacked {
  const limit = limitFor(archive.length);
  const files = new Map<string, Uint8Array>();
  let size = 0;
  let at = '';
  try {
    for (const entry of entriesOf(archive)) {
      at = `${shown(entry.name)}: `;
      size += entry.size;
      const problem = wrongWith(entry.name, files, size, limit);
      if (problem !== undefined) return { problem };
      const isWanted = wanted === undefined || wanted.includes(entry.name);
      files.set(entry.name, isWanted ? unpacked(archive, entry) : new Uint8Array());
    }
    return { files };
  } catch (error) {
    return { problem: `${at}it cannot be unpacked (${(error as Error).message})` };
  }
}

/** The most bytes that an archive of this length may unpack to. */
function limitFor(length: number): number {
  return Math.min(MAX_UNPACKED_BYTES, Math.max(ALWAYS_UNPACKED_BYTES, length * MAX_RATIO));
}

function wrongWith(name: string, before: Files, size: number, limit: number): string | undefined {
  if (before.has(name)) return `${shown(name)}: it is in the archive twice`;
  if (before.size >= MAX_FILES) return `the archive has more than ${MAX_FILES} files`;
  // A report has no folders, and no file with the name of a property that every object inherits.
  if (!/^[\w.-]+$/.test(name) || name.startsWith('__') || /^\.+$/.test(name)) {
    return `${shown(name)}: it is not the name of a report file`;
  }
  if (size <= limit) return undefined;
  return `${shown(name)}: more than ${Math.floor(limit / 2 ** 20)} MiB when unpacked, which is too much for a report of this size`;
}

function shown(name: string): string {
  return line(name, 100);
}

/**
 * The first byte that differs from the packing of this kit; `undefined` if there is none. Other archives may unpack to
 * different files in different programs.
 */
export function foreignAt(archive: Uint8Array, files: Files): number | undefined {
  const packed = pack(files);
  const length = Math.max(packed.length, archive.length);
  for (let at = 0; at < length; at++) if (packed[at] !== archive[at]) return at;
  return undefined;
}
