/** Writes the bundle of a report, which is one file with everything. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../input/error.ts';
import { replaceFile, temporary, tryFile } from '../input/file.ts';
import { README } from '../report/attest/bundle-files.ts';
import { beginningOf } from './beginning.ts';
import { readFolder, reportAmong } from './report-folder.ts';

/** The first bytes of a zip file. */
export const ZIP = 'PK\u0003\u0004';

/** Checks before a long run that the bundle can be written. Throws InputError. */
export async function prepareBundle(path: string): Promise<void> {
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true });
    const there = await stat(path).catch(() => undefined);
    if (there?.isDirectory()) throw new Error('it is a folder');
    if (there !== undefined && !isBundle(beginningOf(path)))
      throw new Error('it exists and is not a bundle');
    // A name may be too long, and a folder may take no files.
    tryFile(join(folder, temporary(path)));
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Foreign zip files start with other names. */
function isBundle(beginning: string): boolean {
  return beginning.startsWith(ZIP) && beginning.includes(README);
}

/** Writes the bundle of an unsigned report. Throws InputError. */
export async function bundleFolder(folder: string, path: string): Promise<void> {
  const { readme } = await import('../report/attest/bundle-readme.ts');
  const files = await readFolder(folder);
  const text = readme(reportAmong(folder, files), [...files.keys()]);
  await writeBundle(path, new Map([...files, [README, Buffer.from(text)]]));
}

/** Writes the archive of these files. Throws InputError. */
export async function writeBundle(
  path: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const { pack } = await import('../report/attest/bundle.ts');
  try {
    replaceFile(path, Buffer.from(pack(files)));
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new InputError(
    `the bundle ${path} cannot be written (${code ?? message}). Name another with --bundle, or change its permissions.`,
  );
}
