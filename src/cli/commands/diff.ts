import { type Command, Option } from 'commander';
import type { Finish } from '../exit.ts';

export function addDiff(program: Command, finish: Finish): void {
  program
    .command('diff <from> <to>')
    .description('what changed between two versions of the ledger contract: 3.4 and 3.5')
    .addOption(
      new Option('--format <format>', 'how to show it')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .action(
      async (from: string, to: string, { format }: { format: 'text' | 'json' | 'markdown' }) => {
        const { ledgerOf } = await import('../options/ledger-version.ts');
        const { diff } = await import('../../contract/diff.ts');
        const { contractDiffJson, contractDiffMarkdown, contractDiffText } = await import(
          '../../report/contract-diff.ts'
        );
        const [a, b] = [await ledgerOf(from), await ledgerOf(to)];
        const show = {
          text: contractDiffText,
          json: contractDiffJson,
          markdown: contractDiffMarkdown,
        };
        process.stdout.write(show[format]({ from: a, to: b, differences: diff(a, b) }));
        finish(0);
      },
    );
}
