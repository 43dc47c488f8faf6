import type { Command } from 'commander';
import { EXIT, type Finish } from '../exit.ts';

interface HostileFlags {
  readonly only?: string;
  readonly json?: true;
}

/** For those who develop the kit: it is in no help. */
export function addHostile(program: Command, finish: Finish): void {
  program
    .command('hostile', { hidden: true })
    .description('run the kit against each hostile behavior of the reference server')
    .option(
      '--only <glob>',
      'the behaviors with these ids (npx --no-install assay serve hostile --list)',
    )
    .option('--json', 'print objects')
    .action(async ({ only, json }: HostileFlags) => {
      const { runHostile, lineOf } = await import('../hostile.ts');
      const rows = await runHostile(only, (row) => {
        if (!json) process.stdout.write(`${lineOf(row)}\n`);
      });
      if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
      const good = rows.filter(({ problems }) => problems.length === 0).length;
      process.stderr.write(`${good} of ${rows.length} behaviors are reported as stated.\n`);
      finish(good === rows.length ? EXIT.good : EXIT.failed);
    });
}
