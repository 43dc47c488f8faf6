/** Ledgers that execute changes at once and show them later, or whose lists come slowly. */

import { setTimeout as pause } from 'node:timers/promises';
import { notFound } from '../errors.ts';
import { counter, handling, type LedgerVariant, remembering, table, together } from '../fault.ts';
import { History } from '../history.ts';
import type { Ledger } from '../ledger.ts';
import { ok, type Reply } from '../reply.ts';
import type { Call, Route } from '../route.ts';
import { routesOf } from '../routes.ts';
import type { Change } from '../steps.ts';

const SHOWN_AFTER_MS = 2000;
const COMPLETED_AFTER_MS = 4000;

type Json = Readonly<Record<string, unknown>>;

/** The rows of all lists at one time, by name. */
interface Snapshot {
  readonly until: number;
  readonly users: ReadonlyMap<unknown, Json>;
  readonly rights: ReadonlyMap<unknown, Json>;
  readonly identityProviderConfigs: ReadonlyMap<unknown, Json>;
  readonly partyDetails: ReadonlyMap<unknown, Json>;
  readonly packageIds: ReadonlyMap<unknown, unknown>;
}

const KEYS = {
  users: 'id',
  identityProviderConfigs: 'identityProviderId',
  partyDetails: 'party',
} as const;

const READS = {
  users: 'getV2Users',
  identityProviderConfigs: 'getV2Idps',
  partyDetails: 'getV2Parties',
  packageIds: 'getV2Packages',
} as const;

/** The rows of all lists before a change. */
function snapshot(ledger: Ledger): Snapshot {
  const routes = routesOf(ledger.version);
  const read = (operationId: string, path: Call['path'] = {}): Json => {
    const route = routes.find((one) => one.operationId === operationId);
    const reply = route?.handle(callOf(path), ledger) as Reply | undefined;
    return structuredClone(reply?.json ?? {}) as Json;
  };
  const rows = (list: keyof typeof KEYS): ReadonlyMap<unknown, Json> =>
    new Map((read(READS[list])[list] as Json[]).map((row) => [row[KEYS[list]], row]));
  const users = rows('users');
  const ids = [...users.keys()] as string[];
  return {
    until: Date.now() + SHOWN_AFTER_MS,
    users,
    rights: new Map(ids.map((id) => [id, read('getV2UsersUser-idRights', { 'user-id': id })])),
    identityProviderConfigs: rows('identityProviderConfigs'),
    partyDetails: rows('partyDetails'),
    packageIds: new Map((read(READS.packageIds)['packageIds'] as string[]).map((id) => [id, id])),
  };
}

function callOf(path: Call['path']): Call {
  const caller = { userId: undefined, rights: [], open: true };
  const none = { headers: {}, body: undefined, bytes: Buffer.alloc(0) };
  return { method: 'GET', path, query: new URLSearchParams(), caller, ...none };
}

const CHANGES = (route: Route): boolean =>
  /^(post|patch|delete)V2(Users|Idps|Parties|Dars$|Packages$)/.test(route.operationId);

/** Shows changes after two seconds. A lookup that names an identity provider is current. */
const showingLate: Change = (conforming, ledger) => {
  const snapshots: Snapshot[] = [];
  const past = (): Snapshot | undefined => snapshots.find(({ until }) => until > Date.now());
  const one = (
    id: string,
    parameter: string,
    list: 'users' | 'rights' | 'identityProviderConfigs',
  ) =>
    handling(id, (handle) => (call, at) => {
      const before = call.query.has('identity-provider-id') ? undefined : past();
      if (before === undefined) return handle(call, at);
      const name = call.path[parameter] ?? '';
      const found = before[list].get(name);
      if (found !== undefined) return ok(list === 'rights' ? found : { [ONE[list]]: found });
      throw list === 'identityProviderConfigs'
        ? notFound('IDP_CONFIG_NOT_FOUND', 'identity provider', name)
        : notFound('USER_NOT_FOUND', 'user', name);
    });
  const several = (id: string, list: keyof typeof READS) =>
    handling(id, (handle) => async (call, at) => {
      const reply = await handle(call, at);
      const before = past();
      if (before === undefined) return reply;
      const json = reply.json as Json;
      const rows = (json[list] as unknown[]).flatMap((row) => {
        const name = list === 'packageIds' ? row : (row as Json)[KEYS[list]];
        return before[list].get(name) ?? [];
      });
      return { ...reply, json: { ...json, [list]: rows } };
    });
  const changing = handling(CHANGES, (handle) => (call, at) => {
    snapshots.push(snapshot(at));
    return handle(call, at);
  });
  return together(
    one('getV2UsersUser-id', 'user-id', 'users'),
    one('getV2UsersUser-idRights', 'user-id', 'rights'),
    one('getV2IdpsIdp-id', 'idp-id', 'identityProviderConfigs'),
    several('getV2PartiesParty', 'partyDetails'),
    ...(Object.keys(READS) as (keyof typeof READS)[]).map((list) => several(READS[list], list)),
    changing,
  )(conforming, ledger);
};

