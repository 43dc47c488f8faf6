import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contract } from '../../contract/contract.ts';
import { apiNames, contractsOfApis } from '../../input/apis.ts';
import { InputError } from '../../input/error.ts';
import { registrationOf, surfaceNames, VERSIONED, versionNames } from '../../surfaces/index.ts';
import type { Program } from '../program.ts';

interface SpecFlags {
  readonly contract: string;
  readonly api?: readonly string[];
  readonly out?: string;
}

export function addSpec(program: Program): void {
  program
    .command('spec <surface>')
    .description(
      `print the OpenAPI documents that a server is judged by, as YAML: ${surfaceNames()}`,
    )
    .option(
      '--contract <version>',
      `${VERSIONED.name}: ${versionNames()}`,
      VERSIONED.versions.names[0],
    )
    .api()
    .option('--out <dir>', 'write each document to a file in this folder')
    .action(async (name: string, { contract, api, out }: SpecFlags) => {
      const { stringify } = await import('yaml');
      const documents = (await contractsOf(name, contract, api)).map(({ id, document }) => ({
        name: `${id}.yaml`,
        text: stringify(document, { aliasDuplicateObjects: false, lineWidth: 100 }),
      }));
      if (out === undefined)
        process.stdout.write(documents.map(({ text }) => `---\n${text}`).join(''));
      else await writeDocuments(documents, out);
    });
}

/** Writes the documents, and replaces no file. Throws InputError. */
async function writeDocuments(
  documents: readonly { readonly name: string; readonly text: string }[],
  out: string,
): Promise<void> {
  for (const { name, text } of documents) {
    const file = join(out, name);
    try {
      await mkdir(out, { recursive: true });
      await writeFile(file, text, { flag: 'wx' });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // An incomplete file would prevent the next attempt.
      if (code !== 'EEXIST') await rm(file, { force: true }).catch(() => undefined);
      const why = code === 'EEXIST' ? 'already exists' : `cannot be written (${code})`;
      throw new InputError(`${file} ${why}. Name an empty or a new folder with --out.`);
    }
  }
  const names = documents.map(({ name }) => name);
  process.stdout.write(`Written to ${out}: ${names.join(', ')}\n`);
}

async function contractsOf(
  name: string,
  version: string,
  named: readonly string[] | undefined,
): Promise<readonly Contract[]> {
  const registration = registrationOf(name);
  const { versions, apis, contracts } = registration;
  if (named !== undefined) return contractsOfApis(registration, apiNames('--api', named));
  if (apis !== undefined) return Promise.all(apis.list.map(({ api }) => apis.contract(api)));
  return versions === undefined ? contracts() : [await versions.contract(version)];
}
