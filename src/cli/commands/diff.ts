import type { Command } from 'commander';
import { VERSIONED } from '../../surfaces/index.ts';
import type { Finish } from '../exit.ts';
import { type Format, formatOption, printAs } from '../options/format.ts';

export function addDiff(program: Command, finish: Finish): void {
  const { name, versions } = VERSIONED;
  program
    .command('diff <from> <to>')
    .description(
      `what changed between two versions of the ${name} contract: ${versions.names.toReversed().join(' and ')}`,
    )
    .addOption(formatOption())
    .action(async (from: string, to: string, { format }: { format: Format }) => {
      const { diff } = await import('../../contract/diff.ts');
      const { contractDiffIn } = await import('../../report/contract-diff.ts');
      const [a, b] = [await versions.contract(from), await versions.contract(to)];
      printAs(format, contractDiffIn[format]({ from: a, to: b, differences: diff(a, b) }));
      finish(0);
    });
}
