import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SurfaceExamples } from '../../examples/files.ts';
import { InputError } from '../../input/error.ts';
import { writing } from '../../input/file.ts';
import { defined } from '../../model/defined.ts';
import type { Surface } from '../../model/index.ts';
import { count } from '../../report/text.ts';
import { registrationOf, surfaceNames, VERSIONED, versionNames } from '../../surfaces/index.ts';
import { surfacesNamed } from '../options/surface.ts';
import type { Program } from '../program.ts';

export function addExamples(program: Program): void {
  program
    .command('examples <dir> [surface]')
    .description(
      `write valid and invalid requests of each operation, with the expected status and a response, to files: ${surfaceNames()} (default: all)`,
    )
    .contractVersion(
      `for a ${VERSIONED.name}: ${versionNames()} (default: ${VERSIONED.versions.names[0]})`,
    )
    .action(async (folder: string, name: string | undefined, flags: { contract?: string }) => {
      await checkFolder(folder);
      const all: SurfaceExamples[] = [];
      for (const surface of await surfacesNamed(name, flags.contract))
        all.push(await gathered(surface, flags.contract));
      const { filesOf } = await import('../../examples/files.ts');
      await write(folder, filesOf(all));
      const made = all.map(
        ({ surface, examples }) => `${count(examples.length, 'example')} of the ${surface.name}`,
      );
      process.stdout.write(`Written to ${folder}: ${made.join(', ')}.\n`);
    });
}

/** The examples of a surface, from its reference server and with a token of the caller with most rights. */
async function gathered(surface: Surface, contract?: string): Promise<SurfaceExamples> {
  const { reference, versions } = registrationOf(surface.name);
  const [caller] = reference.callers;
  const version = versions && (contract ?? versions.names[0]);
  const { examplesOf } = await import('../../examples/gather.ts');
  const examples = await examplesOf(surface, async () => {
    const auth = caller !== undefined;
    const { url, fixtures, tokens, close } = await reference.start({
      auth,
      ...defined({ version }),
    });
    const token = auth ? tokens[caller] : undefined;
    return { url, fixtures, close, ...defined({ token }) };
  });
  return { surface, examples, needsToken: caller !== undefined };
}

/** Throws InputError for a folder with files of others. */
async function checkFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT') return [];
    throw new InputError(`${folder}: cannot be used (${code}). Name an empty or a new folder.`);
  });
  if (names.length === 0 || (await filesAt(folder)) !== undefined) return;
  throw new InputError(
    `${folder}: it holds files that Assay did not write. Name an empty or a new folder.`,
  );
}

/** The files that an earlier call wrote; `undefined` without an index of Assay. */
async function filesAt(folder: string): Promise<readonly string[] | undefined> {
  const { INDEX, MADE_BY } = await import('../../examples/files.ts');
  try {
    const { madeBy, files } = JSON.parse(await readFile(join(folder, INDEX), 'utf8'));
    return madeBy === MADE_BY && Array.isArray(files) ? files.filter(isBelow) : undefined;
  } catch {
    return undefined;
  }
}

const isBelow = (path: unknown): boolean =>
  typeof path === 'string' && /^[\w-][\w./-]*$/.test(path) && !path.includes('..');

/** Replaces the files of an earlier call. Throws InputError. */
async function write(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const before = (await filesAt(folder)) ?? [];
  writing(`${folder}:`, 'Name another folder.', () => {
    for (const path of before) rmSync(join(folder, path), { force: true });
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
}
