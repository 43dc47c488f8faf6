/** The options that commands share, and the parsers of their values. */
import { type Command, Option } from 'commander';
import type { Level } from '../../contract/contract.ts';
import { InputError } from '../../input/error.ts';
import type { Flags, Seed } from '../../input/flags.ts';
import { parseDuration, parsePercentage } from '../../input/options.ts';
import { SETTINGS_FILE } from '../../input/settings-file.ts';
import { PROFILES } from '../../model/index.ts';
import { MAX_RUNS } from '../../plan/seed.ts';
import { LEVELS } from '../../report/status.ts';
import type { Look } from '../../report/terminal/failure.ts';
import { prose } from '../../report/terminal/look.ts';
import { thousands } from '../../report/text.ts';
import { CONCURRENCY } from '../../run/options.ts';
import { SURFACES, VERSIONED } from '../../surfaces/index.ts';

const SAMPLED = SURFACES.filter(({ sampled }) => sampled)
  .map(({ name }) => name)
  .join(', ');

export function addSelection(command: Command): Command {
  return command
    .optionsGroup('What is tested:')
    .addOption(ONLY)
    .addOption(levelOption('the lowest level to test'))
    .addOption(WITHOUT)
    .option(
      '--seed <n|random>',
      'the seed of random values; random picks one (default: 1, with --allow-writes random)',
      seed,
    )
    .option(
      '--runs <n>',
      `${SAMPLED} only: how many random values are added to the fixed ones (default: 40)`,
      integer('--runs', 1, MAX_RUNS),
    )
    .option(
      '--hunt <n>',
      'the maximum number of requests beyond the plan, to confirm, shrink and search for failures (default: half as many as the offered operations get, and at least 200)',
      integer('--hunt', 0, MAX_RUNS),
    )
    .addOption(
      new Option(
        '--profile <profile>',
        'quick distributes the test cases over the operations: a few hundred requests (default: full)',
      ).choices(PROFILES),
    );
}

export function addTarget(command: Command): Command {
  const about = command
    .optionsGroup('The target:')
    .option(
      '-F, --fixtures <file>',
      'test data that only you can supply: live ids, valid arguments (YAML)',
    )
    .option(
      '--origin <url>',
      'a page that calls the target, if the target allows only known pages (default: https://wallet.example)',
    )
    .option(
      '--rate <n/s>',
      'the maximum rate of requests, such as 2/s or 120/m (default: a low rate that the run shows; no limit for a target on this machine)',
    )
    .option(
      '--concurrency <n>',
      `the maximum number of concurrent requests; fewer if the target accepts few connections (default: ${CONCURRENCY})`,
      integer('--concurrency', 1, 64),
    );
  return addConfig(about);
}

/** Adds the options of the settings file, which is read before the command starts. */
export function addConfig(command: Command): Command {
  return command
    .option(
      '--config <file>',
      `settings of a run (default: ${SETTINGS_FILE} in this folder, if any; the run names it)`,
    )
    .option('--no-config', `read no settings, not even ${SETTINGS_FILE} in this folder`);
}

/** Adds the options about sending requests, with the token. */
export function addSending(command: Command): Command {
  return addToken(
    addNetwork(
      command
        .option(
          '--timeout <time>',
          'how long a response may take, such as 500ms, 5s or 1m (default: 10s)',
          (text: string) => parseDuration(text),
        )
        .option('--header <line>', "'Name: value', sent with each request; repeatable", collected),
    ),
  );
}

/** Adds the options about the way to the target: certificates and a proxy. */
export function addNetwork(command: Command): Command {
  return command
    .option('--ca <file>', 'additional certificate authorities to trust (PEM)')
    .option('--insecure', 'do not verify the certificate of the server; the report states this')
    .option('--cert <file>', 'client certificate for mutual TLS (PEM, or PKCS#12 with its key)')
    .option('--key <file>', 'private key of the client certificate (PEM)')
    .addOption(
      new Option(
        '--key-passphrase-env <name>',
        'environment variable with the passphrase of the key',
      ).conflicts('keyPassphraseFile'),
    )
    .option('--key-passphrase-file <file>', 'file with the passphrase of the key')
    .option(
      '--proxy <url|none>',
      'forward proxy for all requests (default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, except for this machine)',
    );
}

/** Adds the options of the token: a variable, a file, or a token endpoint; they exclude each other. */
function addToken(command: Command): Command {
  return command
    .optionsGroup('The token:')
    .addOption(
      new Option('--token-env <name>', 'environment variable with the bearer token').conflicts([
        ...['tokenFile', ...OAUTH],
      ]),
    )
    .addOption(new Option('--token-file <file>', 'file with the bearer token').conflicts(OAUTH))
    .option('--oauth-token-url <url>', 'fetch a token from this URL (client credentials)')
    .option('--oauth-client-id <id>', 'the client id for the token')
    .option('--oauth-client-secret-env <name>', "environment variable with the client's secret")
    .option('--oauth-scope <scope>', 'the scope of the token')
    .option('--oauth-audience <audience>', 'the audience of the token');
}

const OAUTH = [
  ...['oauthTokenUrl', 'oauthClientId', 'oauthClientSecretEnv', 'oauthScope', 'oauthAudience'],
];

