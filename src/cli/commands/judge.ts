import { dirname, join } from 'node:path';
import { isJournal } from '../../evidence/journal.ts';
import { InputError } from '../../input/error.ts';
import type { Flags } from '../../input/flags.ts';
import { bytesAt, reportOf } from '../../output/report-folder.ts';
import { type ArchiveFlags, archiveAt, judgeArchive } from '../../record/archive.ts';
import { asJson, asText, type Before, compare } from '../../record/archive-text.ts';
import { SURFACES, surfaceNames, VERSIONED, versionNames } from '../../surfaces/index.ts';
import { EXIT, exitCodeOf } from '../exit.ts';
import { viewOf } from '../options/values.ts';
import { complain } from '../problem.ts';
import type { Program } from '../program.ts';

const NOTHING_WRITTEN = { paths: [], left: [] };

interface JudgeFlags extends ArchiveFlags, Omit<Flags, keyof ArchiveFlags> {
  readonly report?: string;
  readonly json?: true;
}

export function addJudge(program: Program): void {
  program
    .command('judge <har>')
    .description('judge recorded traffic; nothing is sent')
    .runs(judgeCommand)
    .option(
      '--report <file>',
      'compare with this report (default: the report.json next to the archive)',
    )
    .out('write the report to this folder')
    .rules()
    .option('--json', 'print the result as JSON')
    .optionsGroup('Traffic recorded by other tools:')
    .option('--surface <name>', surfaceNames())
    .option('--client', 'judge the requests of the client, not the responses of the server')
    .option(
      '--base <url>',
      'the base URL of the server (default: the one that most requests share)',
    )
    .contract(
      `for a ${VERSIONED.name}: ${versionNames()}`,
      `for a ${VERSIONED.name}: judge by this OpenAPI document`,
    )
    .summaryView();
}

async function judgeCommand(path: string, flags: JudgeFlags): Promise<number> {
  const { prepareFolder } = await import('../../output/out-folder.ts');
  const { writeArtefacts } = await import('../../output/artefacts.ts');
  const file = await archiveAt(path);
  // A report beside the journal of a killed run belongs to an earlier run.
  const before =
    flags.report === undefined && isJournal(file) ? undefined : await reportFor(file, flags.report);
  if (flags.out !== undefined) prepareFolder(flags.out, flags.force);
  const judged = await judgeArchive(file, SURFACES, flags);
  const { ran, surface } = judged;
  const { paths, left } =
    flags.out === undefined ? NOTHING_WRITTEN : await writeArtefacts(flags.out, ran, surface);
  const compared = before && compare(before, judged);
  process.stdout.write(
    flags.json
      ? await asJson(judged, compared)
      : await asText(judged, compared, paths, viewOf(flags)),
  );
  if (left.length > 0)
    return complain(new InputError(`no space on the disk for ${left.join(', ')} in ${flags.out}.`));
  const code = exitCodeOf(ran.report, false);
  return code === EXIT.good && !judged.complete ? EXIT.inconclusive : code;
}

/** The report to compare with: the named one, or the one beside the archive. Throws InputError. */
async function reportFor(archive: string, named: string | undefined): Promise<Before | undefined> {
  const file = named ?? join(dirname(archive), 'report.json');
  const bytes = await bytesAt(file);
  if (bytes === undefined) {
    if (named === undefined) return undefined;
    throw new InputError(`${file}: there is no such file. Name a report.json.`);
  }
  try {
    return { file, report: reportOf(file, bytes) };
  } catch (error) {
    if (named === undefined) return undefined;
    throw error;
  }
}
