import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { VERSION } from '../exchange/version.ts';
import { ASSAY } from '../model/package.ts';
import { prose } from '../report/terminal/look.ts';
import { SURFACES } from '../surfaces/index.ts';
import { EXIT } from './exit.ts';
import { checkNotEmpty } from './options/empty.ts';
import { readSettings } from './options/settings-file.ts';
import { complain, withoutSecrets } from './problem.ts';
import { Program } from './program.ts';
import { checkWorkingFolder } from './working-folder.ts';

/** The most columns of help. */
const WIDEST = 100;

const EXAMPLES: readonly (readonly [line: string, purpose: string])[] = [
  ['demo', 'see what a run and a report look like'],
  ['doctor https://server.example', 'see what responds there and what a run could judge'],
  ...SURFACES.flatMap(({ examples }) => examples),
];

type Add = (program: Program) => void;

/** The commands in the order of the help. Each is loaded only when it is needed, because imports take time. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, () => Promise<Add>>>>> = {
  'Check a server:': {
    demo: async () => (await import('./commands/demo.ts')).addDemo,
    doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
    init: async () => (await import('./commands/init.ts')).addInit,
    run: async () => (await import('./commands/run.ts')).addRun,
    plan: async () => (await import('./commands/plan.ts')).addPlan,
    cleanup: async () => (await import('./commands/cleanup.ts')).addCleanup,
    judge: async () => (await import('./commands/judge.ts')).addJudge,
    proxy: async () => (await import('./commands/proxy.ts')).addProxy,
    drift: async () => (await import('./commands/drift.ts')).addDrift,
    compare: async () => (await import('./commands/compare.ts')).addCompare,
  },
  'Understand:': {
    list: async () => (await import('./commands/list.ts')).addList,
    explain: async () => (await import('./commands/explain.ts')).addExplain,
    examples: async () => (await import('./commands/examples.ts')).addExamples,
    spec: async () => (await import('./commands/spec.ts')).addSpec,
    diff: async () => (await import('./commands/diff.ts')).addDiff,
  },
  'Reports:': {
    replay: async () => (await import('./commands/replay.ts')).addReplay,
    merge: async () => (await import('./commands/merge.ts')).addMerge,
    'compare-reports': async () =>
      (await import('./commands/compare-reports.ts')).addCompareReports,
    board: async () => (await import('./commands/board.ts')).addBoard,
    keygen: async () => (await import('./commands/keygen.ts')).addKeygen,
    sign: async () => (await import('./commands/sign.ts')).addSign,
    verify: async () => (await import('./commands/verify.ts')).addVerify,
    submit: async () => (await import('./commands/submit.ts')).addSubmit,
  },
  'Assay itself:': {
    serve: async () => (await import('./commands/serve.ts')).addServe,
    prove: async () => (await import('./commands/prove.ts')).addProve,
  },
};

const HELP = `
Examples:
${EXAMPLES.map(([line, purpose]) => `  # ${purpose}\n  ${ASSAY} ${line}`).join('\n')}

Exit codes:
  0  no MUST failed and something passed; with --certify: every MUST passed,
     and no operation is missing
  1  a MUST failed
  2  inconclusive: no verdict, cut short, or the target cannot be certified
  3  an error in the command line or the configuration, or an internal error;
     also if --out holds files that Assay did not write (--force), or if
     another run is writing there
  4  not allowed: the run would change the target, or a file that you did not
     name would decide where a secret goes or what is written elsewhere
`;

/** Runs one command line and returns its exit code. Never rejects. `onLoaded`: the code of the command is loaded. */
export async function main(
  argv: readonly string[],
  onLoaded: () => void = () => undefined,
): Promise<number> {
  let takeRulesAway = (): void => undefined;
  const program = new Program('assay')
    .description('Checks a live server against its published contract, and writes a report.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError(`\`${ASSAY} --help\` shows all commands.`)
    .configureHelp({ showGlobalOptions: false, subcommandTerm: termOf })
    .configureOutput({
      getOutHelpWidth: helpWidth,
      getErrHelpWidth: helpWidth,
      outputError: (text, write) =>
        write(withoutSecrets(`${prose(text.trimEnd(), process.stderr)}\n${hint(text)}`)),
    })
    .addHelpText('after', HELP)
    .addHelpCommand(
      new Command('help')
        .argument('[command]')
        .description('print the help of a command')
        .helpGroup('Assay itself:'),
    )
    .hook('preAction', async (_, command) => {
      checkWorkingFolder();
      checkNotEmpty(command);
      takeRulesAway = await readSettings(command);
    })
    .exitOverride();
  await addCommands(program, argv[0]);
  const [first, second] = argv;
  const isUnknown =
    first === 'help' && second && !program.commands.some((c) => c.name() === second);
  onLoaded();
  for (const command of program.commands as readonly Program[]) {
    if (!command.options.some(({ long }) => long === '--no-color')) command.noColor();
    command.showHelpAfterError(
      `Usage: ${ASSAY} ${termOf(command)}\nMore:  ${ASSAY} ${command.name()} --help`,
    );
  }
  if (argv.length === 0) {
    program.outputHelp();
    return EXIT.good;
  }
  try {
    await program.parseAsync(isUnknown ? [second] : withBareCertify(argv), { from: 'user' });
    return program.code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return complain(error);
    // Commander has already printed the message. Help and version are not errors.
    return error.exitCode === 0 ? EXIT.good : EXIT.unusable;
  } finally {
    takeRulesAway();
  }
}

/** Ends `--certify` before a surface, a URL or a folder, which commander would take for its value. */
function withBareCertify(argv: readonly string[]): string[] {
  const at = argv.indexOf('--certify');
  const next = argv[at + 1];
  const isArgument = (word: string): boolean =>
    /[\\/]/.test(word) || SURFACES.some(({ name }) => name === word) || existsSync(word);
  if (at === -1 || next === undefined || !isArgument(next)) return [...argv];
  return [...argv.slice(0, at), ...argv.slice(at + 1), '--certify'];
}

/** Adds the named command, or all of them: help and suggestions show every command. */
async function addCommands(program: Program, named: string | undefined): Promise<void> {
  if (named === '--version' || named === '-V') return;
  const isKnown = Object.values(GROUPS).some((commands) => Object.hasOwn(commands, named ?? ''));
  for (const [title, commands] of Object.entries(GROUPS)) {
    program.commandsGroup(title);
    for (const [name, load] of Object.entries(commands))
      if (!isKnown || name === named) (await load())(program);
  }
}

/** A command and its arguments, without its options. */
function termOf(command: Command): string {
  return `${command.name()} ${command.usage().replace(/^\[options\] ?/, '')}`.trimEnd();
}

/** A hint for a URL or a surface in the place of a command. */
function hint(error: string): string {
  const [, word = ''] = /unknown command '(.*)'/.exec(error) ?? [];
  if (/^https?:/i.test(word)) return `What responds there: ${ASSAY} doctor ${word}\n`;
  return SURFACES.some(({ name }) => name === word)
    ? `To check a ${word}: ${ASSAY} run ${word} URL\n`
    : '';
}

function helpWidth(): number {
  return Math.min(WIDEST, process.stdout.columns || 80);
}
