/** Finds reports: folders with a report.json, and bundles; and entries of a list. */
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isEntry } from '../entry/files.ts';
import { beginningOf } from '../output/beginning.ts';
import { ZIP } from '../output/bundle.ts';
import type { Unread } from './types.ts';

/** The most levels of folders below the given one. */
const DEEPEST = 8;
const REPORT = 'report.json';

/** The place of one report. */
export interface Source {
  readonly path: string;
  readonly isBundle: boolean;
  /** True for the folder of an entry: its reports are a part of it. */
  readonly isEntry?: true;
}

/**
 * The reports and entries at and below these paths, by name, each once. Only `report.json` and `*.zip` in folders count. Hidden
 * folders, `node_modules` and links are skipped.
 */
export function* sourcesAt(paths: readonly string[]): Generator<Source | Unread> {
  const seen = new Set<string>();
  for (const path of paths) {
    for (const found of sourcesIn(path)) {
      const real = 'why' in found ? `${found.path}: ${found.why}` : realpathSync(found.path);
      if (!seen.has(real)) yield found;
      seen.add(real);
    }
  }
}

function sourcesIn(path: string): Iterable<Source | Unread> {
  try {
    if (statSync(path).isDirectory()) return sourcesBelow(path, 0);
  } catch (error) {
    return [{ path, why: `it cannot be read (${(error as NodeJS.ErrnoException).code})` }];
  }
  if (basename(path) === REPORT) return [{ path: dirname(path), isBundle: false }];
  if (beginningOf(path).startsWith(ZIP)) return [{ path, isBundle: true }];
  return [{ path, why: `it is neither a ${REPORT} nor a bundle` }];
}

function* sourcesBelow(folder: string, depth: number): Generator<Source | Unread> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    yield { path: folder, why: `it cannot be read (${(error as NodeJS.ErrnoException).code})` };
    return;
  }
  if (isEntry(entries.map(({ name }) => name))) {
    yield { path: folder, isBundle: false, isEntry: true };
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (depth < DEEPEST) yield* sourcesBelow(path, depth + 1);
      else yield { path, why: `it is more than ${DEEPEST} levels below the given folder` };
    } else if (entry.name === REPORT || entry.name.endsWith('.zip')) {
      if (entry.isSymbolicLink()) yield { path, why: 'it is a link, and links are not followed' };
      else if (!entry.isFile()) yield { path, why: 'it is not a file' };
      else if (entry.name === REPORT) yield { path: folder, isBundle: false };
      else yield { path, isBundle: true };
    }
  }
}
