/** One run for a user: progress, the files of the report, the summary, the exit code. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXCHANGES } from '../evidence/journal.ts';
import type { Certify } from '../input/apis.ts';
import { InputError } from '../input/error.ts';
import type { Report, Surface } from '../model/index.ts';
import { ASSAY } from '../model/package.ts';
import { writeArtefacts } from '../output/artefacts.ts';
import { onGitHub, reportToGitHub } from '../output/github.ts';
import { type Held, unlisted, withKnown } from '../report/baseline/baseline.ts';
import { headline, sentence } from '../report/digest.ts';
import { live } from '../report/terminal/live.ts';
import { look } from '../report/terminal/look.ts';
import { summary } from '../report/terminal/terminal.ts';
import { count } from '../report/text.ts';
import { type ReportWithEvidence, type RunOptions, run } from '../run/run.ts';
import type { BaselineUse } from './baseline.ts';
import { EXIT, exitCodeOf, uncertified } from './exit.ts';
import { listenForInterrupt } from './interrupt.ts';
import { complain, notice } from './problem.ts';
import { writeCommands } from './streams.ts';

export interface View extends BaselineUse {
  readonly out: string;
  /** The zip file for the whole report. */
  readonly bundle?: string | undefined;
  readonly certify: Certify;
  readonly quiet: boolean;
  /** Each problem is printed in full. */
  readonly verbose: boolean;
  readonly colour: boolean;
  /** Sends failed requests again when the server restarts or the user presses Enter. Needs a terminal. */
  readonly watch?: boolean;
}

/** Checks a target, writes the report into a prepared folder and prints its summary. Returns the exit code. */
export async function check(options: RunOptions, view: View): Promise<number> {
  const line = live(!view.quiet, process.stderr, view.colour);
  const interrupt = listenForInterrupt(() => {
    line.clear();
    process.stderr.write(
      'Stopping. A report of what was done follows; press Ctrl-C again to stop at once.\n',
    );
  });
  const ran = await run({
    ...options,
    folder: view.out,
    signal: interrupt.signal,
    onProgress: (progress) => line.update(progress),
    onFailure: (verdict) => line.failure(verdict),
    onNotice: (text) => {
      line.clear();
      if (!view.quiet) notice(text);
    },
  });
  line.end();
  const silence = silenceIn(ran);
  if (silence !== undefined && !ran.report.run.interrupted) {
    ran.evidence.discard();
    interrupt.release();
    const isThere = existsSync(join(view.out, 'report.json'));
    const kept = isThere ? ` The earlier report in ${view.out} is kept.` : '';
    complain(new InputError(`${silence}${kept}`));
    return EXIT.inconclusive;
  }
  const code = await conclude(options.surface, ran, view).finally(() => interrupt.release());
  if (view.watch !== true || ran.report.run.interrupted) return code;
  const { watchOn } = await import('../watch/watch.ts');
  const now = await watchOn(ran.report, options, view.colour);
  if (now === undefined) return code;
  if (now.runAll) return check(options, view);
  return (await knownOf(now.report, options.surface, view)).code;
}

/** Reasons that prevent a connection: such a run gets no report. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  ...['refused', 'dns', 'proxy', 'budget', 'interrupted'],
]);

/** Why the target could not be reached; `undefined` if it could, so that the report is written. */
function silenceIn({ report, evidence }: ReportWithEvidence): string | undefined {
  const { verdicts, summary, run: ran } = report;
  const isKnown = Object.values(summary).some(({ passed, failed }) => passed + failed > 0);
  if (isKnown || !verdicts.some(({ reason }) => reason === 'unreachable')) return undefined;
  const { log } = evidence.outline() as { log: { entries: { _silence?: { kind: string } }[] } };
  const kinds = log.entries.map(({ _silence }) => _silence?.kind ?? '');
  if (!kinds.every((kind) => NO_CONNECTION.has(kind))) return undefined;
  return ran.neverResponded ?? ran.notes.at(-1);
}

/** Writes the report of a finished run into a prepared folder and prints its summary. Returns the exit code. */
export async function conclude(
  surface: Surface,
  ran: ReportWithEvidence,
  view: View,
): Promise<number> {
  const known = await knownOf(ran.report, surface, view);
  const report = withKnown(ran.report, known.held);
  const written = await write(surface, view, { ...ran, report }, known.markdown).catch(
    (error: unknown) => ({
      error,
      paths: [],
    }),
  );
  printSummary(report, view, written.paths);
  if (known.text !== '') process.stdout.write(`${view.quiet ? '' : '\n'}${known.text}`);
  const error =
    written.error ?? (await keepBaselines(known, report, view).catch((why: unknown) => why));
  if (view.bundle !== undefined && !view.quiet && !error)
    process.stdout.write(`Bundle: ${view.bundle}\n`);
  if (onGitHub()) {
    const folder = written.paths.length === 0 ? '' : view.out;
    const job = await reportToGitHub(report, folder, process.env, known.markdown);
    writeCommands(process.stdout, job.commands);
    process.stdout.write(job.problems);
  }
  if (error) complain(error);
  return error ? EXIT.unusable : known.code;
}

