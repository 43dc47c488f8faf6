/** Adds the rules of users to surfaces: from files that are data and name no code. */
import { createHash } from 'node:crypto';
import { basename, isAbsolute, relative } from 'node:path';
import chapterSchema from '../../schemas/chapter.schema.json' with { type: 'json' };
import rulesSchema from '../../schemas/rules.schema.json' with { type: 'json' };
import type { ChapterKit } from '../../suites/kit/chapters/kit.ts';
import { checkRulesFile, type OwnKnown } from '../../suites/kit/rules-file/check.ts';
import { OWN, ownRequirements } from '../../suites/kit/rules-file/compile.ts';
import type { RulesFile } from '../../suites/kit/rules-file/data.ts';
import { apiOf, chapterKitOf } from '../../suites/kit/rules-file/kit.ts';
import type { Contract } from '../contract/contract.ts';
import { checkBy, validatorOf } from '../input/check.ts';
import { NotAllowedError } from '../input/error.ts';
import { bytesOfFile } from '../input/file.ts';
import { type Source, sourceOf } from '../input/source.ts';
import {
  nameOf,
  operationNameOf,
  type Requirement,
  type RulesSource,
  rulesIn,
  type Surface,
} from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { withRules } from '../plan/own-rules.ts';
import { suggestion } from '../plan/suggestion.ts';
import { changeSurfaces, extend, SURFACES } from './index.ts';

/** The most bytes of a file of rules. */
const MAX_BYTES = 2 ** 20;

const validate = validatorOf(rulesSchema, chapterSchema);

/**
 * Adds the rules of these files to the surfaces that they name, at each version. Returns what takes them away again.
 * Throws InputError at the first mistake, with file, line, the wrong name and the remedy. Without `mayWrite`, it throws
 * NotAllowedError for a case that changes the target.
 */
export async function addRulesFiles(
  paths: readonly string[],
  { mayWrite = true }: { readonly mayWrite?: boolean } = {},
): Promise<() => void> {
  const before = [...SURFACES];
  const undo = (): void => changeSurfaces(before);
  try {
    for (const path of paths) await addRulesFile(path, mayWrite);
    return undo;
  } catch (error) {
    undo();
    throw error;
  }
}

async function addRulesFile(path: string, mayWrite: boolean): Promise<void> {
  const read = await readRulesFile(path);
  const { source, data } = read;
  const registration = SURFACES.find(({ name }) => name === data.surface);
  const names = SURFACES.map(({ name }) => name);
  if (registration === undefined)
    throw source.error(
      ['surface'],
      `there is no surface ${data.surface}.${suggestion(data.surface, names)}`,
    );
  const [writing] = Object.entries(data.cases ?? {}).find(([, { effect }]) => effect) ?? [];
  if (writing !== undefined && !mayWrite)
    throw new NotAllowedError(
      `${path}: the case ${writing} changes the target, but these rules are named only by a settings file that was found but not named. Rules that may change a target must come from the operator: add --rules ${path}, or leave out --allow-writes. Nothing was sent.`,
    );
  const surfaces = await everyVersion(registration);
  extend(registration, await extendedBy(read, surfaces, await registration.contracts()));
}

/** The surface with the rules of a file. Rejects with InputError as addRulesFiles does. */
export async function withRulesFile<F extends object>(
  surface: Surface<F>,
  path: string,
): Promise<Surface<F>> {
  const read = await readRulesFile(path);
  const { source, data } = read;
  if (data.surface !== surface.name)
    throw source.error(
      ['surface'],
      `is ${data.surface}, but the rules are added to ${surface.name}.`,
    );
  const contracts = new Set(surface.operations.map(({ contract }) => contract));
  const whole = surface as unknown as Surface;
  return (await extendedBy(read, [whole], [...contracts]))(whole) as unknown as Surface<F>;
}

interface ReadRules {
  readonly source: Source;
  readonly data: RulesFile;
  readonly file: RulesSource;
}

