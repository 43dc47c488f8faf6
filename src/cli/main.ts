import { Command, CommanderError } from 'commander';
import { VERSION } from '../exchange/version.ts';
import { addCleanup } from './commands/cleanup.ts';
import { addCompare } from './commands/compare.ts';
import { addCompareReports } from './commands/compare-reports.ts';
import { addDemo } from './commands/demo.ts';
import { addDiff } from './commands/diff.ts';
import { addDoctor } from './commands/doctor.ts';
import { addDrift } from './commands/drift.ts';
import { addExplain } from './commands/explain.ts';
import { addHostile } from './commands/hostile.ts';
import { addInit } from './commands/init.ts';
import { addJudge } from './commands/judge.ts';
import { addKeygen } from './commands/keygen.ts';
import { addList } from './commands/list.ts';
import { addMerge } from './commands/merge.ts';
import { addPlan } from './commands/plan.ts';
import { addProve } from './commands/prove.ts';
import { addProxy } from './commands/proxy.ts';
import { addReplay } from './commands/replay.ts';
import { addRun } from './commands/run.ts';
import { addServe } from './commands/serve.ts';
import { addSign } from './commands/sign.ts';
import { addSpec } from './commands/spec.ts';
import { addVerify } from './commands/verify.ts';
import { EXIT, type Finish } from './exit.ts';
import { noColor } from './options/options.ts';
import { complain } from './problem.ts';
import { OFFERS } from './surfaces.ts';
import { prose } from './terminal/look.ts';

/** Lines that are longer are hard to read. */
const WIDEST = 100;

const EXAMPLES: readonly (readonly [line: string, purpose: string])[] = [
  ['demo', 'see what a run and a report look like'],
  ['doctor https://server.example', 'see what responds there and what a run could judge'],
  ...OFFERS.flatMap(({ examples }) => examples),
];

/** The commands as help shows them. */
const GROUPS: readonly (readonly [title: string, commands: readonly Add[]])[] = [
  [
    'Check a server:',
    [
      addDemo,
      addDoctor,
      addInit,
      addRun,
      addPlan,
      addCleanup,
      addJudge,
      addProxy,
      addDrift,
      addCompare,
    ],
  ],
  ['Understand:', [addList, addExplain, addSpec, addDiff]],
  ['Reports:', [addReplay, addMerge, addCompareReports, addKeygen, addSign, addVerify]],
  ['The kit itself:', [addServe, addHostile, addProve]],
];
type Add = (program: Command, finish: Finish) => void;

const HELP = `
Examples:
${EXAMPLES.map(([line, purpose]) => `  # ${purpose}\n  npx --no-install assay ${line}`).join('\n')}

Exit codes:
  0  no MUST failed and something passed; with --certify: every MUST passed
  1  a MUST failed
  2  inconclusive: no verdict, cut short, or the target cannot be certified
  3  the command line, the configuration or the kit itself is at fault;
     also where --out holds files of others (--force) or another run writes
  4  not allowed: the run would change the target
`;

/** Runs one command line and returns its exit code. Never rejects. */
export async function main(argv: readonly string[]): Promise<number> {
  let code: number = EXIT.good;
  const program = new Command('assay')
    .description('Checks a live server against its published contract, and writes a report.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('`npx --no-install assay --help` shows all commands.')
    .configureHelp({ showGlobalOptions: false, subcommandTerm: termOf })
    .configureOutput({
      getOutHelpWidth: helpWidth,
      getErrHelpWidth: helpWidth,
      outputError: (text, write) =>
        write(`${prose(text.trimEnd(), process.stderr)}\n${hint(text)}`),
    })
    .addHelpText('after', HELP)
    .addHelpCommand(
      new Command('help')
        .argument('[command]')
        .description('print the help of a command')
        .helpGroup('The kit itself:'),
    )
    .exitOverride();
  const finish: Finish = (result) => {
    code = result;
  };
  for (const [title, commands] of GROUPS) {
    program.commandsGroup(title);
    for (const add of commands) add(program, finish);
  }
  for (const command of program.commands) {
    if (!command.options.some(({ long }) => long === '--no-color')) command.addOption(noColor());
    command.showHelpAfterError(
      `Usage: npx --no-install assay ${termOf(command)}\nMore:  npx --no-install assay ${command.name()} --help`,
    );
  }
  if (argv.length === 0) {
    program.outputHelp();
    return code;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return complain(error);
    // Commander has printed it already; help and version end well.
    return error.exitCode === 0 ? EXIT.good : EXIT.unusable;
  }
}

/** A command and its arguments; that it has options goes without saying. */
function termOf(command: Command): string {
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...words].join(' ');
}

/** For a URL or a surface in the place of a command. */
function hint(error: string): string {
  const [, word = ''] = /unknown command '(.*)'/.exec(error) ?? [];
  if (/^https?:/i.test(word)) return `What responds there: npx --no-install assay doctor ${word}\n`;
  return OFFERS.some(({ name }) => name === word)
    ? `To check a ${word}: npx --no-install assay run ${word} URL\n`
    : '';
}

function helpWidth(): number {
  return Math.min(WIDEST, process.stdout.columns || 80);
}
