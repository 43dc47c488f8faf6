/** Discovery: finds fixtures with a dozen read-only requests, so that no user needs to enter them. */
import type { Contract, Exchange, FixtureNote, Fixtures, SendCall } from '../../../src/kit.ts';
import { call, jsonOf, wantsCredential } from '../../../src/kit.ts';
import { canBeInPath } from '../../kit/ids.ts';
import { count, elements, isObject, type Json, member, string, strings } from '../../kit/json.ts';
import { errorInside } from '../across/successful-responses.ts';
import { type Ledger, ledgerAt } from '../area.ts';
import type { FoundCaller } from '../fixtures.ts';
import { nearestVersion } from '../nearest-version.ts';
import { isScratch, type PageLimit, pageOf } from '../requests/formats.ts';
import { isLasting, kindOf } from '../requests/members.ts';
import { idleOf, waited } from '../requests/open-lists.ts';
import { packagesInside } from '../requests/request-parts.ts';
import { liveOnes } from './given.ts';
import { type Get, historyOf, KEPT, Lists } from './history.ts';

const SUBMITTERS = 8;

/** The fixtures of a ledger. Given fixtures come first; fixtures that cannot be read stay empty. */
export async function discover(
  contract: Contract,
  send: SendCall,
  declared: Fixtures,
  note: FixtureNote,
): Promise<Fixtures> {
  const { operation: named } = ledgerAt(contract);
  const given = await liveOnes(send, contract, declared, note);
  const get: Get = async (name, parts) => {
    const { response } = await send(call(named(name), parts));
    return response?.status === 200 ? jsonOf(response) : undefined;
  };

  const version = await get('version');
  const release = unique([string(version, 'version')]);
  for (const announced of release) {
    const [held, why] = nearestVersion(announced);
    if (why !== '' && held === contract.version) note(why);
  }
  const pageLimits = limitsIn(version);
  const { signed, subject } = given.caller[0] ?? {};
  const token = { ...(signed && { signed }), ...(subject !== undefined && { subject }) };
  const found = await callerOf(send, named, version);
  const who = { ...(found ?? UNKNOWN), ...token };
  const ledgerEnd = offsets(await get('ledger-end'), 'offset');
  const pruned = offsets(await get('latest-pruned-offsets'), 'participantPrunedUpToInclusive');
  const prunedTo = pruned.filter((at) => at <= (ledgerEnd[0] ?? 0));
  const rights = await rightsOf(get, who);
  const shown = rights && {
    rights: rights.map(({ kind }) => kind),
    readAs: ownOf(rights).map(({ party }) => party),
    actAs: rights.filter(({ kind }) => kind === 'CanActAs').map(({ party }) => party),
  };
  const caller = { ...who, ...shown };
  const { readable, readsAny, ...listed } = await peopleOf(
    get,
    { ...given, pageLimits },
    caller,
    rights,
  );
  const { packages, newPackages, vetted, synchronizers } = await packagesOf(
    get,
    { ...given, pageLimits },
    readable,
  );
  const lists = new Lists((name, parts) => send(waited(call(named(name), parts))));
  const history = await historyOf(lists, { ledgerEnd, prunedTo, readable, readsAny, vetted });
  const { parties } = history;
  const { listCap, listMs } = lists.learned();
  return {
    ...given,
    ...listed,
    ...history,
    caller:
      found === undefined
        ? []
        : [await submitter(caller, { parties, users: listed.users, prunedTo, listMs }, get)],
    packages: unique([...given.packages, ...packages]),
    newPackages,
    packageNames: unique([
      ...given.packageNames,
      ...synchronizers.flatMap((id) =>
        namesOf(vetted.filter((v) => string(v, 'synchronizerId') === id)),
      ),
    ]),
    interfaces: unique([...given.interfaces, ...history.interfaces]),
    synchronizers,
    release,
    pageLimits,
    ledgerEnd,
    prunedTo,
    listCap,
    listMs,
  };
}

