/** Examines a target with one surface before a run: operations, caller, fixtures. */

import type { Operation } from '../contract/contract.ts';
import { DocumentError } from '../contract/foreign/document.ts';
import { placeOf } from '../contract/foreign/operations.ts';
import type { Settings } from '../input/settings.ts';
import type { Presence, PresenceResult, UnknownPaths } from '../judge/presence.ts';
import { accepted } from '../judge/presence.ts';
import { defined } from '../model/defined.ts';
import {
  ASIDE,
  apiOf,
  type CallerStatus,
  type Exchange,
  type FixtureLookup,
  type Fixtures,
  fixturesOf,
  type PresenceProbe,
} from '../model/index.ts';
import type { Versions } from '../model/registration.ts';
import { discovered } from '../run/discovered.ts';
import { type Candidate, probesOf, tried } from './recognise.ts';
import { cameFrom, FOR_CALLERS, inTurns, type Visit } from './visit.ts';

/** The most operations of which each is tried; a larger surface is recognized by its document. */
const FEW_OPERATIONS = 8;
const FEW_FIXTURES = 2;

/** `unclear`: the response does not decide; `untried`: there were too few requests. */
export interface FixtureCheck {
  readonly name: string;
  readonly index: number;
  readonly state: 'live' | 'dead' | 'unclear' | 'untried';
  /** `404 from withdraw` */
  readonly why: string;
  /** The text of a response with an error. */
  readonly errorText?: string;
}

export interface Examination extends Candidate {
  readonly presence: ReadonlyMap<Operation, Presence>;
  /** Operations that accept their plain valid request. */
  readonly accepting: ReadonlySet<Operation>;
  /** True if there were too few requests. */
  readonly cutShort: boolean;
  /** Operations that got a request. */
  readonly triedOperations: ReadonlySet<Operation>;
  /** Operations that the target's own document lacks; `undefined` if it serves none. */
  readonly undocumented?: readonly Operation[];
  readonly checks: readonly FixtureCheck[];
  /** Live fixtures and discovered ones. */
  readonly fixtures: Fixtures;
  readonly caller?: CallerStatus;
}

/** Examines one surface with the remaining requests. */
export async function examine(
  candidate: Candidate,
  visit: Visit,
  settings: Settings,
): Promise<Examination> {
  const { surface, registration, send, results } = candidate;
  const probes = probesOf(surface, settings.fixtures);
  const rest = probes.filter((p) => !results.some(({ probe }) => probe.operation === p.operation));
  if (probes.length <= FEW_OPERATIONS)
    for (const probe of rest) if (visit.left > 0) results.push(await tried(probe, send, visit));
  const given = fixturesOf(surface, settings.fixtures);
  const { discoveryRequests } = surface;
  // If the fixtures decide the number of requests, discovery gets none: the lookups below need fewer.
  // Otherwise it may look each of them up, and the first ones are enough.
  const start =
    discoveryRequests === undefined
      ? mapped(given, (_, values) => values.slice(0, FEW_FIXTURES))
      : fixturesOf(surface);
  // No request is sent again.
  const once: Candidate['send'] = async (call, purpose) => visit.seen(call) ?? send(call, purpose);
  const found = mapped(await discovered(surface, start, once), (name, values) => [
    ...new Set([...values, ...(given[name] ?? [])]),
  ]);
  const cutShort = surface.discover !== undefined && visit.left === 0;
  const undocumented =
    registration.versions && (await missingIn(registration.versions, surface.operations, visit));
  const lookups = surface.lookups?.(given) ?? [];
  const firsts = lookups.filter(({ index }) => index === 0);
  if (surface.operations.some(apiOf)) {
    await checkedFixtures(firsts, [], { send, visit });
    await tryApis(probesOf(surface, found), results, { send, visit });
  }
  const checks = await checkedFixtures(lookups, results, { send, visit });
  const hasToken = Object.hasOwn(settings.headers, 'authorization');
  const fixtures = without(found, given, checks);
  const caller = surface.callerIn?.(fixtures, hasToken);
  const own = visit.exchanges.filter(({ request }) =>
    surface.operations.includes(request.operation),
  );
  const operationsIn = (exchanges: readonly Exchange[]): ReadonlySet<Operation> =>
    new Set(exchanges.map(({ request }) => request.operation));
  return {
    ...candidate,
    presence: new Map(results.map(({ probe, presence }) => [probe.operation, presence])),
    accepting: operationsIn(own.filter(accepted)),
    cutShort,
    triedOperations: operationsIn(own),
    checks,
    fixtures,
    ...defined({ undocumented, caller }),
  };
}

