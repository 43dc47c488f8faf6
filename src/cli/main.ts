import { Command, CommanderError } from 'commander';
import { VERSION } from '../exchange/version.ts';
import { addCleanup } from './commands/cleanup.ts';
import { addCompare } from './commands/compare.ts';
import { addCompareReports } from './commands/compare-reports.ts';
import { addDemo } from './commands/demo.ts';
import { addDiff } from './commands/diff.ts';
import { addDrift } from './commands/drift.ts';
import { addExplain } from './commands/explain.ts';
import { addHostile } from './commands/hostile.ts';
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
import { complain } from './problem.ts';
import { OFFERS } from './surfaces.ts';

const EXAMPLES: readonly (readonly [line: string, purpose: string])[] = [
  ['demo', 'see what a run and a report look like'],
  ...OFFERS.flatMap(({ examples }) => examples),
];
const WIDTH = Math.max(...EXAMPLES.map(([line]) => line.length));

const HELP = `
Examples:
${EXAMPLES.map(([line, purpose]) => `  assay ${line.padEnd(WIDTH)}  ${purpose}`).join('\n')}

Exit codes:
  0  no MUST failed and something passed; with --certify: every MUST passed
  1  a MUST failed
  2  inconclusive: no verdict, the run was cut short, or the target cannot be certified
  3  the command line, the configuration or the kit itself is at fault
  4  refused for safety
`;

/** Runs one command line and returns its exit code. Never rejects. */
export async function main(argv: readonly string[]): Promise<number> {
  let code: number = EXIT.good;
  const program = new Command('assay')
    .description('Checks a live server against its published contract, and writes a report.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Add --help to see what can be written here.')
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', HELP)
    .exitOverride();
  const finish: Finish = (result) => {
    code = result;
  };
  const commands = [
    addDemo,
    addRun,
    addCleanup,
    addPlan,
    addMerge,
    addCompareReports,
    addJudge,
    addProxy,
    addReplay,
    addList,
    addExplain,
    addServe,
    addHostile,
    addProve,
    addSpec,
    addDiff,
    addDrift,
    addCompare,
    addKeygen,
    addSign,
    addVerify,
  ];
  for (const add of commands) {
    add(program, finish);
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
