/** Writes the bundle of a report, which is one file with everything. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, replaceFile, temporary, tryFile, writing } from '../input/file.ts';
import { README } from '../report/attest/bundle-files.ts';
import { beginningOf } from './beginning.ts';
import { readFolder, reportAmong } from './report-folder.ts';

/** The first bytes of a zip file. */
export const ZIP = 'PK\u0003\u0004';

/** Checks before a long run that the bundle can be written. Throws InputError. */
export function prepareBundle(path: string): void {
  const folder = dirname(path);
  attempt(path, () => {
    makeFolder(folder);
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new Error('it is a folder');
    if (there !== undefined && !isBundle(beginningOf(path)))
      throw new Error('it exists and is not a bundle');
    // A name may be too long, and a folder may take no files.
    tryFile(join(folder, temporary(path)));
  });
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
  attempt(path, () => replaceFile(path, Buffer.from(pack(files))));
}

function attempt(path: string, action: () => void): void {
  writing(`the bundle ${path}`, 'Name another with --bundle, or change its permissions.', action);
}
