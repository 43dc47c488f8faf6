/** Writes the files of a report under temporary names and renames them, so that none is ever incomplete. */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { temporary } from '../input/file.ts';
import { startOfFile } from '../input/open.ts';
import type { Surface } from '../model/index.ts';
import { ATTESTATION, apiBadgeName, isApiBadge } from '../report/attest/bundle-files.ts';
import type { ReportWithEvidence } from '../run/run.ts';
import { prepareFolder, writingReport } from './out-folder.ts';

/** The written files of a report, and those without room. */
export interface Artefacts {
  readonly paths: readonly string[];
  readonly left: readonly string[];
}

/** The listed files, without the badges of single APIs. */
const LISTED = [
  ...['report.html', 'report.json', 'junit.xml', 'summary.md', 'evidence.har'],
  ...['ctrf.json', 'assay.sarif', 'badge.json'],
];
/**
 * Writes the report in every format. With the judged surface, formats may refer to the lines of its clauses. The
 * appendix is Markdown for the end of the summary. A deleted folder is created again. If the disk is full, the evidence
 * is dropped first, and other files without room are left out. Throws InputError if the folder cannot be written;
 * earlier files then stay unchanged.
 */
export async function writeArtefacts(
  folder: string,
  ran: ReportWithEvidence,
  surface: Pick<Surface, 'requirements' | 'clauses'> = { requirements: [] },
  appendix = '',
): Promise<Artefacts> {
  const formats = await formatsOf(ran, surface, appendix);
  const written = new Set<string>();
  const badges = Object.keys(formats).filter(isApiBadge);
  prepareFolder(folder);
  writingReport(folder, () => {
    for (const name of readdirSync(folder))
      if (isApiBadge(name)) rmSync(join(folder, name), { force: true });
    const attestation = join(folder, ATTESTATION);
    // The signature of another report would make this one look altered.
    if (existsSync(attestation) && !isIn(folder, formats['report.json'])) rmSync(attestation);
    for (const [name, pieces] of Object.entries(formats)) {
      if (name === EVIDENCE && ran.evidence.lost) continue;
      const path = join(folder, name);
      if (writtenTo(path, pieces) || (makeRoom(name, ran, folder) && writtenTo(path, pieces)))
        written.add(name);
    }
  });
  return {
    paths: LISTED.filter((name) => written.has(name)).map((name) => join(folder, name)),
    left: [...LISTED, ...badges].filter((name) => !written.has(name)),
  };
}

const EVIDENCE = 'evidence.har';

type Pieces = () => Iterable<Uint8Array | string>;

/** The files of a report by name, in the order of writing. */
export async function formatsOf(
  { report, evidence }: ReportWithEvidence,
  surface: Pick<Surface, 'requirements' | 'clauses'>,
  appendix: string,
): Promise<Readonly<Record<string, Pieces>>> {
  const [{ toHtml }, { toJson }, { toJunit }, { toMarkdown }] = await Promise.all([
    import('../report/html/page.ts'),
    import('../report/formats/json.ts'),
    import('../report/formats/junit.ts'),
    import('../report/formats/markdown.ts'),
  ]);
  const [{ toCtrf }, { toSarif }, { apiBadges, toBadge }, { clausePlaces }] = await Promise.all([
    import('../report/formats/ctrf.ts'),
    import('../report/formats/sarif.ts'),
    import('../report/formats/badge.ts'),
    import('./clause-places.ts'),
  ]);
  const { chartDataOf, optionsOf, sentOf, timesIn } = await import('../report/chart-data.ts');
  const placeOf = clausePlaces(surface);
  const outline = evidence.outline();
  const timeOf = timesIn(outline);
  const badges = [...apiBadges(report)].flatMap(([api, badge]): [string, Pieces][] => {
    const name = apiBadgeName(api);
    return name === undefined ? [] : [[name, () => [badge]]];
  });
  return {
    ...Object.fromEntries(badges),
    'report.json': () => [toJson(report)],
    'summary.md': () => [toMarkdown(report) + appendix],
    'badge.json': () => [toBadge(report)],
    'junit.xml': () => [toJunit(report, timeOf)],
    'report.html': () => [
      toHtml(report, chartDataOf(outline), sentOf(outline), optionsOf(outline)),
    ],
    'ctrf.json': () => [toCtrf(report, placeOf, timeOf)],
    'assay.sarif': () => [toSarif(report, placeOf)],
    [EVIDENCE]: () => evidence.chunks(),
  };
}

/** True if the folder has this report.json already. */
function isIn(folder: string, report: Pieces = () => []): boolean {
  try {
    const wanted = Buffer.from([...report()].join(''));
    return startOfFile(join(folder, 'report.json'), wanted.length + 1).equals(wanted);
  } catch {
    return false;
  }
}

/** Writes a file under a temporary name and renames it, so that it is never incomplete; false without room. */
function writtenTo(path: string, pieces: Pieces): boolean {
  const trial = join(dirname(path), temporary(path));
  try {
    rmSync(trial, { force: true });
    const file = openSync(trial, 'wx');
    try {
      for (const batch of inBatches(pieces())) writeFileSync(file, batch);
    } finally {
      closeSync(file);
    }
    renameSync(trial, path);
    return true;
  } catch (error) {
    rmSync(trial, { force: true });
    if (!isFull(error)) throw error;
    return false;
  }
}

/** The same bytes in fewer pieces, because each piece costs a system call. */
function* inBatches(pieces: Iterable<Uint8Array | string>): Generator<Uint8Array | string> {
  const batch = Buffer.allocUnsafe(BATCH);
  let size = 0;
  for (const piece of pieces) {
    if (typeof piece !== 'string' && size + piece.length <= BATCH) {
      batch.set(piece, size);
      size += piece.length;
      continue;
    }
    yield batch.subarray(0, size);
    size = 0;
    yield piece;
  }
  yield batch.subarray(0, size);
}

const BATCH = 256 * 1024;

/** An older file of this name is removed in any case, because it belongs to another report. */
function makeRoom(name: string, { evidence }: ReportWithEvidence, folder: string): boolean {
  rmSync(join(folder, name), { force: true });
  if (name === EVIDENCE) return true;
  rmSync(join(folder, EVIDENCE), { force: true });
  evidence.discard();
  return true;
}

/** True for an error that more room on the disk would have prevented. */
function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}
