/** The file of a page: written whole, and never in the place of something else. */
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../input/error.ts';
import { generatorMark } from '../report/html/shell.ts';
import { beginningOf } from './beginning.ts';
import { temporary } from './out-folder.ts';

/** Where a page goes: the option that names the file, and the command that made what it may replace. */
export interface PageFile {
  readonly path: string;
  readonly option: string;
  readonly generator: string;
  readonly force: boolean;
}

/** Makes sure, before anything is read, that the page will have its place. Throws InputError. */
export function preparePage({ path, option, generator, force }: PageFile): void {
  const sign = generatorMark(generator);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory())
    throw new InputError(`${path}: it is a folder. Name a file with ${option}, such as page.html.`);
  if (there !== undefined && !force && !(there.isFile() && beginningOf(path).includes(sign))) {
    throw new InputError(
      `${path}: Assay did not write what is there. Name another file with ${option}, or add --force to replace it.`,
    );
  }
  attempt({ path, option }, () => {
    mkdirSync(dirname(path), { recursive: true });
    const trial = trialOf(path);
    writeFileSync(trial, '', { flag: 'wx' });
    rmSync(trial);
  });
}

/** Writes the page beside its name and renames it, so that it is never half there. A link is replaced. */
export function writePage({ path, option }: PageFile, page: string): void {
  const trial = trialOf(path);
  attempt({ path, option }, () => {
    try {
      writeFileSync(trial, page, { flag: 'wx' });
      renameSync(trial, path);
    } finally {
      rmSync(trial, { force: true });
    }
  });
}

function trialOf(path: string): string {
  return join(dirname(path), temporary(path));
}

function attempt({ path, option }: Pick<PageFile, 'path' | 'option'>, action: () => void): void {
  try {
    action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(
      `${path}: cannot be written (${code ?? message}). Name another file with ${option}, or change its rights.`,
    );
  }
}