async function peopleOf(
  get: Get,
  given: Fixtures,
  { mode, userId = '' }: FoundCaller,
  rights: readonly Right[] = [],
) {
  const page = (limit: PageLimit) => ({ query: { pageSize: pageOf(given, limit, KEPT) } });
  const details = elements(await get('parties-list', page('maxPartiesPageSize')), 'partyDetails');
  const users = elements(await get('users-list', page('maxUsersPageSize')), 'users');
  const providers = elements(await get('identity-providers-list'), 'identityProviderConfigs');
  const hosted = details
    .filter((d) => member(d, 'isLocal') !== false)
    .map((d) => string(d, 'party'));
  const all = mode === 'open' || rights.some(({ kind }) => kind === 'CanReadAsAnyParty');
  return {
    listedParties: unique([...given.listedParties, ...details.map((d) => string(d, 'party'))]),
    // A user who may not list others may still look up itself.
    users: unique([...given.users, ...users.map((u) => string(u, 'id')).filter(lasts), userId]),
    identityProviders: unique(providers.map((p) => string(p, 'identityProviderId')).filter(lasts)),
    readsAny: all,
    /** Parties whose contracts the caller may see. */
    readable: unique([
      ...given.parties,
      ...ownOf(rights).map(({ party }) => party),
      ...(all ? hosted : []),
    ]).slice(0, KEPT),
  };
}

const lasts = (id: string): boolean => !isScratch(id);

interface Right {
  readonly kind: string;
  /** Empty for rights without a party. */
  readonly party: string;
}

/** The rights to read as a party; the right to act includes it. */
const ownOf = (rights: readonly Right[]): readonly Right[] =>
  rights.filter(({ kind }) => kind === 'CanReadAs' || kind === 'CanActAs');

/** The rights of the caller; `undefined` if they cannot be read. */
async function rightsOf(get: Get, { userId }: FoundCaller): Promise<readonly Right[] | undefined> {
  if (userId === undefined) return undefined;
  const rights = member(await get('user-rights', { path: { 'user-id': userId } }), 'rights');
  // A malformed list of rights does not mean that there are no rights.
  const isReadable = (right: unknown): boolean => isObject(member(right, 'kind'));
  return Array.isArray(rights) && rights.every(isReadable) ? rights.map(rightIn) : undefined;
}

function rightIn(right: unknown): Right {
  const kind = kindOf(member(right, 'kind'));
  return { kind, party: string(right, 'kind', kind, 'value', 'party') };
}

/** Packages and synchronizers, and the rows of vetted packages. */
async function packagesOf(get: Get, { pageLimits, dars }: Fixtures, readable: readonly string[]) {
  const list = await get('packages-list');
  const ids = strings(list, 'packageIds');
  const known = new Set(ids);
  const brought = list === undefined ? [] : dars.flatMap(packagesInside);
  const pageSize = pageOf({ pageLimits }, 'maxVettedPackagesPageSize', 10);
  const page = await get('package-vetting-list', { json: { pageSize } });
  const vetted = elements(page, 'vettedPackages');
  const connected = await get('connected-synchronizers');
  // Rows of vetted packages name synchronizers too, but some may be disconnected.
  const rows = connected === undefined ? vetted : elements(connected, 'connectedSynchronizers');
  const shown = unique(rows.map((row) => string(row, 'synchronizerId')));
  // A wrong list must not hide what only a connected ledger does.
  const synchronizers = shown.length > 0 ? shown : await placeOfPreference(get, vetted, readable);
  const newPackages = unique(brought.filter((id) => !known.has(id)));
  return { packages: spread(ids), newPackages, vetted, synchronizers };
}

/** The synchronizer of a preferred package, which is a connected one. */
async function placeOfPreference(
  get: Get,
  vetted: readonly unknown[],
  [party]: readonly string[],
): Promise<readonly string[]> {
  const [packageName] = namesOf(vetted);
  if (party === undefined || packageName === undefined) return [];
  const packageVettingRequirements = [{ parties: [party], packageName }];
  const found = await get('preferred-packages', { json: { packageVettingRequirements } });
  return [string(found, 'synchronizerId')].filter((id) => id !== '');
}

/** Without authentication, a user with listed submissions stands for the caller. */
async function submitter(
  caller: FoundCaller,
  { parties, users, prunedTo, listMs }: Pick<Fixtures, 'parties' | 'users' | 'prunedTo' | 'listMs'>,
  get: Get,
): Promise<FoundCaller> {
  if (caller.mode !== 'open' || parties.length === 0 || prunedTo.length === 0) return caller;
  for (const userId of users.slice(0, SUBMITTERS)) {
    const json = { userId, parties, beginExclusive: prunedTo[0] ?? 0 };
    const query = { limit: 2, stream_idle_timeout_ms: idleOf({ listMs }) };
    const shown = elements(await get('completions', { query, json }));
    if (JSON.stringify(shown).includes('"Completion"')) return { ...caller, userId };
  }
  return caller;
}