/** A file in the form of its schema. */
async function readRulesFile(path: string): Promise<ReadRules> {
  const bytes = await bytesOfFile(path, MAX_BYTES, 'Name a rules file.');
  const source = sourceOf(path, bytes);
  checkBy(source, validate());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { source, data: source.value as RulesFile, file: { file: shownPath(path), sha256 } };
}

/** What adds the rules to a surface. They are checked against each of these versions, the newest first. */
async function extendedBy(
  { source, data, file }: ReadRules,
  surfaces: readonly Surface[],
  contracts: readonly Contract[],
): Promise<(surface: Surface) => Surface> {
  // What chapters of the ledger can use; another surface has its fixtures and requests.
  const chapters =
    data.surface === 'ledger' ? await import('../../suites/ledger/chapters.ts') : undefined;
  const kitOf = (surface: Surface): ChapterKit =>
    chapters?.LEDGER_CHAPTERS ?? chapterKitOf(surface);
  const [newest] = surfaces;
  if (newest !== undefined)
    checkRulesFile(source, knownOf(data, surfaces, contracts, kitOf(newest)));
  const own = (surface: Surface): readonly Requirement[] =>
    ownRequirements(surface, kitOf(surface), data);
  const made = surfaces.flatMap((surface) => checkIds(source, surface, own(surface), file.file));
  const names = new Set(made.map(nameOf));
  const none = Object.keys(data.rules).find((name) => !names.has(name));
  if (none !== undefined)
    throw source.error(['rules', none], 'it applies to no operation. Change on: or members:.');
  return (surface) => ({
    ...withRules(surface, own(surface)),
    rules: [...(surface.rules ?? []), file],
  });
}

/** The surface at each version of its contract, the newest first. */
async function everyVersion({ suite, versions }: Registration): Promise<readonly Surface[]> {
  const make = await suite();
  if (versions === undefined) return [make()];
  return Promise.all(versions.names.map(async (name) => make(await versions.contract(name))));
}

function knownOf(
  { rules, surface: name }: RulesFile,
  surfaces: readonly Surface[],
  contracts: readonly Contract[],
  kit: ChapterKit,
): OwnKnown {
  return {
    kit,
    apis: contracts.map((contract) => ({ ...apiOf(contract), contract })),
    hasLists: name === 'ledger',
    rules: () =>
      new Set([
        ...Object.keys(rules),
        ...surfaces
          .flatMap(rulesIn)
          .flatMap(({ id }) => [nameOf(id), `${operationNameOf(id)}/${nameOf(id)}`]),
      ]),
  };
}

/** The ids of the rules. Throws for one that the surface has already, and for requests with the name of others. */
function checkIds(
  source: Source,
  surface: Surface,
  own: readonly Requirement[],
  file: string,
): readonly string[] {
  const ids = new Set(surface.requirements.map(({ id }) => id));
  const rows = new Set(rulesIn(surface).map(({ id }) => id));
  const probes = new Map(
    surface.requirements.flatMap((one) => one.probes.map((probe) => [probe.id, probe] as const)),
  );
  for (const { id, probes: sent } of own) {
    const at = ['rules', nameOf(id)];
    if (ids.has(id) || rows.has(id))
      throw source.error(
        at,
        `${id} of ${file} has the id of an existing rule: ${id}. Choose another name.`,
        true,
      );
    for (const probe of sent) {
      const known = probes.get(probe.id);
      if (known === undefined || known === probe) continue;
      throw source.error(
        ['cases', nameOf(probe.id).slice(OWN.length)],
        `${probe.id} of ${file} has the name of existing requests: ${probe.id}, which sends ${known.sends}. Choose another name.`,
        true,
      );
    }
  }
  return own.map(({ id }) => id);
}

/** No path of the operator's machine: from the folder of the command, or the bare name. */
function shownPath(path: string): string {
  const way = relative(process.cwd(), path).replaceAll('\\', '/');
  return way.startsWith('..') || isAbsolute(way) ? basename(path) : way;
}
