/** Writes a file that an option names, completely, and never in place of a foreign file. */
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../input/error.ts';
import { makeFolder, replaceFile, temporary } from '../input/file.ts';
import { beginningOf } from './beginning.ts';

/** The path, and the mark of Assay's own files: only those are replaced. */
export interface OutFile {
  readonly path: string;
  readonly option: string;
  /** The text at the start of each file of this kind. */
  readonly mark: string;
  /** Absent if the command has no such option. */
  readonly force?: boolean;
}

/** Checks that the file can be written, before anything is read. Throws InputError. */
export function prepareOutFile({ path, option, mark, force }: OutFile): void {
  const there = attempt({ path, option }, () => lstatSync(path, { throwIfNoEntry: false }));
  if (there?.isDirectory())
    throw new InputError(`${path}: it is a folder. Name a file with ${option}.`);
  if (
    there !== undefined &&
    force !== true &&
    !(there.isFile() && beginningOf(path).includes(mark))
  ) {
    const orForce = force === undefined ? '' : ', or add --force to replace it';
    throw new InputError(
      `${path}: it holds files that Assay did not write. Name another file with ${option}${orForce}.`,
    );
  }
  attempt({ path, option }, () => {
    makeFolder(dirname(path));
    const trial = join(dirname(path), temporary(path));
    writeFileSync(trial, '', { flag: 'wx' });
    rmSync(trial);
  });
}

/** Writes the file, so that it is never incomplete. */
export function writeOutFile({ path, option }: OutFile, content: string): void {
  attempt({ path, option }, () => replaceFile(path, content));
}

function attempt<T>({ path, option }: Pick<OutFile, 'path' | 'option'>, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(
      `${path}: cannot be written (${code ?? message}). Name another file with ${option}, or change its permissions.`,
    );
  }
}