/** Adds the version of a contract, and a document in its place. */
export function addContract<C extends Command>(command: C, version: string, document: string): C {
  return command
    .addOption(new Option(CONTRACT, version).conflicts('contractFile'))
    .option('--contract-file <file|url>', document);
}

export const CONTRACT = '--contract <version>';

/** Options for surfaces with several versions, and with operations that change the target. */
export function addContractAndWrites(command: Command): Command {
  const { name, versions } = VERSIONED;
  return addContract(
    command.optionsGroup(`For a ${name} only:`),
    `${versions.names.join(', ')}, or auto: as the target reports (default: auto)`,
    `judge by this OpenAPI document of a ${name}`,
  )
    .option('--allow-writes', 'also create objects at the target; the run removes them')
    .option(
      '--allow-irreversible',
      'also make permanent changes, and send changes with dryRun; needs --allow-writes',
    )
    .option(
      '--strict-read',
      'send nothing to operations that change something, not even requests without effect',
    );
}

/** The option to write into a folder with foreign files. */
export const FORCE: Option = new Option(
  '--force',
  'write the report even to a folder with files that Assay did not write, and replace those of the same name',
);

export function addView(command: Command): Command {
  return command
    .optionsGroup('What is shown:')
    .option('-q, --quiet', 'print the result and nothing else')
    .addOption(NO_COLOR);
}

/** The same, for commands that print the summary of a report. */
export function addSummaryView(command: Command): Command {
  return addView(command).option('--verbose', 'print every problem in full, and every warning');
}

/** Every command has this option. */
export const NO_COLOR: Option = new Option(
  '--no-color',
  'print plain text (also with the environment variable NO_COLOR)',
);

/** The option that selects APIs. */
export const API: Option = new Option(
  '--api <names>',
  'for a surface with several APIs: only these, such as allocation-v1, or allocation-v1@1.0.0 for an older version; repeatable, or several with commas',
).argParser(collected);

/** The option that decides the exit code. */
export const CERTIFY: Option = new Option(
  '--certify [apis]',
  'fail unless the target fully conforms: everything it offers, or the given APIs, separated by commas',
);

/** The option that decides how much a run has to judge. */
export const MIN_JUDGED: Option = new Option(
  '--min-judged <share>',
  'exit with 2 if a smaller share of the planned MUST requirements was judged, such as 80% (default: 50%)',
).argParser((text: string) => parsePercentage('--min-judged', text));

/** The option that adds rules of the user. */
export const RULES: Option = new Option(
  '--rules <file>',
  'your own rules for a surface (YAML; see docs/own-rules.md); repeatable',
).argParser(collected);

/** The option that selects requirements. */
export const ONLY: Option = new Option(
  '--only <glob>',
  "requirements by id or name, such as '*/withdraw/*'; repeatable, or several with commas",
).argParser(collected);

/** The option that leaves out groups of rules. */
export const WITHOUT: Option = new Option(
  '--without <groups>',
  'leave out these groups of rules, such as browsers; repeatable, or several with commas',
).argParser(collected);

export function levelOption(statement: string): Option {
  return new Option('--level <level>', `${statement}: must, should or may`).argParser(level);
}

/** Reads the name of a level in any case. Throws InputError. */
function level(text: string): Level {
  const found = LEVELS.find((name) => name === text.toUpperCase());
  if (found !== undefined) return found;
  throw new InputError(
    `--level: ${JSON.stringify(text)} is not a level. Write must, should or may.`,
  );
}

const LEAST_SEED = -(2 ** 31);
const MAX_SEED = 2 ** 31 - 1;

function seed(text: string): Seed {
  if (text === 'random') return text;
  const value = Number(text);
  if (/^[+-]?\d+$/.test(text) && value >= LEAST_SEED && value <= MAX_SEED) return value;
  throw new InputError(
    `--seed: ${JSON.stringify(text)} is not a seed. Write a whole number from ${LEAST_SEED} to ${MAX_SEED}, or random.`,
  );
}

/** Reads a whole number. The parser throws InputError. */
export function integer(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[+-]?\d+$/.test(text) && value >= least && value <= most) return value;
    const range = `from ${thousands(least)} to ${thousands(most)}`;
    throw new InputError(
      `${name}: ${JSON.stringify(text)} is not a whole number ${range}. Write one.`,
    );
  };
}

/** An option that may be given more than once. */
export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** The look of a summary on stdout. */
export function viewOf(
  flags: Flags,
): Required<Pick<Look, 'colour' | 'verbose'>> & { readonly quiet: boolean } {
  const { quiet = false, verbose = false } = flags;
  return { quiet, verbose, colour: colourOf(flags, process.stdout) };
}

export function colourOf(flags: Flags, stream: { readonly isTTY?: boolean }): boolean {
  const wanted =
    flags.color !== false && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
  return wanted && stream.isTTY === true;
}

const FORMATS = ['text', 'json', 'markdown'] as const;

export type Format = (typeof FORMATS)[number];

export function formatOption(): Option {
  return new Option('--format <format>', 'the format of the result')
    .choices(FORMATS)
    .default('text');
}

/** Prints it; text for people is wrapped at the width of a terminal. */
export function printAs(format: Format, text: string): void {
  process.stdout.write(format === 'text' ? prose(text, process.stdout) : text);
}
