/** Writes a file that an option names, completely, and never in place of a foreign file. */
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../input/error.ts';
import { makeFolder, replaceFile, temporary, tryFile, writing } from '../input/file.ts';
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
export function prepareOutFile(file: OutFile): void {
  const { path, option, mark, force } = file;
  const there = attempt(file, () => lstatSync(path, { throwIfNoEntry: false }));
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
  attempt(file, () => {
    makeFolder(dirname(path));
    tryFile(join(dirname(path), temporary(path)));
  });
}

/** Writes the file, so that it is never incomplete. */
export function writeOutFile(file: OutFile, content: string): void {
  attempt(file, () => replaceFile(file.path, content));
}

function attempt<T>({ path, option }: OutFile, action: () => T): T {
  const remedy = `Name another file with ${option}, or change its permissions.`;
  return writing(`${path}:`, remedy, action);
}
