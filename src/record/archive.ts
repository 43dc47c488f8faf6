/** Judges an HTTP Archive in a file. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EXCHANGES, isJournal, readJournal } from '../evidence/journal.ts';
import { type Har, readHar } from '../evidence/read.ts';
import { InputError } from '../input/error.ts';
import { bytesOfFile, MAX_ARCHIVE_BYTES, textOf } from '../input/file.ts';
import { surfaceOfTraffic } from '../input/held.ts';
import { parseTarget } from '../input/options.ts';
import { registrationAmong } from '../input/registrations.ts';
import { requireRules } from '../input/rules.ts';
import type { Surface } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import type { ReportWithEvidence } from '../run/run.ts';
import type { Rejudged } from './rejudge.ts';
import { isRules } from './settings.ts';

/** Facts about an archive from the operator; the kit's own archives contain them. */
export interface ArchiveFlags {
  readonly surface?: string;
  readonly contract?: string;
  readonly contractFile?: string;
  readonly base?: string;
  /** True to judge the requests of the client instead of the responses of the server. */
  readonly client?: true;
}

export interface JudgedArchive {
  readonly ran: ReportWithEvidence;
  readonly surface: Surface;
  /** `run`: by the whole catalogue, as in the run. `traffic`: by the rules for any exchange. */
  readonly judged: 'run' | 'traffic';
  /** False if the recording lacks an exchange that the judgement needs. */
  readonly complete: boolean;
  /** True if the recording itself states that exchanges are left out. */
  readonly cut: boolean;
  readonly unrecorded: number;
  readonly unused: number;
}

/** The path of an archive; for a folder, the journal of a killed run comes first. Throws InputError. */
export async function archiveAt(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${path}: cannot be read (${error.code}). Name an HTTP Archive.`);
  });
  if (!found.isDirectory()) return path;
  const journal = join(path, EXCHANGES);
  return existsSync(journal) ? journal : join(path, 'evidence.har');
}

/** Reads and judges an archive; nothing is sent. Throws InputError. */
export async function judgeArchive(
  file: string,
  registrations: readonly Registration[],
  flags: ArchiveFlags,
): Promise<JudgedArchive> {
  return judgeHar(
    isJournal(file) ? readJournal(file) : await harAt(file),
    file,
    registrations,
    flags,
  );
}

/** Reads an archive. Throws InputError. */
export async function harAt(file: string): Promise<Har> {
  return harOf(file, await bytesOfFile(file, MAX_ARCHIVE_BYTES));
}

/** The archive in the bytes of a file. Throws InputError. */
export function harOf(name: string, bytes: Uint8Array): Har {
  return readHar(textOf(name, bytes), name);
}

/** Judges an archive: a run of the kit as that run, other traffic exchange by exchange. Throws InputError. */
export async function judgeHar(
  har: Har,
  file: string,
  registrations: readonly Registration[],
  flags: ArchiveFlags = {},
): Promise<JudgedArchive> {
  const { recordedRuns } = await import('./settings.ts');
  const runs = recordedRuns(har, file);
  const [first] = runs;
  if (first === undefined) return judgeOthers(har, file, registrations, flags);
  for (const name of ['surface', 'base', 'client'] as const) {
    if (flags[name] === undefined) continue;
    throw new InputError(`--${name}: ${file} was recorded by Assay and already names its ${name}.`);
  }
  const { surface: name, contract, api } = first.settings;
  const chosen = { ...flags, contract: flags.contract ?? contract, api };
  const surface = await surfaceOfTraffic(registrationAmong(registrations, name), chosen);
  requireRules(file, first.settings.rules, surface);
  const { rejudge } = await import('./rejudge.ts');
  const shards: Rejudged[] = [];
  for (const run of runs) shards.push(await rejudge(run, surface));
  const [only] = shards;
  const sum = (count: 'unrecorded' | 'unused'): number =>
    shards.reduce((all, shard) => all + shard[count], 0);
  const [unrecorded, unused] = [sum('unrecorded'), sum('unused')];
  const cut = !runs.every((run) => run.complete);
  const complete = !cut && unrecorded === 0;
  const ran = only !== undefined && shards.length === 1 ? only : await merged(shards, surface);
  const { report, evidence } = ran;
  return {
    ran: { report, evidence },
    surface,
    judged: 'run',
    ...{ complete, cut, unrecorded, unused },
  };
}

/** The shards of a merged report, judged one by one and merged again. */
async function merged(
  shards: readonly ReportWithEvidence[],
  surface: Surface,
): Promise<ReportWithEvidence> {
  const { readPart } = await import('../shards/part.ts');
  const { toJson } = await import('../report/formats/json.ts');
  const { mergeParts } = await import('../shards/merge.ts');
  const parts = shards.map(({ report, evidence }, at) => {
    const part = readPart(`shard ${at + 1}`, toJson(report), JSON.stringify(evidence));
    if ('problem' in part) throw new InputError(part.problem);
    return part;
  });
  const [first, ...others] = parts;
  if (first === undefined) throw new InputError('the archive names no shards.');
  return mergeParts([first, ...others], surface);
}

async function judgeOthers(
  har: Har,
  file: string,
  registrations: readonly Registration[],
  flags: ArchiveFlags,
): Promise<JudgedArchive> {
  const { judgeTraffic } = await import('./traffic/report.ts');
  const own = (name: string): string | undefined => {
    const value = har.traffic?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  const name = flags.surface ?? own('surface');
  if (name === undefined) {
    throw new InputError(
      `${file}: this traffic was not recorded by Assay. Name its surface with ${registrations.map((registration) => `--surface ${registration.name}`).join(' or ')}.`,
    );
  }
  const registration = registrationAmong(registrations, name);
  const contract = flags.contract ?? own('contract') ?? registration.versions?.names[0];
  const surface = await surfaceOfTraffic(registration, { ...flags, contract });
  const rules = har.traffic?.['rules'];
  if (isRules(rules)) requireRules(file, rules, surface);
  const base = flags.base ?? own('url');
  const side = flags.client || own('of') === 'client' ? 'client' : 'server';
  const url = base === undefined ? base : parseTarget(base);
  const ran = judgeTraffic(har, surface, file, url, side);
  const whole = { complete: true, cut: false, unrecorded: 0, unused: 0 };
  return { ran, surface, judged: 'traffic', ...whole };
}

/** True if a report names exactly the contracts of a surface. */
export function isSameContract(
  contract: ReportWithEvidence['report']['contract'],
  { operations }: Surface,
): boolean {
  const own = new Set(operations.map((o) => o.contract.sha256));
  return contract.every(({ sha256 }) => own.has(sha256));
}
