import type { Command } from 'commander';
import type { Contract } from '../../contract/contract.ts';
import { registrationOf, surfaceNames, VERSIONED, versionNames } from '../../surfaces/index.ts';
import type { Finish } from '../exit.ts';

export function addSpec(program: Command, finish: Finish): void {
  program
    .command('spec <surface>')
    .description(`the OpenAPI documents that a server is judged by, as YAML: ${surfaceNames()}`)
    .option(
      '--contract <version>',
      `${VERSIONED.name}: ${versionNames()}`,
      VERSIONED.versions.names[0],
    )
    .action(async (name: string, { contract }: { contract: string }) => {
      const { stringify } = await import('yaml');
      const documents = (await contractsOf(name, contract)).map(({ document }) =>
        stringify(document, { aliasDuplicateObjects: false, lineWidth: 100 }),
      );
      process.stdout.write(documents.map((text) => `---\n${text}`).join(''));
      finish(0);
    });
}

async function contractsOf(name: string, version: string): Promise<readonly Contract[]> {
  const { versions, apis, contracts } = registrationOf(name);
  if (apis !== undefined) return Promise.all(apis.list.map(({ api }) => apis.contract(api)));
  return versions === undefined ? contracts() : [await versions.contract(version)];
}
