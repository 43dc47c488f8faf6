/** Measures the time of whole processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fixtures } from '../src/model/index.ts';

/** The published command line. */
export const CLI: string = fileURLToPath(new URL('../../dist/src/bundle/cli.js', import.meta.url));
export const IMPORTS: string = fileURLToPath(new URL('imports.js', import.meta.url));

/** Runs Node on a file, and returns its seconds. Rejects if it ends with another code than `code`. */
export async function seconds(file: string, args: readonly string[], code = 0): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'ignore', code === 0 ? 'inherit' : 'ignore'],
  });
  const [ended] = (await once(child, 'exit')) as [number | null];
  const took = (performance.now() - began) / 1000;
  if (ended !== code) throw new Error(`${file} ${args.join(' ')} ended with ${ended}`);
  return took;
}

/** Calls `use` with a folder, and removes the folder afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes fixtures to a file for the command line, as JSON, which is YAML too. */
export async function fixturesFile(folder: string, fixtures: Partial<Fixtures>): Promise<string> {
  const file = join(folder, 'fixtures.yaml');
  await writeFile(file, JSON.stringify(fixtures));
  return file;
}
