import type { Command } from 'commander';
import type { Contract } from '../../contract/contract.ts';
import type { Finish } from '../exit.ts';
import { offerNamed, SURFACE_NAMES, VERSION_NAMES, VERSIONED } from '../surfaces.ts';

export function addSpec(program: Command, finish: Finish): void {
  program
    .command('spec <surface>')
    .description(`the OpenAPI documents that a server is judged by, as YAML: ${SURFACE_NAMES}`)
    .option(
      '--contract <version>',
      `${VERSIONED.name}: ${VERSION_NAMES}`,
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
  const { versions, contracts } = offerNamed(name);
  return versions === undefined ? contracts() : [await versions.contract(version)];
}
