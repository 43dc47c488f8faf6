import type { Command } from 'commander';
import type { Contract } from '../../contract/contract.ts';
import type { Finish } from '../exit.ts';

export function addSpec(program: Command, finish: Finish): void {
  program
    .command('spec <surface>')
    .description('the OpenAPI documents that a server is judged by, as YAML: registry or ledger')
    .option('--contract <version>', 'ledger: 3.4 or 3.5', '3.5')
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
  if (name === 'ledger') {
    const { ledgerOf } = await import('../options/ledger-version.ts');
    return [await ledgerOf(version)];
  }
  const { surfaceNamed } = await import('../options/surface.ts');
  const { operations } = await surfaceNamed(name);
  return [...new Set(operations.map(({ contract }) => contract))];
}
