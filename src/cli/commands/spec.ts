import { join } from 'node:path';
import type { Contract } from '../../contract/contract.ts';
import { apiNames, contractsOfApis } from '../../input/apis.ts';
import { makeFolder, newFile, writing } from '../../input/file.ts';
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
      else writeDocuments(documents, out);
    });
}

const REMEDY = 'Name an empty or a new folder with --out.';

/** Writes the documents, and replaces no file. Throws InputError. */
function writeDocuments(
  documents: readonly { readonly name: string; readonly text: string }[],
  out: string,
): void {
  for (const { name, text } of documents) {
    const file = join(out, name);
    writing(file, REMEDY, () => makeFolder(out));
    newFile(file, text, { place: file, exists: `already exists. ${REMEDY}`, remedy: REMEDY });
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
