/** What a dozen read-only requests show of a ledger, so that nobody has to write it down. */
import {
  type Call,
  type Contract,
  call,
  type Exchange,
  type Fixtures,
  type FoundCaller,
  type FoundContract,
  type FoundUpdate,
  type Operation,
} from '../../src/index.ts';
import { eventsOf, isScratch, type PageLimit, pageOf, updatesOf } from './formats.ts';
import { count, elements, isLasting, member, text } from './members.ts';

type Ask = (call: Call) => Promise<Exchange>;
type Json = Readonly<Record<string, unknown>>;

/** So many offsets before the end are looked at, and so many of each kind are kept. */
const RECENT = 200;
const KEPT = 20;
const READ_AS = 5;
const VERY_LONG = 100_000;
const SUBMITTERS = 8;
const EFFECTS = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';
/** What the id of a package looks like. */
const HASH = /^[0-9a-f]{64}$/;

/** Learns about a ledger. What was given comes first; what cannot be read is left empty. */
export async function discover(contract: Contract, ask: Ask, given: Fixtures): Promise<Fixtures> {
  const named = (chapter: string): Operation => {
    const found = contract.operations.find((o) => o.chapter === chapter);
    if (!found) throw new Error(`the contract has no operation ${chapter}`);
    return found;
  };
  const get = async (chapter: string, parts: Parameters<typeof call>[1] = {}): Promise<unknown> => {
    const { response } = await ask(call(named(chapter), parts));
    return response?.status === 200 ? response.body : undefined;
  };

  const version = await get('version');
  const pageLimits = limitsIn(version);
  const pageSize = (limit: PageLimit, wanted: number) => ({
    pageSize: pageOf({ pageLimits }, limit, wanted),
  });
  const caller = {
    ...(await callerOf(ask, named('authenticated-user'))),
    ...(member(version, 'features', 'userManagement', 'supported') === false && {
      withoutUsers: true as const,
    }),
  };
  const ledgerEnd = offsets(await get('ledger-end'), 'offset');
  const [end = 0] = ledgerEnd;
  const pruned = await get('latest-pruned-offsets');
  const prunedTo = offsets(pruned, 'participantPrunedUpToInclusive').filter((at) => at <= end);
  const details = list(
    await get('parties-list', { query: pageSize('maxPartiesPageSize', 20) }),
    'partyDetails',
  );
  const found = list(await get('users-list', { query: pageSize('maxUsersPageSize', 20) }), 'users');
  const listed = found.map((u) => u['id']).filter((id) => !isScratch(id));
  // Who may list nobody may still look up themselves.
  const users = strings([...given.users, ...listed, caller.userId]);
  const providers = list(await get('identity-providers-list'), 'identityProviderConfigs');
  const packages = spread(
    texts((await get('packages-list')) as Json, 'packageIds').filter((id) => HASH.test(id)),
  );
  const vetted = list(
    await get('package-vetting-list', { json: pageSize('maxVettedPackagesPageSize', 10) }),
    'vettedPackages',
  );
  const connected = await get('connected-synchronizers');
  // Rows of vetted packages name synchronizers too, but some may not be connected any more.
  const synchronizers = strings(
    (connected === undefined ? vetted : list(connected, 'connectedSynchronizers')).map(
      (s) => s['synchronizerId'],
    ),
  );
  const rights =
    caller.userId === undefined
      ? []
      : list(await get('user-rights', { path: { 'user-id': caller.userId } }), 'rights');

  const hosted = details.filter((d) => d['isLocal'] !== false).map((d) => d['party']);
  const readable = strings([
    ...given.parties,
    ...partiesOf(rights),
    ...(caller.mode === 'open' || maySeeAll(rights) ? hosted : []),
  ]).slice(0, KEPT);
  const range = { beginExclusive: Math.max(prunedTo[0] ?? 0, end - RECENT), endInclusive: end };
  const datable = ledgerEnd.length > 0 && prunedTo.length > 0;
  const shown = async (parties: readonly string[]): Promise<readonly Json[]> =>
    parties.length === 0 || !datable
      ? []
      : array(
          await get('updates', {
            query: { limit: KEPT * 2 },
            json: { ...range, updateFormat: updatesOf(parties) },
          }),
        );
  // Those who see most come first, so that questions about them have answers.
  const seen = await shown(readable);
  const busiest = [...readable].sort((a, b) => mentions(seen, b) - mentions(seen, a));
  const parties = busiest.slice(0, READ_AS);
  const updates = (parties.length < readable.length ? await shown(parties) : seen)
    .toSorted((a, b) => substance(b) - substance(a))
    .map(updateOf)
    .filter((u) => u !== undefined);
  const active =
    parties.length === 0 || ledgerEnd.length === 0
      ? []
      : array(
          await get('active-contracts', {
            query: { limit: KEPT },
            json: { activeAtOffset: end, eventFormat: eventsOf(parties) },
          }),
        );
  const effects =
    parties.length === 0
      ? []
      : array(
          await get('updates', {
            query: { limit: KEPT * 2 },
            json: { ...range, updateFormat: updatesOf(parties, EFFECTS, false) },
          }),
        );
  return {
    ...given,
    caller: [await submitter(caller, { parties, users, prunedTo }, get)],
    parties,
    listedParties: strings([...given.listedParties, ...details.map((d) => d['party'])]),
    users,
    identityProviders: strings(providers.map((p) => p['identityProviderId'])).filter(
      (id) => !isScratch(id),
    ),
    packages: strings([...given.packages, ...packages]),
    packageNames: strings([
      ...given.packageNames,
      ...synchronizers.flatMap((id) => namesOf(vetted.filter((v) => v['synchronizerId'] === id))),
    ]),
    interfaces: strings([...given.interfaces, ...interfacesIn(effects, vetted)]),
    synchronizers,
    updates: [
      ...updates.filter((u) => u.kind === 'transaction'),
      ...updates.filter((u) => u.kind !== 'transaction'),
    ],
    contracts: active.map(contractOf).filter((c) => c !== undefined),
    pageLimits,
    ledgerEnd,
    prunedTo,
  };
}

