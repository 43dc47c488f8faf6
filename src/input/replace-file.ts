/** Writes a file completely or not at all: after an error the old file is unchanged. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The temporary name of a file. */
export function temporary(name: string): string {
  return `.${basename(name)}.${process.pid}.tmp`;
}

/** Writes the file beside its name and renames it. A link is replaced, and not followed. */
export function replaceFile(path: string, content: string | Buffer): void {
  const trial = join(dirname(path), temporary(path));
  try {
    writeFileSync(trial, content, { flag: 'wx' });
    renameSync(trial, path);
  } finally {
    rmSync(trial, { force: true });
  }
}
