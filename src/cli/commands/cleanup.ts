import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { redactor } from '../../exchange/redact.ts';
import { InputError, NotAllowedError } from '../../input/error.ts';
import { surfaceFor } from '../../input/held.ts';
import { parseTarget } from '../../input/options.ts';
import { checkNoCredentials, type SettingFlags, settingsOf } from '../../input/settings.ts';
import { CREATED, type Left } from '../../leftovers/log.ts';
import type { Removal } from '../../leftovers/remove.ts';
import type { Leftover, SendCall, Surface } from '../../model/index.ts';
import { groupBy } from '../../report/names.ts';
import { count, line } from '../../report/text.ts';
import { registrationOf, SURFACES } from '../../surfaces/index.ts';
import { EXIT } from '../exit.ts';
import type { Program } from '../program.ts';

interface CleanupFlags extends SettingFlags {
  readonly dryRun?: true;
  readonly url?: string;
}

const CHANGING = SURFACES.filter(({ changing }) => changing).map(({ name }) => name);

export function addCleanup(program: Program): void {
  program
    .command('cleanup <folder|url>')
    .description('remove what a killed run left on a server')
    .runs(cleanup)
    .option('--dry-run', 'only list the objects')
    .option('--allow-writes', 'remove it')
    .option('--url <url>', 'the server that the folder names; required with tokens and headers')
    .contractVersion('the version of the target (default: as the target reports)')
    .target()
    .sending();
}

/** A target, and what the log of a folder has of it; without a log, the target is asked for the objects of runs. */
interface CleanupTarget {
  readonly surface: string;
  readonly url: string;
  readonly log?: { readonly file: string; readonly left: readonly Left[] };
}

async function cleanup(place: string, flags: CleanupFlags): Promise<number> {
  const places = /^https?:/i.test(place)
    ? CHANGING.map((surface) => ({ surface, url: place }))
    : await placesIn(place);
  if (!places.some(({ url }) => url === place)) checkNamed(place, places, flags);
  let worst: number = EXIT.good;
  for (const one of places) worst = Math.max(worst, await cleanUp(one, flags));
  if (places.length === 0) process.stdout.write('Nothing was left.\n');
  return worst;
}

/**
 * The servers that a folder names get no token and no header, unless the operator names them too: the folder may come
 * from anyone. Throws NotAllowedError and InputError.
 */
function checkNamed(folder: string, places: readonly CleanupTarget[], flags: CleanupFlags): void {
  const own = flags.url === undefined ? undefined : parseTarget(flags.url).href;
  const other = places.find(({ url }) => parseTarget(url).href !== own);
  if (other === undefined) return;
  if (own !== undefined) {
    throw new InputError(
      `--url ${flags.url}: ${folder} names objects at ${other.url}. Name that server, or another folder.`,
    );
  }
  checkNoCredentials('cleanup', parseTarget(other.url), folder, flags);
}

/** The targets at which runs with this folder left something. Throws InputError. */
async function placesIn(folder: string): Promise<readonly CleanupTarget[]> {
  const file = join(folder, CREATED);
  if (existsSync(folder) && !existsSync(file)) {
    const { isOwnFolder } = await import('../../output/out-folder.ts');
    if (isOwnFolder(folder)) return [];
    throw new InputError(
      `${folder}: no run wrote there, or the folder cannot be read, so Assay cannot tell what is left. Name the folder of a run, or the URL of the server.`,
    );
  }
  const { lock } = await import('../../output/lock.ts');
  const holder = existsSync(file) ? lock(folder) : undefined;
  if (holder !== undefined)
    throw new InputError(`${folder}: ${holder} is writing a report there. Wait until it is done.`);
  const { leftIn, noteGone } = await import('../../leftovers/log.ts');
  const left = leftIn(file);
  if (left.length === 0) noteGone(file, []);
  return groupBy(left, ({ url }) => url).map(([url, own]) => {
    const [{ surface }] = own;
    return { surface, url, log: { file, left: own } };
  });
}

