import { once } from 'node:events';
import { parseDuration } from '../../input/options.ts';
import { defined } from '../../model/defined.ts';
import { ASSAY } from '../../model/package.ts';
import type { Running } from '../../model/registration.ts';
import { registrationOf, VERSIONED, versionNames } from '../../surfaces/index.ts';
import { type OptionNames, startReference } from '../../surfaces/start-reference.ts';
import { checkSurface } from '../options/surface.ts';
import { collected, integer } from '../options/values.ts';
import type { Program } from '../program.ts';

interface ServeFlags {
  readonly port: number;
  readonly fault: readonly string[];
  readonly variant: readonly string[];
  readonly fixturesOut?: string;
  readonly contract?: string;
  readonly auth?: true;
  readonly latency?: number;
  readonly limit?: string;
}

const NAMES: OptionNames = {
  port: '--port',
  faults: '--fault',
  variants: '--variant',
  version: '--contract',
  auth: '--auth',
  latencyMs: '--latency',
  limit: '--limit',
};

export function addServe(program: Program): void {
  const { name: versioned, versions } = VERSIONED;
  program
    .command('serve <surface>')
    .description('start a reference server, conforming or with deliberate faults, until Ctrl-C')
    .option(
      '--port <n>',
      'port to listen on (default: any free port)',
      integer('--port', 0, 65_535),
    )
    .option('--fault <id>', `a deliberate fault; repeatable (${ASSAY} prove --list)`, collected)
    .option('--latency <time>', 'wait before each response, such as 200ms or 2s', (text) =>
      parseDuration(text, '--latency'),
    )
    .option(
      '--limit <rate>',
      'the highest rate of requests, such as 2/s or 120/m; requests above it get 429',
    )
    .option('--variant <id>', 'another conforming variant; repeatable', collected)
    .option('--fixtures-out <file>', 'write its fixtures to this file')
    .contractVersion(`${versioned}: the version, ${versionNames()} (default: ${versions.names[0]})`)
    .option('--auth', `${versioned}: require bearer tokens, and print some`)
    .action(async (name: string, given: Partial<ServeFlags>) => {
      const flags: ServeFlags = { port: 0, fault: [], variant: [], ...given };
      const { port, fault: faults, variant: variants, contract, latency, limit, auth } = flags;
      checkSurface(name, defined({ contract }));
      const options = { port, faults, variants, ...defined({ limit, auth }) };
      const chosen = defined({ version: contract, latencyMs: latency });
      const server = await startReference(registrationOf(name), { ...options, ...chosen }, NAMES);
      try {
        const text = await present(name, server, flags);
        // The reader of the output may stop the server at once.
        const stopped = Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name)));
        process.stdout.write(text);
        await stopped;
      } finally {
        await server.close();
      }
    });
}

/** The start of each fixtures file that a reference server writes. */
const MARK = '# Fixtures of a reference server of Assay.';

/** The text to print; with --fixtures-out the fixtures are written there instead. Throws InputError. */
async function present(
  name: string,
  { url, fixtures, tokens }: Running,
  flags: ServeFlags,
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
    `#   ${ASSAY} run ${name} ${url} --fixtures ${file}${variable ? ` --token-env ${variable}` : ''}`,
    flags.fixturesOut === undefined ? text : '',
  ].join('\n');
}

/** The environment variable of a caller's token: ASSAY_TOKEN for the first one, then ASSAY_TOKEN_UNKNOWN_USER. */
function variableOf(caller: string, position: number): string {
  const name = caller.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return position === 0 ? 'ASSAY_TOKEN' : `ASSAY_TOKEN_${name}`;
}
