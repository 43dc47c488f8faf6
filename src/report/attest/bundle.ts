/** A report as one file to hand over. Equal contents make equal bytes, wherever and whenever they are packed. */
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { line } from '../text.ts';
import type { Files } from './statement.ts';

const LEVEL = 6;
/** Zip has local time without a zone; the same numbers everywhere, in the middle of a day that no clock was changed on. */
const MODIFIED = new Date(1980, 0, 1, 12, 0, 0);
/** Files of an archive: more than any report has. */
const MOST_FILES = 100;
/** Bytes of all files of an archive: those of the largest report and the largest evidence that are read. */
const MOST_UNPACKED_BYTES = 320 * 2 ** 20;
/** How much smaller packing can make a report; from a size on, since what is small may be repetitive. */
const MOST_RATIO = 100;
const ALWAYS_UNPACKED_BYTES = 16 * 2 ** 20;

/** What an archive held, or why it cannot be read. */
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
 * The files of an archive. Never throws: what is damaged, doubled or absurdly large is reported as a problem,
 * before it is unpacked.
 */
export function unpack(archive: Uint8Array): Unpacked {
  const limit = limitFor(archive.length);
  const names = new Set<string>();
  let size = 0;
  let problem: string | undefined;
  try {
    const entries = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        size += originalSize;
        problem = wrongWith(name, names, size, limit);
        // The number of entries is the archive's word: the first wrong one must be the last that is read.
        if (problem !== undefined) throw new Error(problem);
        names.add(name);
        return true;
      },
    });
    return { files: new Map(Object.entries(entries)) };
  } catch (error) {
    if (problem !== undefined) return { problem };
    const last = [...names].at(-1);
    const where = last === undefined ? '' : `${shown(last)}: `;
    return { problem: `${where}it cannot be unpacked (${(error as Error).message})` };
  }
}

/** Bytes that an archive of this length may have when it is unpacked. */
function limitFor(length: number): number {
  return Math.min(MOST_UNPACKED_BYTES, Math.max(ALWAYS_UNPACKED_BYTES, length * MOST_RATIO));
}

function wrongWith(
  name: string,
  before: ReadonlySet<string>,
  size: number,
  limit: number,
): string | undefined {
  if (before.has(name)) return `${shown(name)}: it is in the archive twice`;
  if (before.size >= MOST_FILES) return `the archive has more than ${MOST_FILES} files`;
  // Folders, and members that every object has, are no names for a report's files.
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
 * The first byte at which an archive is not as this kit packs its files; `undefined` when there is none.
 * Other archives can be made so that one program unpacks other files from them than the next.
 */
export function foreignAt(archive: Uint8Array, files: Files): number | undefined {
  const packed = pack(files);
  const length = Math.max(packed.length, archive.length);
  for (let at = 0; at < length; at++) if (packed[at] !== archive[at]) return at;
  return undefined;
}
