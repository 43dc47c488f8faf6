import { lstatSync } from 'node:fs';
import { FIXTURES, type InitValues, SETTINGS } from '../../init/files.ts';
import type { Prompts } from '../../init/prompts.ts';
import { InputError } from '../../input/error.ts';
import { isOperatorFixture } from '../../input/fixtures.ts';
import { commandLine } from '../../input/given-options.ts';
import { parseHeader } from '../../input/options.ts';
import { type SettingFlags, settingsOf } from '../../input/settings.ts';
import { oauthIn } from '../../input/token.ts';
import { defined } from '../../model/defined.ts';
import { SURFACES, surfaceNames, VERSIONED } from '../../surfaces/index.ts';
import { surfacesNamed } from '../options/surface.ts';
import { collected } from '../options/values.ts';
import type { Program } from '../program.ts';

interface InitFlags extends SettingFlags {
  readonly surface?: string;
  readonly fixture?: readonly string[];
}

export function addInit(program: Program): void {
  program
    .command('init [url]')
    .description(
      `prompt for what a run needs, try each value, and write ${SETTINGS} and ${FIXTURES}`,
    )
    .action(init)
    .option('--surface <name>', `what responds there: ${surfaceNames()}`)
    .option('--fixture <name=value>', 'a fixture, tested against the target; repeatable', collected)
    .option('--force', 'replace files without a prompt; the former ones are kept as .old')
    .contractVersion(`judge a ${VERSIONED.name} by this version (default: as the target reports)`)
    .sending();
}

/**
 * Prompts for values, tries them and writes the files. Without a terminal it writes what the options give and what it
 * makes up, if the target accepts it, and says what is missing. Throws InputError before it writes anything.
 */
async function init(url: string | undefined, flags: InitFlags): Promise<void> {
  const { interview } = await import('../../init/interview.ts');
  const { namedFixture } = await import('../../init/fixture-input.ts');
  const { filesOf, writeFiles } = await import('../../init/files.ts');
  const { promptsOn } = await import('../../init/prompts.ts');
  const surfaces = await surfacesNamed(flags.surface);
  const names = surfaces.flatMap((surface) => Object.keys(surface.emptyFixtures ?? {}));
  const known = names.filter(isOperatorFixture);
  const fixtures = (flags.fixture ?? []).map((text) => namedFixture(text, known));
  const atTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const prompts = atTerminal ? promptsOn(process.stdin, process.stdout) : undefined;
  try {
    if (!flags.force) await checkFree(prompts);
    const { surface, contract, tokenEnv } = flags;
    const values = await interview(
      {
        ...defined({ url, surface, contract, tokenEnv }),
        fixtures,
        settingsFor: (variable) => {
          const now = { ...flags, ...defined({ tokenEnv: variable }) };
          return settingsOf(now, { registration: VERSIONED });
        },
      },
      SURFACES,
      prompts,
    );
    const files = filesOf({ ...values, settings: settingsIn(flags, values) }, process.cwd());
    const old = writeFiles(files, process.cwd());
    // The settings file cannot have `--insecure`, nor decide about a proxy, so the command has them.
    const way = flags.proxy === undefined ? [] : ['--proxy', flags.proxy];
    const next = commandLine('run', ...(flags.insecure ? ['--insecure'] : []), ...way);
    const { missing = [], remarks = [] } = values;
    const lines = [
      `Written: ${[...files.keys()].join(' and ')}`,
      ...(old.length > 0 ? [`The former files are kept: ${old.join(' and ')}`] : []),
      ...(prompts === undefined ? remarks : []),
      ...(missing.length > 0 ? ['Missing:', ...missing.map((one) => `  ${one}`)] : []),
      ...['Next:', `  ${next}`],
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    prompts?.close();
  }
}

/** The options of the requests, by their names in the settings file. */
function settingsIn(flags: InitFlags, { tokenEnv }: InitValues): Readonly<Record<string, unknown>> {
  const { ca, cert, key, keyPassphraseEnv, keyPassphraseFile, timeout, tokenFile, header } = flags;
  return defined({
    ...{ ca, cert, key, keyPassphraseEnv, keyPassphraseFile, timeout },
    headers: header && Object.fromEntries(header.map(parseHeader)),
    // A new variable replaces another credential that the target rejected.
    ...(tokenEnv === undefined && {
      tokenFile,
      oauth: flags.oauthTokenUrl === undefined ? undefined : oauthIn(flags),
    }),
  });
}

/** Throws InputError if a file exists that must stay. */
async function checkFree(prompts: Prompts | undefined): Promise<void> {
  for (const file of [SETTINGS, FIXTURES].filter((name) =>
    lstatSync(name, { throwIfNoEntry: false }),
  )) {
    if (prompts === undefined)
      throw new InputError(`${file} already exists. Add --force to overwrite it, or remove it.`);
    const entered = await prompts.prompt(`${file} already exists. Overwrite it? (y/N)`);
    if (!/^y(es)?$/i.test(entered))
      throw new InputError(`${file} was not changed. Nothing was written.`);
  }
}
