/** A report as one file to hand over. Equal contents make equal bytes, wherever and whenever they are packed. */
import { unzipSync, type Zippable, zipSync } from 'fflate';
import type { Files } from './statement.ts';

const LEVEL = 6;
/** Zip has local time without a zone; the same numbers everywhere, in the middle of a day that no clock was changed on. */
const MODIFIED = new Date(1980, 0, 1, 12, 0, 0);
/** More than any report has, and less than what stops this process. */
const UNPACKED_AT_MOST = 2 ** 30;

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

/** The files of an archive. Never throws: what is damaged, doubled or absurdly large is reported as a problem. */
export function unpack(archive: Uint8Array): Unpacked {
  const names = new Set<string>();
  let size = 0;
  let problem: string | undefined;
  try {
    const entries = unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        size += originalSize;
        if (size > UNPACKED_AT_MOST) problem ??= `${name}: more than 1 GiB when unpacked`;
        if (names.has(name)) problem ??= `${name}: it is in the archive twice`;
        names.add(name);
        return problem === undefined;
      },
    });
    return problem === undefined ? { files: new Map(Object.entries(entries)) } : { problem };
  } catch (error) {
    const last = [...names].at(-1);
    const where = last === undefined ? '' : `${last}: `;
    return { problem: `${where}it cannot be unpacked (${(error as Error).message})` };
  }
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
