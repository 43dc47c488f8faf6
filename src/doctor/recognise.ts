/** Recognizes the surface that responds at a URL. */

import { type Held, surfaceFor } from '../input/held.ts';
import type { Settings } from '../input/settings.ts';
import { wantsCredential } from '../judge/credential.ts';
import { nothingHere } from '../judge/nothing-here.ts';
import { detectPresence, type PresenceResult, type UnknownPaths } from '../judge/presence.ts';
import { apiOf, fixturesOf, type PresenceProbe, type Send, type Surface } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { Visit } from './visit.ts';
import { checkWay } from './way.ts';

/** The part of the URL that paths repeat, and the URL before it. */
interface Overlap {
  readonly repeated: string;
  readonly before: URL;
}

/** The longest overlap; `undefined` if there is none. */
export function overlapOf(
  url: URL,
  { operations }: Pick<Surface, 'operations'>,
): Overlap | undefined {
  const own = url.pathname.split('/').filter(Boolean);
  const beginnings = new Set(operations.flatMap(({ path }) => beginningsOf(path)));
  const repeated = own.map((_, i) => own.slice(i).join('/')).find((end) => beginnings.has(end));
  if (repeated === undefined) return undefined;
  const before = new URL(url);
  before.pathname = own.slice(0, own.length - repeated.split('/').length).join('/');
  return { repeated: `/${repeated}`, before };
}

/** `pets`, `pets/v1` of `/pets/v1/{id}`. */
function beginningsOf(path: string): readonly string[] {
  const [fixed = ''] = path.split('{', 1);
  const steps = fixed.split('/').filter(Boolean);
  return steps.map((_, i) => steps.slice(0, i + 1).join('/'));
}

/** The operations of each surface that are tried before a target counts as unknown. */
const WITNESSES = 3;
/** The most requests to a shorter URL than the given one. */
const MOST_BEFORE = 15;

/** A surface that the target may serve. */
export interface Candidate extends Held {
  readonly registration: Registration;
  readonly send: Send;
  readonly results: PresenceResult[];
}

export interface Recognition {
  /** The surfaces with at least one served operation. */
  readonly served: readonly Candidate[];
  /** Why no surface was found, in one sentence. */
  readonly problem?: string;
  /** Present if the URL repeats the start of the paths, and the server is at a shorter URL. */
  readonly tooLong?: string;
  /** True if each path requires credentials. */
  readonly locked?: true;
}

/** Tries one operation of each surface, and further ones if the first is absent. Throws InputError for trouble on the way. */
export async function recognise(
  visit: Visit,
  settings: Settings,
  registrations: readonly Registration[],
): Promise<Recognition> {
  const candidates: Candidate[] = [];
  for (const registration of registrations) {
    const get = (path: string) => visit.get(path);
    const held = await surfaceFor(registration, settings, { url: visit.url, get });
    candidates.push({ ...held, registration, send: visit.to(held.surface), results: [] });
  }
  for (let turn = 0; turn < WITNESSES; turn++) {
    for (const candidate of candidates) {
      checkWay(visit.exchanges[0], visit.url);
      const probe = witnessesOf(candidate, settings)[turn];
      if (visit.silence !== undefined) return { served: [], problem: visit.silence.message };
      if (probe !== undefined) candidate.results.push(await tried(probe, candidate.send, visit));
    }
    const served = candidates.filter(({ results }) =>
      results.some(({ presence }) => presence === 'served'),
    );
    if (served.length > 0) return { served };
  }
  checkWay(visit.exchanges[0], visit.url);
  if (visit.silence !== undefined) return { served: [], problem: visit.silence.message };
  const results = candidates
    .flatMap((candidate) => candidate.results)
    .sort((a, b) => a.unknownPath.request.path.length - b.unknownPath.request.path.length);
  const tooLong = await serverBefore(visit.url, candidates, settings);
  if (tooLong !== undefined) return { served: [], problem: tooLong, tooLong };
  const locked = results.every(({ unknownPath }) => wantsCredential(unknownPath.response));
  if (!locked) return { served: [], problem: unknown(results, registrations) };
  const { status } = results[0]?.unknownPath.response ?? {};
  const problem = `every path responds with ${status} and requires credentials, so nothing behind it can be recognised: name a token with --token-env, or check the URL`;
  return { served: [], problem, locked };
}

/** A sentence, if the server is at the URL before the repeated part. */
async function serverBefore(
  url: URL,
  candidates: readonly Candidate[],
  settings: Settings,
): Promise<string | undefined> {
  for (const { surface, registration } of candidates) {
    const { repeated, before } = overlapOf(url, surface) ?? {};
    if (before === undefined) continue;
    const visit = new Visit(before, settings, MOST_BEFORE);
    const { served } = await recognise(visit, settings, [registration]).finally(() =>
      visit.close(),
    );
    const place = before.href.replace(/\/$/, '');
    if (served.length > 0)
      return `the base URL must end before ${repeated}, because the paths of the API start with it: ${place} responds as a ${registration.name}`;
  }
  return undefined;
}

/** True if an operation is served. */
export function tried(
  probe: PresenceProbe,
  send: Send,
  visit: Visit,
  paths?: UnknownPaths,
): Promise<PresenceResult> {
  return detectPresence(probe, send, async () => visit.silence !== undefined, paths);
}

/**
 * The operations that only read: first the one with the version, then one without an id of each API, because a target
 * may serve a single API.
 */
export function witnessesOf(
  { surface, registration }: Pick<Candidate, 'surface' | 'registration'>,
  { fixtures }: Pick<Settings, 'fixtures'>,
): readonly PresenceProbe[] {
  const reading = probesOf(surface, fixtures);
  const announces = reading.filter(
    ({ operation }) => operation.path === registration.versions?.announcedAt,
  );
  const plain = reading.filter(({ operation }) => operation.pathParameters.length === 0);
  const apis = plain.map(({ operation }) => apiOf(operation));
  const ofApis = plain.filter((_, i) => apis.indexOf(apis[i]) === i);
  return [...new Set([...announces, ...ofApis, ...reading])];
}

/** The presence probes of the operations that only read. */
export function probesOf(
  surface: Surface,
  fixtures: Settings['fixtures'],
): readonly PresenceProbe[] {
  return surface
    .presenceProbes(fixturesOf(surface, fixtures))
    .filter(({ effect = 'read' }) => effect === 'read');
}

function unknown(
  results: readonly PresenceResult[],
  registrations: readonly Registration[],
): string {
  const [first] = results;
  const names = registrations.map(({ name }) => name).join(' nor a ');
  const why = nothingHere(results);
  const page = first?.unknownPath.response?.text ?? '';
  const title = /<title[^<>]*>\s*([^<]{1,80})/i.exec(page)?.[1]?.trim();
  return `neither a ${names}: ${why}${title === undefined ? '' : ` (its page is called ${JSON.stringify(title)})`}`;
}
