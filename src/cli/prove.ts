import type { Command } from 'commander';
import { InputError } from '../input/error.ts';
import type { Fault } from '../prove.ts';
import type { Finish } from './exit.ts';
import { integer } from './options.ts';
import { suggestion } from './problem.ts';

interface ProveFlags {
  readonly list?: true;
  readonly json?: true;
  readonly fault?: string;
  readonly seeds: number;
}

export function addProve(program: Command, finish: Finish): void {
  program
    .command('prove [surface]')
    .description(
      'check the kit itself: each deliberate fault is caught, and nothing else is blamed',
    )
    .option('--list', 'only name the faults')
    .option('--fault <glob>', 'only these faults')
    .option('--seeds <n>', 'with so many seeds, counted from 1', integer('--seeds', 1, 1000), 1)
    .option('--json', 'as JSON')
    .action(async (name: string | undefined, flags: ProveFlags) => {
      const { surfacesNamed } = await import('./surface.ts');
      const surfaces = await surfacesNamed(name);
      const chosen = (await chosenFaults(flags.fault)).filter((fault) =>
        surfaces.some((surface) => surface.name === fault.surface),
      );
      if (flags.list) process.stdout.write(flags.json ? json(chosen.map(shown)) : listed(chosen));
      else {
        const { killMatrix } = await import('./kill-matrix.ts');
        const matrix = await killMatrix(surfaces, chosen, flags.seeds, flags.json !== true);
        if (flags.json) process.stdout.write(json(matrix));
        finish(matrix.proved ? 0 : 1);
      }
    });
}

async function chosenFaults(glob: string | undefined): Promise<readonly Fault[]> {
  const { faults } = await import('../prove.ts');
  if (glob === undefined) return faults();
  const { default: picomatch } = await import('picomatch');
  const matches = glob === '' ? () => false : picomatch(glob);
  const found = faults().filter(({ id }) => matches(id));
  if (found.length > 0) return found;
  const ids = faults().map(({ id }) => id);
  throw new InputError(
    `--fault ${glob}: no fault is called so.${suggestion(glob, ids)} assay prove --list names all.`,
  );
}

function shown({ id, surface, says, caughtBy, alsoTrips = [] }: Fault): object {
  return { id, surface, says, caughtBy, alsoTrips };
}

function listed(faults: readonly Fault[]): string {
  const rows = faults.map((f) => `${f.id}\n    ${f.says}\n    caught by ${f.caughtBy}\n`);
  return `${rows.join('')}\n${faults.length} faults\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
