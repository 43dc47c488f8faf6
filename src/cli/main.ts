import { Command, CommanderError } from 'commander';
import { VERSION } from '../exchange/version.ts';
import { addCompare } from './compare.ts';
import { addCompareReports } from './compare-reports.ts';
import { addDemo } from './demo.ts';
import { addDiff } from './diff.ts';
import { addDrift } from './drift.ts';
import { EXIT, type Finish } from './exit.ts';
import { addExplain } from './explain.ts';
import { addJudge } from './judge.ts';
import { addKeygen } from './keygen.ts';
import { addList } from './list.ts';
import { addMerge } from './merge.ts';
import { addPlan } from './plan.ts';
import { complain } from './problem.ts';
import { addProve } from './prove.ts';
import { addReplay } from './replay-report.ts';
import { addRun } from './run.ts';
import { addServe } from './serve.ts';
import { addSign } from './sign.ts';
import { addSpec } from './spec.ts';
import { addVerify } from './verify.ts';

const EXAMPLES = `
Examples:
  assay demo                                                    see what a run and a report look like
  assay run registry https://registry.example -F fixtures.yaml  check a server
  assay plan registry https://registry.example                  see what a run would send
  assay run ledger https://ledger.example --token-env TOKEN     check a ledger, by reading only
  assay compare https://one.example https://other.example       where two ledgers answer otherwise

Exit codes:
  0  no MUST failed and something passed; with --certify: every MUST passed
  1  a MUST failed
  2  nothing could be told, the run was cut short, or the target cannot be certified
  3  the command line, the configuration or the kit itself is at fault
  4  refused for safety
`;

/** Runs one command line and answers with its exit code. Never rejects. */
export async function main(argv: readonly string[]): Promise<number> {
  let code: number = EXIT.good;
  const program = new Command('assay')
    .description('Checks a live server against its published contract, and writes a report.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Add --help to see what can be written here.')
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', EXAMPLES)
    .exitOverride();
  const finish: Finish = (result) => {
    code = result;
  };
  const commands = [
    addDemo,
    addRun,
    addPlan,
    addMerge,
    addCompareReports,
    addJudge,
    addReplay,
    addList,
    addExplain,
    addServe,
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
    // Commander has said it already; help and version end well.
    return error.exitCode === 0 ? EXIT.good : EXIT.unusable;
  }
}
