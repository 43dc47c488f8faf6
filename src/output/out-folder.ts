/** The folder of a report: empty or made by Assay, and written by one process at a time. */
import { existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXCHANGES } from '../evidence/journal.ts';
import { InputError } from '../input/error.ts';
import { makeFolder, temporary, tryFile, writing } from '../input/file.ts';
import { CREATED } from '../leftovers/log.ts';
import { some } from '../model/some.ts';
import { ATTESTATION, isReportFile, README } from '../report/attest/bundle-files.ts';
import { beginningOf } from './beginning.ts';
import { LOCK, lock } from './lock.ts';

/** Shows that Assay made a folder. */
const MARKER = '.assay';
const MARKED = 'Assay writes reports into this folder, and replaces its own files.\n';
/** The folder of the report on the client of a proxy, below the one on the server. */
export const OF_CLIENT = 'client';
const OTHERS = new Set([ATTESTATION, README, EXCHANGES, CREATED, MARKER, LOCK, OF_CLIENT]);
const isOwn = (name: string): boolean => isReportFile(name) || OTHERS.has(name);
/** A temporary file that a killed process left. */
const LEFT_OVER = /^\.(.+)\.\d+\.tmp$/;
/** The start of files that only Assay writes, for folders of versions without markers. */
const SIGNS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['report.json', /^\{\s*"schemaVersion":\s*"[\d.]+",\s*"kit":\s*\{\s*"name":\s*"assay"/],
  ['evidence.har', /^\{"log":\{"version":"1\.2","creator":\{"name":"assay"/],
  [EXCHANGES, /^\{"creator":\{"name":"assay"/],
  [CREATED, /^\s*\{"surface":"/],
];

/** The folders that this process writes. */
const claimed = new Set<string>();

/**
 * Creates the folder, and reserves it for this process. Throws InputError if it cannot be written, if it has foreign
 * files (unless forced), or if another process writes to it.
 */
export function prepareFolder(folder: string, force = false): void {
  const path = resolve(folder);
  writingReport(folder, () => {
    makeFolder(path);
    if (!claimed.has(path)) claim(path, folder, force);
    tryFile(join(path, temporary('trial')));
  });
}

function claim(path: string, folder: string, force: boolean): void {
  if (!force) checkOwn(path, folder);
  const holder = lock(path);
  if (holder !== undefined) {
    throw new InputError(
      `${folder}: ${holder} is writing a report there. Wait until it is done, or name another folder with --out. If it is no longer running, remove ${join(folder, LOCK)}.`,
    );
  }
  claimed.add(path);
  for (const name of readdirSync(path)) {
    const [, of = ''] = LEFT_OVER.exec(name) ?? [];
    if (isOwn(of) || of === 'trial' || leadsElsewhere(join(path, name), name))
      rmSync(join(path, name), { force: true });
  }
  writeFileSync(join(path, MARKER), MARKED);
}

/** True for a link, a pipe or a device: what is written under this name would go elsewhere. */
function leadsElsewhere(path: string, name: string): boolean {
  if (!isOwn(name)) return false;
  const stats = lstatSync(path);
  return !stats.isFile() && !stats.isDirectory();
}

/** Throws InputError if foreign files could be lost. */
function checkOwn(path: string, folder: string): void {
  const names = readdirSync(path);
  const links = names.filter((name) => leadsElsewhere(join(path, name), name));
  if (links.length > 0) throw foreign(folder, `${some(links, 3)} leads elsewhere`);
  const others = names.filter((name) => !name.startsWith('.'));
  if (others.length === 0 || names.includes(MARKER) || isOlder(path)) return;
  throw foreign(folder, `it holds files that Assay did not write: ${some(others, 3)}`);
}

/** True for a folder that Assay made, and for one with a report. */
export function isOwnFolder(path: string): boolean {
  return existsSync(join(path, MARKER)) || isOlder(path);
}

function isOlder(path: string): boolean {
  return SIGNS.some(([name, sign]) => sign.test(beginningOf(join(path, name))));
}

function foreign(folder: string, why: string): InputError {
  return new InputError(
    `${folder}: ${why}. Name an empty or a new folder with --out, or add --force to write there and replace files of a report.`,
  );
}

/** Does what writes a report. Throws InputError if the folder cannot be written. */
export function writingReport(folder: string, action: () => void): void {
  const remedy = 'Name another with --out, or change its permissions.';
  writing(`the report folder ${folder}`, remedy, action);
}
