/** The file of a board: written whole, and never in the place of something else. */
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../input/error.ts';
import { beginningOf } from '../output/beginning.ts';
import { temporary } from '../output/out-folder.ts';

/** Stands near the beginning of each board. */
export const SIGN = '<meta name="generator" content="assay board">';

/** Makes sure, before anything is read, that the page will have its place. Throws InputError. */
export function preparePage(path: string, force: boolean): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory())
    throw new InputError(`${path}: it is a folder. Name a file with --out, such as board.html.`);
  if (there !== undefined && !force && !(there.isFile() && beginningOf(path).includes(SIGN))) {
    throw new InputError(
      `${path}: Assay did not write what is there. Name another file with --out, or add --force to replace it.`,
    );
  }
  attempt(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const trial = trialOf(path);
    writeFileSync(trial, '', { flag: 'wx' });
    rmSync(trial);
  });
}

/** Writes the page beside its name and renames it, so that it is never half there. A link is replaced. */
export function writePage(path: string, page: string): void {
  const trial = trialOf(path);
  attempt(path, () => {
    try {
      writeFileSync(trial, page, { flag: 'wx' });
      renameSync(trial, path);
    } finally {
      rmSync(trial, { force: true });
    }
  });
}

/** The address of a file as a page writes it: relative, but for another drive. */
export function linkFrom(page: string, file: string): string {
  const path = relative(dirname(resolve(page)), resolve(file));
  if (path === resolve(path)) return pathToFileURL(path).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}

function trialOf(path: string): string {
  return join(dirname(path), temporary(path));
}

function attempt(path: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(
      `${path}: cannot be written (${code ?? message}). Name another file with --out, or change its rights.`,
    );
  }
}
