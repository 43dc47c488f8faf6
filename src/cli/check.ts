/** One run as a person sees it: progress, the report's files, the summary, the exit code. */

import type { Report, Surface } from '../model/index.ts';
import { type Baseline, knownToFail } from '../report/baseline/baseline.ts';
import { headline, sentence } from '../report/digest.ts';
import { summary } from '../report/terminal/terminal.ts';
import { type ReportWithEvidence, type RunOptions, run } from '../run/run.ts';
import { writeArtefacts } from './artefacts.ts';
import { EXIT, exitCodeOf } from './exit.ts';
import { type Known, NOTHING_KNOWN, onGitHub, printable, tellGitHub } from './github.ts';
import { listenForInterrupt } from './interrupt.ts';
import { live } from './live.ts';
import { look } from './look.ts';
import { complain } from './problem.ts';

export interface View {
  readonly out: string;
  /** Where the whole report goes as one zip file. */
  readonly bundle?: string | undefined;
  readonly certify: boolean;
  /** Failures that are known. A certificate takes none as known. */
  readonly baseline?: Baseline | undefined;
  readonly quiet: boolean;
  readonly colour: boolean;
}

/** Checks a target, writes the report into a prepared folder and prints its summary. Returns the exit code. */
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
  return conclude(options.surface, ran, view).finally(() => interrupt.release());
}

/** Writes the report of a run that is over into a prepared folder and prints its summary. Returns the exit code. */
export async function conclude(
  surface: Surface,
  ran: ReportWithEvidence,
  view: View,
): Promise<number> {
  const { report } = ran;
  const known = await knownOf(report, surface, view);
  const written = await write(surface, view, ran, known.markdown).catch((error: unknown) => ({
    error,
  }));
  const failed = 'error' in written;
  print(report, view, failed ? [] : written);
  if (known.text !== '') show(`${view.quiet ? '' : '\n'}${known.text}`);
  if (view.bundle !== undefined && !view.quiet && !failed) show(`Bundle: ${view.bundle}\n`);
  if (onGitHub()) {
    const folder = failed ? '' : view.out;
    process.stdout.write(await tellGitHub(report, folder, process.env, known));
  }
  const { code } = known;
  if (failed) complain(written.error);
  return failed && code !== EXIT.failed ? EXIT.unusable : code;
}

/** What the baseline states about the report, where there is one, and the exit code. */
async function knownOf(
  report: Report,
  surface: Surface,
  { baseline, certify }: View,
): Promise<Known & { readonly text: string; readonly code: number }> {
  const nothing = { ...NOTHING_KNOWN, text: '', code: exitCodeOf(report, certify) };
  if (baseline === undefined) return nothing;
  if (certify) {
    return { ...nothing, text: 'The baseline is not used: a certificate has no exceptions.\n' };
  }
  const { exitCodeWith, holdTo } = await import('./baseline.ts');
  const { baselineMarkdown, baselineText } = await import('../report/baseline/text.ts');
  const held = holdTo(baseline, report, surface);
  return {
    text: baselineText(report, held),
    markdown: baselineMarkdown(report, held),
    known: knownToFail(held),
    code: exitCodeWith(report, held),
  };
}

async function write(
  surface: Surface,
  { out, bundle }: View,
  ran: ReportWithEvidence,
  appendix: string,
): Promise<readonly string[]> {
  const paths = await writeArtefacts(out, ran, surface, appendix);
  if (bundle !== undefined) {
    const { bundleFolder } = await import('./bundle.ts');
    await bundleFolder(out, bundle);
  }
  return paths;
}

function print(report: Report, view: View, paths: readonly string[]): void {
  if (view.quiet) {
    show(`${headline(report)}: ${sentence(report)}\n`);
    const [cause] = report.summary.MUST.passed === 0 ? report.run.notes : [];
    if (cause !== undefined) process.stderr.write(`${cause}\n`);
    return;
  }
  show(`${summary(report, look(view.colour), paths)}\n`);
  if (view.certify && report.result === 'partial') {
    process.stdout.write('Not certified: every MUST that applies has to be judged, and pass.\n');
  }
}

/** What a target wrote is in this text, so that a job must not take a line of it for a command. */
function show(text: string): void {
  process.stdout.write(onGitHub() ? printable(text) : text);
}
