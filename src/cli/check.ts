/** One run as a person sees it: progress, the report's files, the summary, the exit code. */
import { headline, sentence } from '../report/digest.ts';
import { summary } from '../report/terminal.ts';
import { type RunOptions, run } from '../run.ts';
import type { Report } from '../words.ts';
import { writeArtefacts } from './artefacts.ts';
import { EXIT, exitCodeOf } from './exit.ts';
import { listenForInterrupt } from './interrupt.ts';
import { live } from './live.ts';
import { complain } from './problem.ts';

export interface View {
  readonly out: string;
  readonly certify: boolean;
  readonly quiet: boolean;
  readonly colour: boolean;
}

/** Checks a target, writes the report into a prepared folder and prints its summary. Answers with the exit code. */
export async function check(options: RunOptions, view: View): Promise<number> {
  const line = live(!view.quiet);
  const interrupt = listenForInterrupt(() => {
    line.clear();
    process.stderr.write(
      'Stopping. The report of what was done follows; Ctrl-C again ends at once.\n',
    );
  });
  const ran = await run({
    ...options,
    signal: interrupt.signal,
    onProgress: (progress) => line.update(progress),
  });
  line.clear();
  const written = await writeArtefacts(view.out, ran).catch((error: unknown) => ({ error }));
  interrupt.release();
  const failed = 'error' in written;
  const { report } = ran;
  print(report, view, failed ? [] : written);
  const code = exitCodeOf(report, view.certify);
  if (failed) complain(written.error);
  return failed && code !== EXIT.failed ? EXIT.unusable : code;
}

function print(report: Report, view: View, paths: readonly string[]): void {
  if (view.quiet) {
    process.stdout.write(`${headline(report)}: ${sentence(report)}\n`);
    const [cause] = report.summary.MUST.passed === 0 ? report.run.notes : [];
    if (cause !== undefined) process.stderr.write(`${cause}\n`);
    return;
  }
  process.stdout.write(`${summary(report, view.colour, paths)}\n`);
  if (view.certify && report.result === 'partial') {
    process.stdout.write('Not certified: every MUST that applies has to be judged, and pass.\n');
  }
}
