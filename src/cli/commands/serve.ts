import type { Command } from 'commander';
import { InputError } from '../../input/error.ts';
import type { RunningLedger } from '../../reference/ledger.ts';
import type { RunningRegistry } from '../../reference/registry.ts';
import type { Finish } from '../exit.ts';
import { collected, contractOption, integer } from '../options/options.ts';
import { suggestion } from '../problem.ts';

export interface ServeFlags {
  readonly port: number;
  readonly fault: readonly string[];
  readonly variant: readonly string[];
  readonly fixturesOut?: string;
  readonly contract?: string;
  readonly auth?: true;
}

/** A reference server as it is presented. */
export interface Served {
  readonly url: string;
  readonly fixtures: object;
  /** What to export before a run: a token each, by the name of the variable. */
  readonly tokens: Readonly<Record<string, string>>;
  close(): Promise<void>;
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
    .addOption(contractOption('ledger: of version 3.4 or 3.5 (default: 3.5)'))
    .option('--auth', 'ledger: ask for bearer tokens, and print some')
    .action(async (name: string, flags: ServeFlags) => {
      const { checkSurface } = await import('../options/surface.ts');
      const { present } = await import('../serve-present.ts');
      const { contract, auth } = flags;
      await checkSurface(name, contract === undefined ? {} : { contract });
      if (auth && name !== 'ledger') {
        throw new InputError(`--auth: the ${name} asks nobody for a token. Leave it out.`);
      }
      const server = await (name === 'ledger' ? startLedger(flags) : startRegistry(flags));
      try {
        process.stdout.write(await present(name, server, flags));
        await new Promise((resolve) => {
          for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
        });
      } finally {
        await server.close();
      }
      finish(0);
    });
}

async function startRegistry({ port, fault, variant }: ServeFlags): Promise<Served> {
  const reference = await import('../../reference/registry.ts');
  const { REGISTRY_FAULTS } = await import('../../reference/registry-faults.ts');
  const { REGISTRY_VARIANTS } = await import('../../reference/registry-variants.ts');
  known('--fault', fault, REGISTRY_FAULTS);
  known('--variant', variant, REGISTRY_VARIANTS);
  const start = (): Promise<RunningRegistry> =>
    reference.startRegistry({ port, faults: fault, variants: variant });
  const { url, fixtures, close } = await listening(port, start);
  return { url, fixtures, tokens: {}, close };
}

async function startLedger(flags: ServeFlags): Promise<Served> {
  const { port, fault, variant, contract = '3.5', auth = false } = flags;
  const reference = await import('../../reference/ledger.ts');
  const { LEDGER_FAULTS } = await import('../../reference/ledger-faults.ts');
  const { LEDGER_VARIANTS } = await import('../../reference/ledger-variants.ts');
  const { versionNamed } = await import('../options/ledger-version.ts');
  const version = await versionNamed(contract);
  known('--fault', fault, LEDGER_FAULTS);
  known('--variant', variant, LEDGER_VARIANTS);
  for (const { id, versions } of LEDGER_FAULTS) {
    if (!fault.includes(id) || versions === undefined || versions.includes(version)) continue;
    const remedy = `Add --contract ${versions.join(' or ')}.`;
    throw new InputError(`--fault ${id}: a ledger of version ${version} cannot have it. ${remedy}`);
  }
  const start = (): Promise<RunningLedger> =>
    reference.startLedger({ version, port, auth, faults: fault, variants: variant });
  const { url, fixtures, tokens: issued, close } = await listening(port, start);
  const { auditor, reader, unknownUser, expired } = issued;
  const tokens = {
    ASSAY_TOKEN: auditor,
    ASSAY_TOKEN_READER: reader,
    ASSAY_TOKEN_UNKNOWN_USER: unknownUser,
    ASSAY_TOKEN_EXPIRED: expired,
  };
  return { url, fixtures, tokens: auth ? tokens : {}, close };
}

async function listening<T>(port: number, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
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