/** The objects to remove, with their lines in the log, and why others are left. */
async function findAt(
  { log }: CleanupTarget,
  surface: Surface,
  send: SendCall,
): Promise<{ objects: ReadonlyMap<Leftover, Left | undefined>; problems: readonly Removal[] }> {
  const objects = new Map<Leftover, Left | undefined>();
  const problems: Removal[] = [];
  if (log === undefined) {
    const { name, scratch } = surface;
    if (scratch === undefined) throw new InputError(`runs create nothing at a ${name}.`);
    const note = (problem: string): void => {
      problems.push({ name: 'the list', problem });
    };
    for (const object of await scratch.find(send, note)) objects.set(object, undefined);
    return { objects, problems };
  }
  const { leftoverOf } = await import('../../leftovers/remove.ts');
  for (const one of log.left) {
    const found = leftoverOf(one, surface);
    if ('removal' in found) objects.set(found, one);
    else problems.push(found);
  }
  return { objects, problems };
}

async function cleanUp(place: CleanupTarget, flags: CleanupFlags): Promise<number> {
  const { gateOf } = await import('../../exchange/gate.ts');
  const { clientFor } = await import('../../input/client.ts');
  const { paced } = await import('../../input/pace.ts');
  const { remove, stillThere } = await import('../../leftovers/remove.ts');
  const url = parseTarget(place.url);
  const registration = registrationOf(place.surface);
  const settings = await settingsOf(flags, { registration, fixtures: false });
  const { checkProxy } = await import('../../doctor/way.ts');
  await checkProxy(url, settings);
  const { surface } = await surfaceFor(registration, settings, { url });
  const reversible = flags.allowWrites === true && flags.dryRun !== true;
  const allowed = { undecodable: false, reversible, irreversible: false };
  const gate = gateOf(surface.operations, allowed);
  const client = clientFor(url, { ...settings, ...paced(settings, surface, url) }, { gate });
  const redact = redactor(settings.secrets);
  // These texts may contain text of a target.
  const show = (text: string): void => {
    process.stdout.write(`${line(redact(text), 500)}\n`);
  };
  const showProblem = ({ name, problem = '' }: Removal): void =>
    show(`  left: ${name}: ${problem}`);
  try {
    const send: SendCall = (call) => client.send(call);
    const { objects, problems } = await findAt(place, surface, send);
    show(`${url.href}: ${count(objects.size, 'object')} of earlier runs`);
    if (!reversible) {
      for (const { name } of objects.keys()) show(`  ${name}`);
      for (const one of problems) showProblem(one);
      if (objects.size > 0 && flags.dryRun !== true)
        throw new NotAllowedError(
          'nothing was removed: add --allow-writes to remove the listed objects.',
        );
      return problems.length > 0 ? EXIT.inconclusive : EXIT.good;
    }
    const gone: Leftover[] = [];
    const left = [...problems];
    const rejected = new Map<Leftover, Removal>();
    for (const object of objects.keys()) {
      const removed = await remove(object, send);
      if (removed.problem === undefined) gone.push(object);
      else if (removed.rejected) rejected.set(object, removed);
      else left.push(removed);
      if (removed.problem === undefined) show(`  removed: ${object.name}`);
    }
    const there = rejected.size === 0 ? [] : await stillThere([...rejected.keys()], surface, send);
    for (const [object, removal] of rejected) {
      if (there.includes(object)) left.push(removal);
      else {
        gone.push(object);
        show(`  no longer existed: ${object.name}`);
      }
    }
    for (const one of left) showProblem(one);
    if (place.log !== undefined) {
      const { noteGone } = await import('../../leftovers/log.ts');
      noteGone(
        place.log.file,
        gone.flatMap((one) => objects.get(one) ?? []),
      );
    }
    return left.length > 0 ? EXIT.inconclusive : EXIT.good;
  } finally {
    await client.close();
  }
}
