import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { VERSION } from '../../exchange/version.ts';
import { certifiable } from '../../input/apis.ts';
import { InputError } from '../../input/error.ts';
import type { Flags } from '../../input/flags.ts';
import { surfaceOfTraffic } from '../../input/held.ts';
import { requireRules } from '../../input/rules.ts';
import { certifies, OUT } from '../../input/settings.ts';
import type { Surface } from '../../model/index.ts';
import { bytesAt } from '../../output/report-folder.ts';
import type { Parts } from '../../shards/merge.ts';
import { registrationOf, VERSIONED } from '../../surfaces/index.ts';
import { viewOf } from '../options/values.ts';
import type { Program } from '../program.ts';

export function addMerge(program: Program): void {
  program
    .command('merge <folders...>')
    .description('merge the reports of all shards of a run')
    .runs(mergeCommand)
    .option(
      '--contract-file <file|url>',
      `only for a ${VERSIONED.name}: the document that the shards were judged by`,
    )
    .rules()
    .certified()
    .baseline()
    .summaryView()
    .out();
}

async function mergeCommand(folders: readonly string[], flags: Flags): Promise<number> {
  const { out = OUT } = flags;
  const { baselineUse } = await import('../baseline.ts');
  const baselines = await baselineUse(flags);
  checkOut(folders, out);
  const parts = await readParts(folders);
  const surface = await surfaceOf(parts, flags.contractFile);
  const certify = certifiable(surface, certifies(flags));
  const { mergeParts } = await import('../../shards/merge.ts');
  const merged = mergeParts(parts, surface, flags.minJudged);
  const { prepareFolder } = await import('../../output/out-folder.ts');
  const { conclude } = await import('../check.ts');
  prepareFolder(out, flags.force);
  const view = { out, certify, ...baselines, ...viewOf(flags) };
  return conclude(surface, merged, view);
}

/** Throws InputError if the report would replace a shard, which could not be merged again. */
function checkOut(folders: readonly string[], out: string): void {
  const place = (folder: string): string =>
    existsSync(folder) ? realpathSync(folder) : resolve(folder);
  if (!folders.some((folder) => place(folder) === place(out))) return;
  throw new InputError(
    `--out ${out}: it is the folder of a shard, which would be overwritten. Name another folder.`,
  );
}

/** The shards in these folders. Throws InputError. */
async function readParts(folders: readonly string[]): Promise<Parts> {
  const { readPart } = await import('../../shards/part.ts');
  const parts = await Promise.all(
    folders.map(async (folder) => {
      const part = readPart(
        folder,
        await textAt(folder, 'report.json'),
        await textAt(folder, 'evidence.har'),
      );
      if ('problem' in part) throw new InputError(part.problem);
      return part;
    }),
  );
  return parts as unknown as Parts;
}

async function textAt(folder: string, name: string): Promise<string> {
  const bytes = await bytesAt(join(folder, name));
  if (bytes !== undefined) return bytes.toString();
  throw new InputError(`${folder}: there is no ${name}. Name the folder of a shard's report.`);
}

/** The surface of the shards. Throws InputError if this kit has another version of it. */
async function surfaceOf([first]: Parts, contractFile: string | undefined): Promise<Surface> {
  const { surface: name, contract, api } = first.log._assay;
  const surface = await surfaceOfTraffic(registrationOf(name), { contract, contractFile, api });
  requireRules(first.name, first.report.rules, surface);
  const known = new Set(surface.operations.map((o) => o.contract.sha256));
  const foreign = first.report.contract.find(({ sha256 }) => !known.has(sha256));
  const { version } = first.report.kit;
  if (foreign === undefined && version === VERSION) return surface;
  throw new InputError(
    `${first.name}: it was made by Assay ${version}, with a contract or a catalogue that this version, ${VERSION}, does not have. Merge with the version that ran the shards.`,
  );
}
