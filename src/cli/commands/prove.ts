import { accessSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../input/error.ts';
import { defined } from '../../model/defined.ts';
import { rulesIn, type Surface } from '../../model/index.ts';
import { ASSAY } from '../../model/package.ts';
import { suggestion } from '../../plan/suggestion.ts';
import type { Fault } from '../../prove/prove.ts';
import { everyVersion, surfacesNamed } from '../options/surface.ts';
import { integer } from '../options/values.ts';
import type { Program } from '../program.ts';

interface ProveFlags {
  readonly list?: true;
  readonly json?: true;
  readonly fault?: string;
  readonly requirement?: string;
  readonly matrix?: true;
  readonly conforming?: true;
  readonly update?: true;
  readonly generated?: true;
  readonly seeds: number;
}

export function addProve(program: Program): void {
  program
    .command('prove [surface]')
    .description(
      'prove Assay itself: each MUST and SHOULD, run alone, fails on a dedicated fault, and none fails on a conforming server',
    )
    .option('--requirement <glob>', 'prove only these requirements')
    .option(
      '--fault <glob>',
      'kill matrix of these hand-written faults: run each against every requirement',
    )
    .option('--matrix', 'kill matrix of all hand-written faults; takes a long time')
    .option('--conforming', 'with a selection: also run against the conforming servers')
    .option('--seeds <n>', 'for the kill matrix: seeds 1 to n', integer('--seeds', 1, 1000), 1)
    .option('--update', 'update the committed faults of the selected requirements')
    .option(
      '--generated',
      'alter conforming responses in every way that the contract forbids; with --requirement, those of its operations',
    )
    .option('--list', 'list the hand-written faults')
    .option('--json', 'as JSON')
    .runs(async (name: string | undefined, flags: ProveFlags) => {
      const surfaces = await surfacesNamed(name);
      if (flags.generated) return generated(surfaces, flags);
      if (flags.list) return list(surfaces, flags);
      const ofFaults = flags.fault !== undefined || flags.matrix;
      return ofFaults ? matrix(surfaces, flags) : ownFaults(surfaces, flags);
    });
}

async function generated(surfaces: readonly Surface[], flags: ProveFlags): Promise<number> {
  if (flags.fault !== undefined || flags.list) {
    throw new InputError('--generated offers no choice of faults; leave out --fault and --list.');
  }
  const { generatedProof } = await import('../../prove/generated-proof.ts');
  const chosen = await choice(surfaces, flags.requirement);
  const proof = await generatedProof(surfaces, { chosen, print: printer(flags) });
  if (flags.json) process.stdout.write(json(proof));
  return proof.proved ? 0 : 1;
}

async function list(
  surfaces: readonly Surface[],
  { fault, ...flags }: ProveFlags,
): Promise<number> {
  const chosen = await chosenFaults(surfaces, fault);
  process.stdout.write(flags.json ? json(chosen.map(shown)) : listed(chosen));
  return 0;
}

/** Runs each hand-written fault against the whole catalogue. */
async function matrix(surfaces: readonly Surface[], flags: ProveFlags): Promise<number> {
  if (flags.update)
    throw new InputError('--update works on requirements; leave out --fault and --matrix.');
  const chosen = await chosenFaults(surfaces, flags.fault);
  const { killMatrix } = await import('../../prove/kill-matrix.ts');
  const all = await everyVersion(surfaces);
  const { seeds, conforming = flags.matrix ?? false } = flags;
  const made = await killMatrix(all, chosen, { seeds, conforming, print: printer(flags) });
  if (flags.json) process.stdout.write(json(made));
  else if (made.proved) process.stdout.write('The selection is proved.\n');
  else process.stdout.write('The selection is NOT proved.\n');
  return made.proved ? 0 : 1;
}

/** Proves each requirement with its own fault. */
async function ownFaults(surfaces: readonly Surface[], flags: ProveFlags): Promise<number> {
  const all = await everyVersion(surfaces);
  const { requirement, update = false, conforming = requirement === undefined && !update } = flags;
  const print = printer(flags);
  const chosen = await choice(all, requirement);
  const { conformingRuns } = await import('../../prove/kill-matrix.ts');
  const runs = conforming ? await conformingRuns(all, flags.seeds, print) : [];
  const { killsOf, ownFaultProof } = await import('../../prove/own-fault-proof.ts');
  const { found, ...proof } = await ownFaultProof(all, { chosen, update, print });
  const proved = proof.proved && runs.every(({ others }) => others.length === 0);
  if (flags.json) process.stdout.write(json({ ...proof, proved, conforming: runs }));
  else process.stdout.write(proved ? 'Assay is proved.\n' : 'Assay is NOT proved.\n');
  if (update) {
    const every = await everyVersion(await surfacesNamed(undefined));
    const rules = every.flatMap(rulesIn).filter(({ level }) => level !== 'MAY');
    const ids = rules.map(({ id }) => id);
    rewriteKills(killsOf(found, [...new Set(ids)]));
  }
  return proved ? 0 : 1;
}

async function choice(
  surfaces: readonly Surface[],
  glob: string | undefined,
): Promise<(id: string) => boolean> {
  if (glob === undefined) return () => true;
  const { select } = await import('../../plan/select.ts');
  const known = new Map(surfaces.flatMap(rulesIn).map((r) => [r.id, r]));
  const chosen = new Set(select([...known.values()], { only: glob }).map(({ id }) => id));
  return (id) => chosen.has(id);
}

/** Writes the committed kills, which the next build includes. Throws InputError outside a clone. */
function rewriteKills(kills: object): void {
  const file = join('src', 'prove', 'kills.json');
  try {
    accessSync(file);
  } catch {
    throw new InputError(`--update: there is no ${file}. Run it in a clone of the repository.`);
  }
  writeFileSync(file, json(kills));
  process.stderr.write(`${file} is new. Build before the next proof, as \`npm run prove\` does.\n`);
}

async function chosenFaults(
  surfaces: readonly Surface[],
  glob: string | undefined,
): Promise<readonly Fault[]> {
  const { faults } = await import('../../prove/prove.ts');
  const own = (fault: Fault): boolean => surfaces.some(({ name }) => name === fault.surface);
  const all = await faults();
  if (glob === undefined) return all.filter(own);
  const { matcher } = await import('../../plan/select.ts');
  const matches = matcher(glob);
  const found = all.filter(({ id }) => matches(id));
  if (found.length > 0) return found.filter(own);
  const ids = all.map(({ id }) => id);
  throw new InputError(
    `--fault ${glob}: no fault has this id.${suggestion(glob, ids)} \`${ASSAY} prove --list\` shows all.`,
  );
}

function printer({ json }: ProveFlags): (text: string) => void {
  return json ? () => undefined : (text) => process.stdout.write(`${text}\n`);
}

function shown({ id, surface, description, killedBy, versions, allow }: Fault): object {
  return { id, surface, ...defined({ versions, allow }), statement: description, killedBy };
}

function listed(faults: readonly Fault[]): string {
  const rows = faults.map((f) => `${f.id}\n    ${f.description}\n    killed by ${f.killedBy}\n`);
  return `${rows.join('')}\n${faults.length} faults\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