interface KnownFailures {
  /** What the baseline names, with its state. */
  readonly held: readonly Held[];
  /** For the end of summary.md, and for the screen. */
  readonly markdown: string;
  readonly text: string;
  readonly code: number;
  /** The passed requirements that have an entry. */
  readonly fixed: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The comparison with the baseline, and the exit code. */
async function knownOf(
  report: Report,
  surface: Surface,
  { baseline, certify, updated, quiet }: View,
): Promise<KnownFailures> {
  const code = exitCodeOf(report, certify);
  const nothing = { held: [], fixed: NOTHING, markdown: '', text: '', code };
  if (baseline === undefined) return nothing;
  if (certify) {
    return { ...nothing, text: 'The baseline is not used: a certificate allows no exceptions.\n' };
  }
  const { exitCodeWith, holdTo } = await import('./baseline.ts');
  const { baselineMarkdown, baselineText } = await import('../report/baseline/baseline-text.ts');
  const all = holdTo(baseline, report, surface);
  const stale = all.filter(({ standing }) => updated !== undefined && standing === 'stale');
  const held = all.filter((one) => !stale.includes(one));
  return {
    fixed: new Set(stale.map(({ requirement }) => requirement)),
    text: baselineText(report, held, quiet),
    markdown: baselineMarkdown(report, held),
    held,
    code: exitCodeWith(report, held),
  };
}

/** Writes the requested baselines. Throws InputError. */
async function keepBaselines(
  { fixed }: KnownFailures,
  report: Report,
  { baseline = { entries: [] }, newBaseline, updated }: View,
): Promise<void> {
  if (newBaseline === undefined && fixed.size === 0) return;
  const { removeEntries, writeBaseline } = await import('./baseline-file.ts');
  if (updated !== undefined && fixed.size > 0) {
    await removeEntries(updated, fixed);
    process.stdout.write(
      `${updated}: ${count(fixed.size, 'requirement')} removed, because ${fixed.size === 1 ? 'it' : 'they'} now passed.\n`,
    );
  }
  if (newBaseline === undefined) return;
  const problems = unlisted(report, baseline);
  const all = new Set(problems.flatMap((one) => one.requirements.map((r) => r.requirement)));
  writeBaseline(newBaseline, problems);
  process.stdout.write(
    `${newBaseline}: ${count(problems.length, 'problem')} (${count(all.size, 'requirement')}) written. ${TO_FILL_IN}\n`,
  );
}

const TO_FILL_IN =
  'An entry has no effect until owner, reason and expires are filled in; then run with --baseline.';

interface Wrote {
  readonly paths: readonly string[];
  /** Why the report is not complete. */
  readonly error?: unknown;
}

async function write(
  surface: Surface,
  { out, bundle }: View,
  ran: ReportWithEvidence,
  appendix: string,
): Promise<Wrote> {
  const { paths, left } = await writeArtefacts(out, ran, surface, appendix);
  if (left.length > 0) return { paths, error: noRoom(out, left, ran) };
  const { problem } = ran.evidence;
  if (problem !== undefined) {
    const error = new InputError(
      `evidence.har is incomplete: some exchanges could not be saved (${problem}). Free some disk space, or name another disk with --out, and run again.`,
    );
    return { paths, error };
  }
  ran.evidence.discard();
  if (bundle !== undefined) {
    const { bundleFolder } = await import('../output/bundle.ts');
    await bundleFolder(out, bundle);
  }
  return { paths };
}

function noRoom(
  out: string,
  left: readonly string[],
  { evidence }: ReportWithEvidence,
): InputError {
  const kept = evidence.lost
    ? 'Free some space, or name another disk with --out, and run again.'
    : `The exchanges are in ${join(out, EXCHANGES)}: free some space, and judge them with \`${ASSAY} judge ${out}\`.`;
  return new InputError(`no space on the disk for ${left.join(', ')} in ${out}. ${kept}`);
}

function printSummary(report: Report, view: View, paths: readonly string[]): void {
  if (view.quiet) {
    process.stdout.write(`${headline(report)}: ${sentence(report)}\n`);
    const { neverResponded, notes } = report.run;
    const cause = neverResponded ?? (report.summary.MUST.passed === 0 ? notes[0] : undefined);
    if (cause !== undefined) process.stderr.write(`${cause}\n`);
    return;
  }
  process.stdout.write(`${summary(report, look(view.colour, view.verbose), paths)}\n`);
  const missing = view.certify ? uncertified(report, view.certify) : [];
  if (missing.length > 0) process.stdout.write(`Not certified: ${missing.join('; ')}.\n`);
  else if (view.certify) process.stdout.write(`Certified: ${certifiedIn(report, view.certify)}.\n`);
}

/** `allocation-v1 1.1.0, metadata-v1 1.2.0` */
function certifiedIn({ apis = [] }: Report, certify: Certify): string {
  return apis
    .filter(({ api, result }) =>
      typeof certify === 'boolean' ? result === 'conforming' : certify.includes(api),
    )
    .map(({ api, version }) => `${api} ${version}`)
    .join(', ');
}