/** Tries an operation of each API without a result, and then further operations of APIs that are still unknown. */
async function tryApis(
  probes: readonly PresenceProbe[],
  results: PresenceResult[],
  { send, visit }: Way,
): Promise<void> {
  const paths: UnknownPaths = new Map();
  const isShown = (api: string | undefined): boolean =>
    results.some(
      ({ probe, presence }) => presence === 'served' && apiOf(probe.operation) === api,
    ) || visit.exchanges.some((one) => accepted(one) && apiOf(one.request.operation) === api);
  const ids = ({ operation }: PresenceProbe): number => operation.pathParameters.length;
  // Operations without an id come first: they show most without known ids.
  const waiting = probes
    .filter(({ operation }) => !results.some(({ probe }) => probe.operation === operation))
    .toSorted((a, b) => ids(a) - ids(b));
  for (const probe of inTurns(waiting, ({ operation }) => apiOf(operation) ?? '')) {
    // The control may be sent twice, and the unknown path is.
    if (isShown(apiOf(probe.operation)) || visit.left < (probe.control ? 5 : 3)) continue;
    results.push(await tried(probe, send, visit, paths));
  }
}

function mapped(
  fixtures: Fixtures,
  change: (name: string, values: readonly unknown[]) => readonly unknown[],
): Fixtures {
  const lists = Object.entries(fixtures).map(([name, values]) => [name, change(name, values)]);
  return Object.fromEntries(lists) as Fixtures;
}

/** Operations that need no further requests. */
function absentAmong(results: readonly PresenceResult[]): ReadonlySet<Operation> {
  const absent = results.filter((one) => ['absent', 'unimplemented'].includes(one.presence));
  return new Set(absent.map(({ probe }) => probe.operation));
}

/** The operations that the target's document lacks; `undefined` if it serves no usable one. */
async function missingIn(
  { documentAt, fromDocument }: Versions,
  operations: readonly Operation[],
  visit: Visit,
): Promise<readonly Operation[] | undefined> {
  const { response } = await visit.get(documentAt);
  if (response?.status !== 200 || response.truncated) return undefined;
  try {
    const bytes = Buffer.from(response.text);
    const theirs = (await fromDocument({ bytes, name: documentAt })).operations;
    const places = new Set(theirs.map(({ method, path }) => placeOf(method, path)));
    return operations.filter(({ method, path }) => !places.has(placeOf(method, path)));
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

interface Way {
  readonly send: Candidate['send'];
  readonly visit: Visit;
}

/** Looks up fixtures with one request each, in turns by name, because the requests may not be enough for all. */
export async function checkedFixtures(
  lookups: readonly FixtureLookup[],
  results: readonly PresenceResult[],
  { send, visit }: Way,
): Promise<readonly FixtureCheck[]> {
  const absent = absentAmong(results);
  const checks = new Map<FixtureLookup, FixtureCheck>();
  for (const lookup of lookups.toSorted((a, b) => a.index - b.index)) {
    // Without an existing id, an existing operation may look absent.
    const served = lookup.calls.find(({ operation }) => !absent.has(operation));
    const call = served ?? lookup.calls[0];
    const isAffordable = visit.left > FOR_CALLERS;
    const exchange =
      call && (visit.seen(call) ?? (isAffordable ? await send(call, ASIDE) : undefined));
    checks.set(lookup, { name: lookup.name, index: lookup.index, ...stateOf(lookup, exchange) });
  }
  return lookups.flatMap((lookup) => checks.get(lookup) ?? []);
}

/** The state of a fixture after its lookup. */
function stateOf(
  lookup: FixtureLookup,
  exchange: Exchange | undefined,
): Pick<FixtureCheck, 'state' | 'why' | 'errorText'> {
  if (exchange === undefined) return { state: 'untried', why: '' };
  const { response } = exchange;
  const state = response === undefined ? 'unclear' : lookup.stateOf(response);
  const isError = response !== undefined && response.status >= 400;
  return { state, why: cameFrom(exchange), ...(isError && { errorText: response.text }) };
}

/** The fixtures without dead ones. */
function without(found: Fixtures, given: Fixtures, checks: readonly FixtureCheck[]): Fixtures {
  const dead = checks.filter(({ state }) => state === 'dead');
  return mapped(found, (name, values) => {
    const gone = dead.filter((one) => one.name === name).map(({ index }) => given[name]?.[index]);
    return values.filter((value) => !gone.includes(value));
  });
}
