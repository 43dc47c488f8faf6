import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { InputError } from '../../input/error.ts';
import { isOperatorFixture } from '../../input/fixtures.ts';
import { commandLine } from '../command-line.ts';
import type { Finish } from '../exit.ts';
import { FIXTURES, SETTINGS } from '../init/files.ts';
import type { Questions } from '../init/questions.ts';
import { addSending, collected, contractOption, defined } from '../options/options.ts';
import { type SettingFlags, settingsOf } from '../options/settings.ts';
import { OFFERS, VERSIONED } from '../surfaces.ts';

interface InitFlags extends SettingFlags {
  readonly surface?: string;
  readonly fixture?: readonly string[];
  readonly force?: true;
}

export function addInit(program: Command, finish: Finish): void {
  const command = program
    .command('init [url]')
    .description(`ask for what a run needs, try each answer, and write ${SETTINGS} and ${FIXTURES}`)
    .option(
      '--surface <name>',
      `what responds there: ${OFFERS.map(({ name }) => name).join(' or ')}`,
    )
    .option('--fixture <name=value>', 'a fixture, tried at the target; again for more', collected)
    .option('--force', 'overwrite files without a question')
    .addOption(contractOption(`hold a ${VERSIONED.name} to this version (default: ask the target)`))
    .action(async (url: string | undefined, flags: InitFlags) => {
      await init(url, flags);
      finish(0);
    });
  addSending(command);
}

/** Asks, tries and writes. Throws InputError; then nothing is written. */
async function init(url: string | undefined, flags: InitFlags): Promise<void> {
  const { interview } = await import('../init/interview.ts');
  const { namedFixture } = await import('../init/answers.ts');
  const { filesOf, writeFiles } = await import('../init/files.ts');
  const { questionsOn } = await import('../init/questions.ts');
  const { surfacesNamed } = await import('../options/surface.ts');
  const surfaces = await surfacesNamed(flags.surface);
  const names = surfaces.flatMap((surface) => Object.keys(surface.emptyFixtures ?? {}));
  const known = names.filter(isOperatorFixture);
  const fixtures = (flags.fixture ?? []).map((text) => namedFixture(text, known));
  const atTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const questions = atTerminal ? questionsOn(process.stdin, process.stdout) : undefined;
  try {
    if (!flags.force) await checkFree(questions);
    const { surface, contract, tokenEnv } = flags;
    const answers = await interview(
      {
        ...defined({ url, surface, contract, tokenEnv }),
        fixtures,
        settingsFor: (target, variable) => {
          const now = { ...flags, ...defined({ tokenEnv: variable }) };
          return settingsOf(now, target, { offer: VERSIONED, alone: true });
        },
      },
      questions,
    );
    const files = filesOf(answers, process.cwd());
    writeFiles(files, process.cwd());
    const next = commandLine('run', answers.surface, answers.url);
    process.stdout.write(`Written: ${[...files.keys()].join(' and ')}\nNext:\n  ${next}\n`);
  } finally {
    questions?.close();
  }
}

/** Throws InputError where a file is there that must stay. */
async function checkFree(questions: Questions | undefined): Promise<void> {
  for (const file of [SETTINGS, FIXTURES].filter((name) => existsSync(name))) {
    if (questions === undefined)
      throw new InputError(`${file} is here already. Add --force to overwrite it, or remove it.`);
    const answer = await questions.ask(`${file} is here already. Overwrite it? (y/N)`);
    if (!/^y(es)?$/i.test(answer))
      throw new InputError(`${file} stays as it is. Nothing was written.`);
  }
}