const ONE = { users: 'user', identityProviderConfigs: 'identityProviderConfig' } as const;

/** A copy of the history, on which a submission can be tried. */
function rehearsal(ledger: Ledger): Ledger {
  const { history } = ledger;
  const copy = new History(history.seed);
  copy.updates.splice(0, copy.updates.length, ...history.updates);
  copy.completions.splice(0, copy.completions.length, ...history.completions);
  copy.contracts.clear();
  for (const [id, one] of history.contracts) {
    copy.contracts.set(id, { ...one, moves: [...one.moves] });
  }
  for (const key of history.accepted) copy.accepted.add(key);
  Object.assign(copy, { end: history.end, pruned: history.pruned });
  return Object.create(ledger, { history: { value: copy } }) as Ledger;
}

/** Checks asynchronous submissions at once, and commits them four seconds later. */
const committingLate: Change = handling(
  [
    'postV2CommandsAsyncSubmit',
    'postV2CommandsAsyncSubmit-reassignment',
    'postV2Interactive-submissionExecute',
  ],
  (handle) => async (call, ledger) => {
    const reply = await handle(call, rehearsal(ledger));
    // Submissions that fail by then are dropped.
    const commit = async (): Promise<unknown> => handle(call, ledger);
    setTimeout(() => commit().catch(() => undefined), COMPLETED_AFTER_MS).unref();
    return reply;
  },
);

const LISTS = [
  'postV2Updates',
  'postV2UpdatesFlats',
  'postV2UpdatesTrees',
  'postV2StateActive-contracts',
  'postV2CommandsCompletions',
];

const IDLE_MS = 500;
const REQUEST_MS = 20_000;
const GAP_MS = 1500;

/** The idle time of a list; a closed list has one only if the request sets it. */
function idleOf({ query, body }: Call, operationId: string): number {
  const given = query.get('stream_idle_timeout_ms');
  if (given !== null) return Number(given);
  return isOpen(body, operationId) ? IDLE_MS : Number.POSITIVE_INFINITY;
}

function isOpen(body: unknown, operationId: string): boolean {
  if (operationId === 'postV2StateActive-contracts') return false;
  return (body as { endInclusive?: number }).endInclusive === undefined;
}

/** Delays each element of a list. With `onlyOpen` closed lists have no delay. */
const arriving = (gapBefore: (index: number) => number, onlyOpen = false): Change =>
  handling(LISTS, (handle, { operationId }) => async (call, ledger) => {
    const reply = await handle(call, ledger);
    if (!Array.isArray(reply.json)) return reply;
    const idle = idleOf(call, operationId);
    const isLate = !onlyOpen || isOpen(call.body, operationId);
    const gaps = reply.json.map((_, i) => (isLate ? gapBefore(i) : 0));
    const late = gaps.findIndex((gap) => gap > idle);
    const json = late === -1 ? reply.json : reply.json.slice(0, late);
    const took = gaps.slice(0, json.length).reduce((sum, gap) => sum + gap, 0);
    const isFull = json.length >= Number(call.query.get('limit') ?? Number.POSITIVE_INFINITY);
    const waits = late !== -1 || (isOpen(call.body, operationId) && !isFull) ? idle : 0;
    await pause(Math.min(REQUEST_MS, took + waits));
    return took + waits < REQUEST_MS ? { ...reply, json } : TOO_LATE;
  });

const TOO_LATE: Reply = { status: 503, text: 'The request took too long.' };

export const slowVariants: readonly LedgerVariant[] = table({
  'slow-to-show': {
    description:
      'Changes become visible after two seconds, and asynchronous submissions take four.',
    change: together(showingLate, committingLate),
  },
  'late-first-element': {
    description:
      'The first element of a list comes after 1.5 s; an open list ends after its idle time without an element.',
    slow: true,
    change: arriving((i) => (i === 0 ? GAP_MS : 0)),
  },
  'gap-in-lists': {
    description:
      'The third element of a list comes 1.5 s after the second; an open list ends after its idle time without an element.',
    slow: true,
    change: arriving((i) => (i === 2 ? GAP_MS : 0)),
  },
  'late-first-element-of-open-lists': {
    description:
      'The first element of an open list comes after 1.1 to 1.3 s, while closed lists come at once.',
    slow: true,
    change: remembering(() => {
      const turn = counter();
      return arriving((i) => (i === 0 ? 1100 + 100 * ((turn() - 1) % 3) : 0), true);
    }),
  },
});
