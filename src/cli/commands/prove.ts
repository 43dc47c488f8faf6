import type { Command } from 'commander';
import { InputError } from '../../input/error.ts';
import type { Surface } from '../../model/index.ts';
import type { Fault } from '../../prove/prove.ts';
import type { Finish } from '../exit.ts';
import { integer } from '../options/options.ts';
import { suggestion } from '../problem.ts';

interface ProveFlags {
  readonly list?: true;
  readonly json?: true;
  readonly fault?: string;
  readonly generated?: true;
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
    .option(
      '--generated',
      'instead of the faults: alter honest answers in every way that the contract forbids',
    )
    .option('--json', 'as JSON')
    .action(async (name: string | undefined, flags: ProveFlags) => {
      const { surfacesNamed } = await import('../options/surface.ts');
      const surfaces = await surfacesNamed(name);
      if (flags.generated) finish(await generated(surfaces, flags));
      else finish(await deliberate(surfaces, flags));
    });
}

async function generated(surfaces: readonly Surface[], flags: ProveFlags): Promise<number> {
  if (flags.fault !== undefined || flags.list) {
    throw new InputError('--generated has no faults to choose from; leave out --fault and --list.');
  }
  const { generatedProof } = await import('../prove-generated.ts');
  const proof = await generatedProof(surfaces, flags.json !== true);
  if (flags.json) process.stdout.write(json(proof));
  return proof.proved ? 0 : 1;
}

async function deliberate(surfaces: readonly Surface[], flags: ProveFlags): Promise<number> {
  const chosen = (await chosenFaults(flags.fault)).filter((fault) =>
    surfaces.some((surface) => surface.name === fault.surface),
  );
  if (flags.list) {
    process.stdout.write(flags.json ? json(chosen.map(shown)) : listed(chosen));
    return 0;
  }
  const { killMatrix } = await import('../kill-matrix.ts');
  const { olderSurfaces } = await import('../options/surface.ts');
  const all = [...surfaces, ...(await olderSurfaces(surfaces.map(({ name }) => name)))];
  const matrix = await killMatrix(all, chosen, flags.seeds, flags.json !== true);
  if (flags.json) process.stdout.write(json(matrix));
  return matrix.proved ? 0 : 1;
}

async function chosenFaults(glob: string | undefined): Promise<readonly Fault[]> {
  const { faults } = await import('../../prove/prove.ts');
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

function shown({
  id,
  surface,
  description,
  killedBy,
  collateral = [],
  versions,
  allow,
}: Fault): object {
  return {
    id,
    surface,
    ...(versions && { versions }),
    ...(allow && { allow }),
    statement: description,
    killedBy,
    collateral,
  };
}

function listed(faults: readonly Fault[]): string {
  const rows = faults.map((f) => `${f.id}\n    ${f.description}\n    caught by ${f.killedBy}\n`);
  return `${rows.join('')}\n${faults.length} faults\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
