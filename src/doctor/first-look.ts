/** A look at a target before a run: its URL may be too long, lead elsewhere, or be that of another surface. */
import { InputError } from '../input/error.ts';
import { commandLine } from '../input/given-options.ts';
import type { Held } from '../input/held.ts';
import type { Settings } from '../input/settings.ts';
import { movedBase } from '../judge/nothing-here.ts';
import { ASIDE, type Exchange, NOWHERE } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { overlapOf, recognise, witnessesOf } from './recognise.ts';
import { Visit } from './visit.ts';
import { checkWay } from './way.ts';

/** The most requests: a few for each surface. */
const MOST = 40;

interface FirstLook {
  readonly exchanges: readonly Exchange[];
  /** True if there was no response in time. */
  readonly silentBefore?: true;
}

interface Place {
  readonly url: URL;
  readonly settings: Settings;
  readonly registration: Registration;
  /** The other surfaces that may be there. */
  readonly others: readonly Registration[];
}

/**
 * The exchanges with a target before its run: one if it responds as expected, or none if its version was looked up.
 * Throws InputError with the right URL or command.
 */
export async function firstLook(held: Held, place: Place): Promise<FirstLook> {
  const { url, settings, registration } = place;
  const isLong = overlapOf(url, held.surface) !== undefined;
  if (held.lookup?.response?.status === 200 && !isLong) return { exchanges: [] };
  const visit = new Visit(url, settings, MOST);
  try {
    const first = held.lookup ?? (await firstOf(held, visit, place));
    checkWay(first, url);
    if (first?.response === undefined && !isLong)
      // A target that does not take connections yet may be starting: the run waits for it.
      return held.lookup === undefined && first?.noResponse?.kind === 'timeout'
        ? { exchanges: [first], silentBefore: true }
        : { exchanges: [] };
    if (first !== undefined) await checkRedirect(first, visit, place);
    if (isLong || [404, 405].includes(first?.response?.status ?? 0)) {
      const { served, tooLong } = await recognise(visit, settings, [registration]);
      if (tooLong !== undefined) throw new InputError(`${url.href}: ${tooLong}`);
      if (served.length === 0) await checkOthers(visit, place);
    }
    return { exchanges: visit.exchanges };
  } finally {
    await visit.close();
  }
}

async function firstOf(
  { surface }: Held,
  visit: Visit,
  { settings, registration }: Place,
): Promise<Exchange | undefined> {
  const [probe] = witnessesOf({ surface, registration }, settings);
  return probe && visit.to(surface)(probe.control ?? probe.unknownResource, ASIDE);
}

/** Throws InputError if each path is redirected to the same path of one other address. */
async function checkRedirect(first: Exchange, visit: Visit, { url }: Place): Promise<void> {
  const base = movedBase(first);
  if (base === undefined || movedBase(await visit.get(`/${NOWHERE}`)) !== base) return;
  throw new InputError(
    `${url.href}: every request is redirected (${first.response?.status}), and redirects are not followed. Use ${base}`,
  );
}

/** Throws InputError if another surface responds. */
async function checkOthers(visit: Visit, { url, settings, ...place }: Place): Promise<void> {
  const { api: _, contract: __, contractFile: ___, fixtures: ____, ...general } = settings;
  const { served } = await recognise(visit, general, place.others);
  const [other] = served.map(({ registration }) => registration.name);
  if (other === undefined) return;
  const command = commandLine('run', other, url.href.replace(/\/$/, ''));
  throw new InputError(
    `${url.href}: this is a ${other}, not a ${place.registration.name}. To check it: ${command}`,
  );
}