/** Where nobody has to say who they are, a user whose submissions are shown stands for the caller. */
async function submitter(
  caller: FoundCaller,
  { parties, users, prunedTo }: Pick<Fixtures, 'parties' | 'users' | 'prunedTo'>,
  get: (chapter: string, parts: Parameters<typeof call>[1]) => Promise<unknown>,
): Promise<FoundCaller> {
  if (caller.mode !== 'open' || parties.length === 0 || prunedTo.length === 0) return caller;
  for (const userId of users.slice(0, SUBMITTERS)) {
    const json = { userId, parties, beginExclusive: prunedTo[0] ?? 0 };
    const query = { limit: 2, stream_idle_timeout_ms: 100 };
    const shown = array(await get('completions', { query, json }));
    if (JSON.stringify(shown).includes('"Completion"')) return { ...caller, userId };
  }
  return caller;
}

/** A ledger that asks nobody for a token has no user to name, and says so. */
async function callerOf(ask: Ask, operation: Operation): Promise<FoundCaller> {
  const { response: without } = await ask({ ...call(operation), anonymous: true });
  if (without?.status !== 401 && without?.status !== 403) return { mode: 'open' };
  const { response } = await ask(call(operation));
  const user = (response?.body as { user?: { id?: unknown } } | undefined)?.user;
  if (response?.status !== 200 || typeof user?.id !== 'string') return { mode: 'anonymous' };
  return { mode: 'token', userId: user.id };
}

/** The numbers among the features of a version. */
function limitsIn(version: unknown): Fixtures['pageLimits'] {
  const features = (version as { features?: Readonly<Record<string, Json>> } | undefined)?.features;
  const told = Object.values(features ?? {}).flatMap((feature) => Object.entries(feature ?? {}));
  const numbersTold = told.filter((entry): entry is [string, number] => Number.isInteger(entry[1]));
  return features === undefined ? [] : [Object.fromEntries(numbersTold)];
}

function array(body: unknown): readonly Json[] {
  return Array.isArray(body) ? body.filter((one) => typeof one === 'object' && one !== null) : [];
}

function list(body: unknown, name: string): readonly Json[] {
  return array((body as Json | undefined)?.[name]);
}

function texts(body: Json | undefined, name: string): readonly string[] {
  const found = body?.[name];
  return Array.isArray(found) ? strings(found) : [];
}

function strings(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.filter((v) => typeof v === 'string' && v !== ''))] as string[];
}

