import type { Command } from 'commander';
import { InputError } from '../../input/error.ts';
import type { ReferenceOptions, Registration, Running, Switch } from '../../model/registration.ts';
import { suggestion } from '../../plan/suggestion.ts';
import { registrationOf, VERSIONED, versionNames } from '../../surfaces/index.ts';
import type { Finish } from '../exit.ts';
import { collected, contractOption, integer } from '../options/options.ts';
import { checkSurface } from '../options/surface.ts';

interface ServeFlags {
  readonly port: number;
  readonly fault: readonly string[];
  readonly variant: readonly string[];
  readonly fixturesOut?: string;
  readonly contract?: string;
  readonly auth?: true;
}

export function addServe(program: Command, finish: Finish): void {
  const { name: versioned, versions } = VERSIONED;
  program
    .command('serve <surface>')
    .description('start a reference server, conforming or with deliberate faults, until Ctrl-C')
    .option('--port <n>', 'where it listens (default: any free port)', integer('--port', 0, 65_535))
    .option(
      '--fault <id>',
      'a deliberate fault; repeatable (npx --no-install assay prove --list)',
      collected,
    )
    .option('--variant <id>', 'another conforming way to serve; repeatable', collected)
    .option('--fixtures-out <file>', 'write its fixtures there')
    .addOption(
      contractOption(`${versioned}: of version ${versionNames()} (default: ${versions.names[0]})`),
    )
    .option('--auth', `${versioned}: require bearer tokens, and print some`)
    .action(async (name: string, given: Partial<ServeFlags>) => {
      const flags: ServeFlags = { port: 0, fault: [], variant: [], ...given };
      const { contract } = flags;
      checkSurface(name, contract === undefined ? {} : { contract });
      const server = await start(registrationOf(name), flags);
      try {
        const text = await present(name, server, flags);
        // The reader of the output may stop the server at once.
        const stopped = untilStopped();
        process.stdout.write(text);
        await stopped;
      } finally {
        await server.close();
      }
      finish(0);
    });
}

function untilStopped(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
  });
}

async function start(
  { name, reference, versions }: Registration,
  flags: ServeFlags,
): Promise<Running> {
  const { port, fault: faults, variant: variants, auth = false, contract } = flags;
  if (auth && reference.callers.length === 0) {
    throw new InputError(`--auth: the ${name} needs no token. Leave it out.`);
  }
  const version = contract ?? versions?.names[0];
  if (version !== undefined) await versions?.contract(version);
  const all = await reference.faults();
  check('--fault', faults, all, 'npx --no-install assay prove --list shows all.');
  const others = await reference.variants();
  check('--variant', variants, others, `There are ${others.map(({ id }) => id).join(', ')}.`);
  for (const fault of all.filter(({ id }) => faults.includes(id))) {
    if (version === undefined || fault.versions?.includes(version) !== false) continue;
    const remedy = `Add --contract ${fault.versions.join(' or ')}.`;
    throw new InputError(
      `--fault ${fault.id}: a ${name} of version ${version} cannot have it. ${remedy}`,
    );
  }
  const options = { port, faults, variants, auth };
  return listening(reference.start, version === undefined ? options : { ...options, version });
}

async function listening(
  startAt: (options: ReferenceOptions) => Promise<Running>,
  options: ReferenceOptions,
): Promise<Running> {
  try {
    return await startAt(options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new InputError(
      `--port ${options.port}: cannot be listened on (${code}). Name another, or none.`,
    );
  }
}

function check(
  option: string,
  named: readonly string[],
  all: readonly Switch[],
  remedy: string,
): void {
  const ids = all.map(({ id }) => id);
  for (const id of named) {
    if (ids.includes(id)) continue;
    throw new InputError(`${option} ${id}: nothing has this name.${suggestion(id, ids)} ${remedy}`);
  }
}

/** The start of each fixtures file that a reference server writes. */
const MARK = '# Fixtures of a reference server of Assay.';

interface PresentFlags {
  readonly fault: readonly string[];
  readonly variant: readonly string[];
  readonly fixturesOut?: string;
}

/** The text to print; with --fixtures-out the fixtures are written there instead. Throws InputError. */
async function present(
  name: string,
  { url, fixtures, tokens }: Running,
  flags: PresentFlags,
): Promise<string> {
  const { stringify } = await import('yaml');
  const text = stringify(fixtures, {
    aliasDuplicateObjects: false,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  });
  const file = flags.fixturesOut ?? 'fixtures.yaml';
  if (flags.fixturesOut !== undefined) {
    const { prepareOutFile, writeOutFile } = await import('../../output/out-file.ts');
    const outFile = { path: file, option: '--fixtures-out', mark: MARK };
    prepareOutFile(outFile);
    writeOutFile(outFile, `${MARK}\n${text}`);
  }
  const changes = [...flags.variant, ...flags.fault].join(', ');
  const variables = Object.entries(tokens).map(([caller, token], i) => [
    variableOf(caller, i),
    token,
  ]);
  const [[variable] = []] = variables;
  return [
    `# The reference ${name}${changes ? ` with ${changes}` : ''} responds at ${url} until Ctrl-C.`,
    flags.fixturesOut === undefined
      ? `# Its fixtures follow; put them into ${file}. Then, in another terminal:`
      : `# Its fixtures are in ${file}. In another terminal:`,
    ...variables.map(([each, token]) => `#   export ${each}=${token}`),
    `#   npx --no-install assay run ${name} ${url} --fixtures ${file}${variable ? ` --token-env ${variable}` : ''}`,
    flags.fixturesOut === undefined ? text : '',
  ].join('\n');
}

/** The environment variable of a caller's token: ASSAY_TOKEN for the first one, then ASSAY_TOKEN_UNKNOWN_USER. */
function variableOf(caller: string, position: number): string {
  const name = caller.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return position === 0 ? 'ASSAY_TOKEN' : `ASSAY_TOKEN_${name}`;
}
