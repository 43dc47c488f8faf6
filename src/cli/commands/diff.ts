import { type Command, Option } from 'commander';
import { prose } from '../../report/terminal/look.ts';
import { VERSIONED } from '../../surfaces/index.ts';
import type { Finish } from '../exit.ts';

export function addDiff(program: Command, finish: Finish): void {
  const { name, versions } = VERSIONED;
  program
    .command('diff <from> <to>')
    .description(
      `what changed between two versions of the ${name} contract: ${versions.names.toReversed().join(' and ')}`,
    )
    .addOption(
      new Option('--format <format>', 'how to show it')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .action(
      async (from: string, to: string, { format }: { format: 'text' | 'json' | 'markdown' }) => {
        const { diff } = await import('../../contract/diff.ts');
        const { contractDiffJson, contractDiffMarkdown, contractDiffText } = await import(
          '../../report/contract-diff.ts'
        );
        const [a, b] = [await versions.contract(from), await versions.contract(to)];
        const show = {
          text: contractDiffText,
          json: contractDiffJson,
          markdown: contractDiffMarkdown,
        };
        const text = show[format]({ from: a, to: b, differences: diff(a, b) });
        process.stdout.write(format === 'text' ? prose(text, process.stdout) : text);
        finish(0);
      },
    );
}
