/** Reports for programs: reads, judges again, compares, verifies and writes them. */
import { writeArtefacts } from '../output/artefacts.ts';
import { prepareFolder } from '../output/out-folder.ts';
import { reportAt } from '../output/report-folder.ts';
import { type ArchiveFlags, archiveAt, judgeArchive } from '../record/archive.ts';
import { type WholeReport, withoutProblems, withProblems } from '../report/with-problems.ts';
import { rejudging } from '../sign/again.ts';
import { signedAt } from '../sign/received.ts';
import { verifyingKey } from '../sign/signing-key.ts';
import { SURFACES } from '../surfaces/index.ts';
import type { RunResult } from './run.ts';

/** The report.json at a path, of this version or an earlier one. Rejects with InputError if there is none. */
export async function readReport(path: string): Promise<WholeReport> {
  return withProblems(await reportAt(path));
}

/** The result of judging recorded exchanges. */
export interface Judged extends RunResult {
  /** False if the recording lacks an exchange that the judgement needs. */
  readonly complete: boolean;
}

/**
 * Judges recorded exchanges; sends nothing. The path is that of an HTTP Archive or of the folder of a report. A
 * recording of Assay names its surface; name it for other recordings. Rejects with InputError.
 */
export async function judge(path: string, recorded: ArchiveFlags = {}): Promise<Judged> {
  const { ran, surface, complete } = await judgeArchive(await archiveAt(path), SURFACES, recorded);
  return { ...ran, report: withProblems(ran.report), surface, complete };
}

/** The result of verifying a signed report. */
export interface Verified {
  /** Why it cannot be trusted, one sentence each; empty if it can be. */
  readonly problems: readonly string[];
  /** The report, if it can be trusted. */
  readonly report?: WholeReport;
}

/**
 * Verifies a signed report, as a folder or a zip file, with the public key in a file, and judges its evidence again.
 * Rejects with InputError if a file cannot be read.
 */
export async function verify(path: string, key: string): Promise<Verified> {
  const found = await signedAt(path, await verifyingKey(key), rejudging(SURFACES).rejudge);
  if ('problems' in found) return found;
  return { problems: [], report: withProblems(found.report) };
}

/**
 * Writes the report of a run in every format into a folder, and returns the paths. The folder must be empty, new, or
 * made by Assay. Rejects with InputError if it cannot be written.
 */
export async function writeReport(
  folder: string,
  { report, evidence, surface }: RunResult,
): Promise<readonly string[]> {
  prepareFolder(folder);
  const { paths } = await writeArtefacts(
    folder,
    { report: withoutProblems(report), evidence },
    surface,
  );
  return paths;
}