/** The caller while discovery continues without knowing it. */
const UNKNOWN: FoundCaller = { mode: 'anonymous' };

/** A ledger with authentication requires a token for these. */
const GUARDED = ['ledger-end', 'packages-list', 'users-list', 'connected-synchronizers'];

/**
 * The caller; `undefined` if the target shows nothing about callers. Without authentication there is no current user,
 * so it is not requested.
 */
async function callerOf(
  send: SendCall,
  named: Ledger['operation'],
  version: unknown,
): Promise<FoundCaller | undefined> {
  const self = call(named('authenticated-user'));
  const supported = member(version, 'features', 'userManagement', 'supported') !== false;
  const caller = supported ? {} : { withoutUsers: true as const };
  const rejected = wantsCredential((await send({ ...self, anonymous: true })).response);
  const open = rejected ? false : await isOpen(send, named);
  if (open) return { ...caller, mode: 'open' };
  const { response } = await send(self);
  const userId = response?.status === 200 ? string(jsonOf(response), 'user', 'id') : '';
  if (canBeInPath(userId)) return { ...caller, mode: 'token', userId };
  // If no request needs a token either, the target shows nothing about callers.
  if (open === undefined && !wantsCredential(response)) return undefined;
  return { ...caller, mode: (await isOpen(send, named, true)) ? 'open' : 'anonymous' };
}

/**
 * True if requests without a token are accepted, and `undefined` if the target serves none of them. The first served
 * operation decides; with `all` every one must agree.
 */
async function isOpen(
  send: SendCall,
  named: Ledger['operation'],
  all = false,
): Promise<boolean | undefined> {
  let isServed: true | undefined;
  for (const name of GUARDED) {
    const exchange = await send({ ...call(named(name)), anonymous: true });
    if (wantsCredential(exchange.response)) return false;
    if (isShown(exchange)) isServed = true;
    if (isServed && !all) return true;
  }
  return isServed;
}

/** Accepted with JSON, and not rejected with a page or an error in the body of a 200. */
function isShown({ response }: Exchange): boolean {
  const body = response && jsonOf(response);
  return response?.status === 200 && body !== undefined && errorInside(body) === undefined;
}

/** The numbers among the features of a version. */
function limitsIn(version: unknown): Fixtures['pageLimits'] {
  const features = member(version, 'features') as Readonly<Record<string, Json>> | undefined;
  const limits = Object.values(features ?? {}).flatMap((feature) => Object.entries(feature ?? {}));
  const numbers = limits.filter((entry): entry is [string, number] => Number.isInteger(entry[1]));
  return features === undefined ? [] : [Object.fromEntries(numbers)];
}

/** Each value once that requests can name. */
function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter(canBeInPath);
}

/** At most `KEPT` elements of an array, spread from its start to its end. */
function spread<T>(all: readonly T[]): readonly T[] {
  const chosen = Array.from({ length: KEPT }, (_, i) =>
    Math.round((i * (all.length - 1)) / (KEPT - 1)),
  );
  return all.length <= KEPT ? all : all.filter((_, i) => chosen.includes(i));
}

/** The offset at this name; none if the value cannot be an offset. One that is written as a text breaks its schema only. */
function offsets(body: unknown, name: string): readonly number[] {
  const found = count(body, name) ?? Number(string(body, name) || NaN);
  return Number.isSafeInteger(found) && found >= 0 ? [found] : [];
}

/**
 * The names of packages that every row vets at all times, so that any parties can prefer them. Those with most versions
 * come first, because they give a choice.
 */
function namesOf(rows: readonly unknown[]): readonly string[] {
  const [first = [], ...others] = rows.map((row) => elements(row, 'packages').filter(isLasting));
  const versions = new Map<string, Set<string>>();
  for (const one of first) {
    const [id, name] = [string(one, 'packageId'), string(one, 'packageName')];
    if (!others.every((row) => row.some((p) => string(p, 'packageId') === id))) continue;
    const known = versions.get(name) ?? new Set();
    versions.set(name, known.add(string(one, 'packageVersion')));
  }
  return [...versions].sort(([, a], [, b]) => b.size - a.size).map(([name]) => name);
}