/** So many of a list, from its begin to its end. */
function spread<T>(all: readonly T[]): readonly T[] {
  const chosen = Array.from({ length: KEPT }, (_, i) =>
    Math.round((i * (all.length - 1)) / (KEPT - 1)),
  );
  return all.length <= KEPT ? all : all.filter((_, i) => chosen.includes(i));
}

/** The offset at this name: one, or none where what is told cannot be one. */
function offsets(body: unknown, name: string): readonly number[] {
  const found = count(body, name);
  return found !== undefined && found >= 0 ? [found] : [];
}

function kindOf(right: Json): readonly [string, Json | undefined] {
  const [entry] = Object.entries((right['kind'] ?? {}) as Record<string, Json>);
  return [entry?.[0] ?? '', entry?.[1]?.['value'] as Json | undefined];
}

function partiesOf(rights: readonly Json[]): readonly unknown[] {
  return rights
    .map(kindOf)
    .filter(([kind]) => kind === 'CanReadAs' || kind === 'CanActAs')
    .map(([, value]) => value?.['party']);
}

function maySeeAll(rights: readonly Json[]): boolean {
  return rights.some((right) => kindOf(right)[0] === 'CanReadAsAnyParty');
}

/** What has more in it shows more; what is very long is not read as a whole. */
function substance(update: Json): number {
  const { length } = JSON.stringify(update);
  return length > VERY_LONG ? 0 : length;
}

function mentions(updates: readonly Json[], party: string): number {
  return updates.filter((update) => JSON.stringify(update).includes(JSON.stringify(party))).length;
}

const KINDS = {
  Transaction: 'transaction',
  Reassignment: 'reassignment',
  TopologyTransaction: 'topology',
} as const;

function updateOf({ update }: Json): FoundUpdate | undefined {
  const [entry] = Object.entries((update ?? {}) as Record<string, { value?: Json }>);
  const kind = KINDS[entry?.[0] as keyof typeof KINDS];
  const { updateId, offset } = (entry?.[1]?.value ?? {}) as {
    updateId?: unknown;
    offset?: unknown;
  };
  if (kind === undefined || typeof updateId !== 'string' || typeof offset !== 'number')
    return undefined;
  return { updateId, offset, kind };
}

function contractOf({ contractEntry }: Json): FoundContract | undefined {
  const active = (contractEntry as { JsActiveContract?: { createdEvent?: Json } } | undefined)
    ?.JsActiveContract;
  const { contractId, templateId, packageName, signatories, observers } =
    active?.createdEvent ?? {};
  if (typeof contractId !== 'string' || typeof templateId !== 'string') return undefined;
  const stakeholders = strings([signatories, observers].filter(Array.isArray).flat());
  return { contractId, templateId, packageName: String(packageName ?? ''), stakeholders };
}

/** Interfaces that a choice was exercised through, under the name of their package as it is vetted. */
function interfacesIn(effects: readonly Json[], vetted: readonly Json[]): readonly string[] {
  const packages = vetted.flatMap((row) => list(row, 'packages'));
  const names = new Map(packages.map((one) => [one['packageId'], one['packageName']]));
  const events = effects.flatMap((one) =>
    elements(one, 'update', 'Transaction', 'value', 'events'),
  );
  return events.flatMap((event) => {
    const [packageId, ...rest] = text(event, 'ExercisedEvent', 'interfaceId').split(':');
    const name = names.get(packageId);
    return typeof name === 'string' ? [`#${name}:${rest.join(':')}`] : [];
  });
}

/**
 * The names of packages that every row vets for all times, so that parties anywhere may prefer them. Those
 * of most versions first, since there is something to prefer among them.
 */
function namesOf(rows: readonly Json[]): readonly unknown[] {
  const [first = [], ...others] = rows.map((row) => list(row, 'packages').filter(isLasting));
  const versions = new Map<unknown, Set<unknown>>();
  for (const one of first) {
    if (!others.every((row) => row.some((p) => p['packageId'] === one['packageId']))) continue;
    const known = versions.get(one['packageName']) ?? new Set();
    versions.set(one['packageName'], known.add(one['packageVersion']));
  }
  return [...versions].sort(([, a], [, b]) => b.size - a.size).map(([name]) => name);
}
