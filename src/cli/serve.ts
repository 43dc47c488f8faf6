import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { InputError } from '../input/error.ts';
import type { RunningRegistry } from '../reference/registry.ts';
import type { Finish } from './exit.ts';
import { collected, integer } from './options.ts';
import { suggestion } from './problem.ts';

interface ServeFlags {
  readonly port: number;
  readonly fault: readonly string[];
  readonly variant: readonly string[];
  readonly fixturesOut?: string;
}

export function addServe(program: Command, finish: Finish): void {
  program
    .command('serve <surface>')
    .description('start a reference server, honest or with deliberate faults, until Ctrl-C')
    .option(
      '--port <n>',
      'where it listens (default: any free port)',
      integer('--port', 0, 65_535),
      0,
    )
    .option(
      '--fault <id>',
      'a deliberate fault; again for more (assay prove --list)',
      collected,
      [],
    )
    .option('--variant <id>', 'another honest way to serve; again for more', collected, [])
    .option('--fixtures-out <file>', 'write its fixtures there')
    .action(async (name: string, flags: ServeFlags) => {
      const { surfaceNamed } = await import('./surface.ts');
      await surfaceNamed(name);
      const server = await start(flags);
      await present(name, server, flags);
      await new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
      });
      await server.close();
      finish(0);
    });
}

async function start({ port, fault, variant }: ServeFlags): Promise<RunningRegistry> {
  const { startRegistry } = await import('../reference/registry.ts');
  const { REGISTRY_FAULTS } = await import('../reference/registry-faults.ts');
  const { REGISTRY_VARIANTS } = await import('../reference/registry-variants.ts');
  known('--fault', fault, REGISTRY_FAULTS);
  known('--variant', variant, REGISTRY_VARIANTS);
  try {
    return await startRegistry({ port, faults: fault, variants: variant });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new InputError(`--port ${port}: cannot be listened on (${code}). Name another, or none.`);
  }
}

function known(
  option: string,
  asked: readonly string[],
  all: readonly { readonly id: string }[],
): void {
  const ids = all.map(({ id }) => id);
  for (const id of asked) {
    if (ids.includes(id)) continue;
    throw new InputError(`${option} ${id}: there is none of that name.${suggestion(id, ids)}`);
  }
}

/** What is printed is a fixtures file, the rest of it in comments. */
async function present(
  name: string,
  { url, fixtures }: RunningRegistry,
  flags: ServeFlags,
): Promise<void> {
  const { stringify } = await import('yaml');
  const text = stringify(fixtures, {
    aliasDuplicateObjects: false,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  });
  const file = flags.fixturesOut ?? 'fixtures.yaml';
  if (flags.fixturesOut !== undefined) {
    await writeFile(file, text).catch(({ code }: NodeJS.ErrnoException) => {
      throw new InputError(
        `--fixtures-out ${file}: cannot be written (${code}). Name another file.`,
      );
    });
  }
  const changes = [...flags.variant, ...flags.fault].join(', ');
  process.stdout.write(
    [
      `# The reference ${name}${changes ? ` with ${changes}` : ''} answers at ${url} until Ctrl-C.`,
      flags.fixturesOut === undefined
        ? `# Its fixtures follow; put them into ${file}. Then, in another terminal:`
        : `# Its fixtures follow; they are in ${file} too. In another terminal:`,
      `#   assay run ${name} ${url} --fixtures ${file}`,
      text,
    ].join('\n'),
  );
}
