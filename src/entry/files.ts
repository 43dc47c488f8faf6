/** The files of an entry of a public list. The folder is untrusted input: nothing outside it is read. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../input/error.ts';
import { bytesOfFile, MAX_ARCHIVE_BYTES, MAX_REPORT_BYTES } from '../input/file.ts';
import { ATTESTATION, isReportFile, README } from '../report/attest/bundle-files.ts';
import { type Files, sha256 } from '../report/attest/statement.ts';
import { line } from '../report/text.ts';

export const PRODUCT = 'product.yaml';
export const PAGE = 'index.html';
export const CONFORMANCE = 'CONFORMANCE.md';
export const SIGNER = 'signer.pub';
/** The keeper of a list adds it. */
export const DISPUTES = 'disputes.yaml';
/** The digests of all files but itself and what the keeper of a list adds, as sha256sum reads them. */
export const SUMS = 'SHA256SUMS';
/** The folder of the report. */
export const REPORT = 'report';
/** The folder of the signed report of somebody else; the keeper of a list adds it. */
export const VERIFICATION = 'verification';

const FOLDERS = [REPORT, VERIFICATION];
const AT_TOP = new Set([PRODUCT, PAGE, CONFORMANCE, SIGNER, DISPUTES, SUMS]);
const REQUIRED = [
  ...[PRODUCT, PAGE, CONFORMANCE],
  ...['report.json', 'report.html', 'summary.md', 'evidence.har'].map(
    (name) => `${REPORT}/${name}`,
  ),
];
/** The most bytes of a file beside the reports, and of all files. */
export const MAX_TOP_BYTES = 2 ** 18;
const MAX_ENTRY_BYTES = 2 * (MAX_ARCHIVE_BYTES + MAX_REPORT_BYTES);
/** The most files of an entry: two reports with a badge for each API. */
const MAX_FILES = 250;

/** True if a folder with these files is meant as an entry. */
export function isEntry(names: readonly string[]): boolean {
  return names.includes(PRODUCT) && [SUMS, REPORT, PAGE].some((name) => names.includes(name));
}

/**
 * Every file of an entry by its path with `/`, and the problems with others, each in one clause with its path. Hidden
 * files are left out, and links are not followed. Throws InputError if it is not a folder.
 */
export async function entryFiles(
  folder: string,
): Promise<{ readonly files: Files; readonly problems: readonly string[] }> {
  const files = new Map<string, Uint8Array>();
  const problems: string[] = [];
  let left = MAX_ENTRY_BYTES;
  const read = async (below: string, isOwn: (name: string) => boolean): Promise<void> => {
    for (const entry of listed(join(folder, below))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isSymbolicLink()) problems.push(`${shown(path)}: it is a link. Put the file there`);
      else if (entry.isDirectory() && below === '' && FOLDERS.includes(entry.name))
        await read(entry.name, isOfReport);
      else if (!entry.isFile() || !isOwn(entry.name))
        problems.push(`${shown(path)}: an entry has no such file. Remove it`);
      else {
        if (files.size === MAX_FILES) {
          problems.push(`${shown(path)}: an entry has ${MAX_FILES} files at most. Remove it`);
          return;
        }
        const own = below === '' ? MAX_TOP_BYTES : mostOfReport(entry.name);
        const most = Math.min(left, own);
        const bytes = await bytesOfFile(join(folder, path), most).catch((error: Error) => {
          if (!(error instanceof InputError)) throw error;
          problems.push(line(error.message.replace(join(folder, path), path), 600));
        });
        if (bytes) files.set(path, bytes);
        left -= bytes?.length ?? 0;
      }
    }
  };
  await read('', (name) => AT_TOP.has(name));
  return { files, problems };
}

const mostOfReport = (name: string): number =>
  name === 'evidence.har' ? MAX_ARCHIVE_BYTES : MAX_REPORT_BYTES;

const isOfReport = (name: string): boolean =>
  isReportFile(name) || name === ATTESTATION || name === README;

function listed(folder: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`${folder}: cannot be read (${code}). Name the folder of an entry.`);
  }
}

/** The files in a folder of an entry, by their names. */
export function filesIn(files: Files, folder: string): Files {
  const own = [...files].filter(([path]) => path.startsWith(`${folder}/`));
  return new Map(own.map(([path, bytes]) => [path.slice(folder.length + 1), bytes]));
}

/** The contents of SHA256SUMS for these files. */
export function sumsOf(files: Files): string {
  const paths = [...files.keys()].filter(isSummed).sort();
  return paths.map((path) => `${sha256(files.get(path) ?? new Uint8Array())}  ${path}\n`).join('');
}

function isSummed(path: string): boolean {
  return path !== SUMS && path !== DISPUTES && !path.startsWith(`${VERIFICATION}/`);
}

/** Differences between the files and SHA256SUMS, and missing files, one clause each. */
export function sumProblems(files: Files): readonly string[] {
  const text = files.get(SUMS);
  if (text === undefined) return [`${SUMS}: it is missing. ${AGAIN}`];
  const stated = new Map<string, string>();
  for (const row of new TextDecoder().decode(text).split('\n').filter(Boolean)) {
    const [, digest, path] = /^([0-9a-f]{64}) [ *](.{1,300})$/.exec(row) ?? [];
    if (digest === undefined || path === undefined || stated.has(path))
      return [`${SUMS}: ${JSON.stringify(line(row, 100))} is not the digest of a file. ${AGAIN}`];
    stated.set(path, digest);
  }
  const missing = new Set([...REQUIRED, ...stated.keys()].filter((path) => !files.has(path)));
  const changed = [...files].flatMap(([path, bytes]) => {
    if (!isSummed(path)) return [];
    const due = stated.get(path);
    if (due === undefined) return [`${path}: ${SUMS} does not list it. Remove it, or submit again`];
    const is = sha256(bytes);
    return is === due
      ? []
      : [`${path}: it was changed: its sha256 is ${is}, and ${SUMS} has ${due}. ${AGAIN}`];
  });
  return [...[...missing].map((path) => `${shown(path)}: it is missing. ${AGAIN}`), ...changed];
}

export const AGAIN = 'Submit the report again';

function shown(path: string): string {
  return line(path, 200);
}
