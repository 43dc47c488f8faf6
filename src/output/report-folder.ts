/** Reads the folder of a report, for signing, packing and verifying. */
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../input/error.ts';
import { bytesOfFile, MAX_ARCHIVE_BYTES, MAX_REPORT_BYTES, textOf } from '../input/file.ts';
import type { Report } from '../model/index.ts';
import { reportFilesAmong } from '../report/attest/bundle-files.ts';
import type { Files } from '../report/attest/statement.ts';
import { readReport, whyNoReport } from '../report/read.ts';
import { contradictions } from '../report/summary-check.ts';

/** The report's files in a folder. Throws InputError if it is not a folder, or a file cannot be read. */
export async function readFolder(folder: string): Promise<Files> {
  const files = new Map<string, Uint8Array>();
  const names = await readdir(folder).catch(() => []);
  for (const [name] of reportFilesAmong(names)) {
    const bytes = await bytesAt(join(folder, name));
    if (bytes !== undefined) files.set(name, bytes);
  }
  return files;
}

/** The report among the files, if it is complete and its verdicts support its result. Throws InputError. */
export function reportAmong(folder: string, files: Files): Report {
  for (const name of ['report.json', 'evidence.har']) {
    if (files.has(name)) continue;
    throw new InputError(`${folder}: there is no ${name}. Name the folder of a report.`);
  }
  const file = join(folder, 'report.json');
  const report = reportOf(file, files.get('report.json') ?? Buffer.alloc(0));
  const [wrong] = contradictions(report);
  if (wrong !== undefined) throw new InputError(`${file}: ${wrong}. Run again.`);
  return report;
}

/** The bytes of a report's file or bundle; `undefined` if there is none. Throws InputError if it cannot be read. */
export async function bytesAt(
  path: string,
  most: number = MAX_ARCHIVE_BYTES,
): Promise<Buffer | undefined> {
  const gone = await access(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  );
  if (gone) return undefined;
  return bytesOfFile(path, most);
}

/** The report.json at a path, or in a folder. Throws InputError if it cannot be read or is not a report. */
export async function reportAt(path: string): Promise<Report> {
  const file = await reportFileAt(path);
  return reportOf(file, await bytesOfFile(file, MAX_REPORT_BYTES, 'Name a report.json.'));
}

/** The path itself, or the report.json in the folder. */
export async function reportFileAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ? join(path, 'report.json') : path;
}

/** The report in the bytes of a report.json. Throws InputError if there is none. */
export function reportOf(name: string, bytes: Uint8Array): Report {
  const text = textOf(name, bytes);
  const report = readReport(text);
  if (report !== undefined) return report;
  throw new InputError(`${name}: ${whyNoReport(text)}`);
}
