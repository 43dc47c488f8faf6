import { InputError } from '../input/error.ts';

/** Throws InputError if the current folder was deleted: paths start there, and Node.js fails on each. */
export function checkWorkingFolder(): void {
  try {
    process.cwd();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(
      `the current folder cannot be read (${code}): it was deleted, or its permissions do not allow it. Change to another folder, and try again.`,
    );
  }
}
