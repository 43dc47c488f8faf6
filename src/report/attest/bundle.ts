/** Packs a report as one file. Equal contents make equal bytes, at any place and time. */
import { type Zippable, zipSync } from 'fflate';
import { line } from '../text.ts';
import type { Files } from './statement.ts';
import { entriesOf, unpacked } from './unzip.ts';

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
    return `${shown(name)}: it is no name of a report's file`;
  }
  if (size <= limit) return undefined;
  return `${shown(name)}: more than ${Math.floor(limit / 2 ** 20)} MiB when unpacked, which is more than a report of this size has`;
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
