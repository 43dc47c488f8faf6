/** Users, identity providers and parties as resources: their members, keys, error codes and scenarios. */
import { type Call, call, type Fixtures } from '../../../src/index.ts';
import type { Ledger } from '../area.ts';
import { difference } from '../requests/alike.ts';
import { ABSENT } from '../requests/formats.ts';
import { lists, retryUntilGone, retryUntilShown } from '../requests/retry.ts';
import { listIn, type Sequence, sequence, textIn, within } from '../requests/sequences.ts';
import * as scratch from './scratch.ts';
import { CONFIG, CONFIGS, mask, newProvider, scratchProvider, scratchUser } from './scratch.ts';

type Bodies = Readonly<Record<string, unknown>>;
type Step = Call | ((bodies: Bodies) => Call | undefined);
type CreationStep =
  | ('before' | 'create' | 'get' | 'list' | 'again' | 'remove')
  | ('sameIssuer' | 'whole' | 'malformed');
type UpdateStep =
  | ('before' | 'create' | 'change' | 'get' | 'list' | 'also' | 'stale' | 'remove')
  | ('otherId' | 'otherPath' | 'unknown' | 'noMask' | 'noResource');
type RemovalStep =
  | ('before' | 'create' | 'found' | 'delete' | 'get' | 'again' | 'listed' | 'list')
  | ('rightsFound' | 'rights' | 'anew' | 'rightsAnew' | 'remove');

/** A change of one member, as the mask names it and as a response shows it. */
interface Change {
  readonly paths: readonly string[];
  /** Members of the request. Some are not in the mask, and so must not change. */
  readonly members: (version: string) => object;
  readonly at: readonly string[];
  readonly expected: unknown;
}

/** The requests of a fresh instance. */
interface Fresh {
  /** What comes first: the removal of what an earlier run left, or a list of it. */
  readonly before: Call;
  readonly create: Step;
  readonly get: (created: unknown) => Call | undefined;
  readonly list: Call;
  readonly remove?: Call;
}

/** What tells the resources apart. */
interface Kind {
  /** The last part of the names of the scenarios. */
  readonly name: 'user' | 'provider' | 'party';
  readonly effect: 'reversible' | 'irreversible';
  /** The member that holds one in a body, the member that holds several, and the key within them. */
  readonly member: string;
  readonly list: string;
  readonly key: string;
  /** Where the resource version is, if there is one. */
  readonly version?: readonly string[];
  readonly operations: Readonly<Record<'create' | 'update', string>>;
  readonly clauses: Readonly<Record<'create' | 'list' | 'update', string>>;
  readonly codes: Readonly<Record<'unknown' | 'taken' | 'stale' | 'mask', readonly string[]>>;
  /** The resource in the response to a lookup. */
  readonly read: (body: unknown) => unknown;
  readonly fresh: (ledger: Ledger, fixtures: Fixtures, tag: string) => Fresh;
  /** Further steps of the creation. */
  readonly more?: (
    ledger: Ledger,
    fixtures: Fixtures,
    tag: string,
  ) => Partial<Record<CreationStep, Step>>;
  readonly path: string;
  readonly absent: string;
  /** The resource in the request of an update. */
  readonly body: (id: string, members: object) => object;
  readonly change: Change;
  /** A second change. */
  readonly also?: Change;
  readonly relists?: boolean;
  readonly removal?: (ledger: Ledger) => Removal;
}

interface Removal {
  readonly clause: string;
  readonly scenario: Sequence<RemovalStep>;
}

/** A kind of resource at one version of the ledger, with its scenarios. */
export interface Resource extends Omit<Kind, 'removal'> {
  readonly creation: Sequence<CreationStep>;
  readonly update: Sequence<UpdateStep>;
  readonly removal?: Removal;
}

type Draft<Name extends string> = Omit<Parameters<typeof sequence<Name>>[1], 'steps'> & {
  readonly steps: (fixtures: Fixtures, tag: string) => Partial<Record<Name, Step>>;
};

/** A scenario of which a subject may lack some steps. Laws about these do not apply to it. */
export function scenario<Name extends string>(
  operation: Parameters<typeof sequence>[0],
  { steps, ...draft }: Draft<Name>,
): Sequence<Name> {
  return sequence<Name>(operation, {
    ...draft,
    steps: (fixtures, tag) => steps(fixtures, tag) as Record<Name, Step>,
  });
}

/** The row of this resource in a list; `undefined` without one. */
export function rowOf(
  { list, key }: Pick<Kind, 'list' | 'key'>,
  body: unknown,
  one: unknown,
): unknown {
  const id = textIn(one, key);
  return id === undefined ? undefined : listIn(body, list).find((row) => textIn(row, key) === id);
}

/** True where more pages follow. */
export function isCut(page: unknown): boolean {
  return Boolean(textIn(page, 'nextPageToken'));
}

function readUntil({ read }: Kind, get: Call | undefined, one: unknown): Call | undefined {
  if (get === undefined || one === undefined) return get;
  return retryUntilShown(get, (body) => difference(one, read(body)).length === 0);
}

function listUntil(kind: Kind, list: Call, one: unknown): Call {
  if (one === undefined) return list;
  return retryUntilShown(
    list,
    (body) => isCut(body) || difference(one, rowOf(kind, body, one)).length === 0,
  );
}

/** The same creation once more, which is not to be undone twice. */
function repeated(create: Step): Step {
  if (typeof create === 'function') return create;
  const { undo: _undo, ...again } = create;
  return again;
}

function creationOf(ledger: Ledger, kind: Kind): Sequence<CreationStep> {
  return scenario<CreationStep>(ledger.operation(kind.operations.create), {
    name: `scratch-${kind.name}`,
    sends: 'a scratch resource: created, read, listed, created again, and wrong creations',
    effect: kind.effect,
    steps: (fixtures, tag) => {
      const { before, create, get, list, remove } = kind.fresh(ledger, fixtures, tag);
      return {
        before,
        create,
        get: ({ create: made }) => readUntil(kind, get(made), within(made, kind.member)),
        list: ({ create: made }) => listUntil(kind, list, within(made, kind.member)),
        ...kind.more?.(ledger, fixtures, tag),
        again: repeated(create),
        ...(remove && { remove }),
      };
    },
  });
}

function updateOf(ledger: Ledger, kind: Kind): Sequence<UpdateStep> {
  const operation = ledger.operation(kind.operations.update);
  const { member, key, version = [], change, also, absent, path, body } = kind;
  return scenario<UpdateStep>(operation, {
    name: `scratch-${kind.name}`,
    sends: 'updates of a scratch resource: good ones, one from an old version, and wrong ones',
    effect: kind.effect,
    steps: (fixtures, tag) => {
      const { before, create, get, list, remove } = kind.fresh(ledger, fixtures, tag);
      const sent =
        (json: (id: string, bodies: Bodies) => object) =>
        (bodies: Bodies): Call | undefined => {
          const id = textIn(bodies['create'], member, key);
          return id === undefined
            ? undefined
            : call(operation, { path: { [path]: id }, json: json(id, bodies) });
        };
      const good = ({ members, paths }: Change) =>
        sent((id, { create: made }) => ({
          [member]: body(id, members(textIn(made, member, ...version) ?? '')),
          updateMask: mask(...paths),
        }));
      const members = change.members('');
      const updateMask = mask(...change.paths);
      const unknown = { [member]: body(absent, members), updateMask };
      return {
        before,
        create,
        change: good(change),
        get: ({ create: made, change: changed }) =>
          readUntil(kind, get(made), within(changed, member)),
        ...(kind.relists && {
          list: ({ change: changed }) => listUntil(kind, list, within(changed, member)),
        }),
        ...(also && { also: good(also) }),
        ...(kind.version && { stale: good(change) }),
        otherId: sent(() => unknown),
        otherPath: sent((id) => ({
          [member]: body(id, members),
          updateMask: mask('assay_knows_no_such_path'),
        })),
        unknown: call(operation, { path: { [path]: absent }, json: unknown }),
        noMask: sent((id) => ({ [member]: body(id, members) })),
        noResource: sent(() => ({ updateMask })),
        ...(remove && { remove }),
      };
    },
  });
}

const user: Kind = {
  name: 'user',
  effect: 'reversible',
  member: 'user',
  list: 'users',
  key: 'id',
  version: ['metadata', 'resourceVersion'],
  operations: { create: 'users-create', update: 'user-update' },
  clauses: { create: 'users-are-created', list: 'users-are-listed', update: 'users-are-updated' },
  codes: {
    unknown: ['USER_NOT_FOUND'],
    taken: ['USER_ALREADY_EXISTS'],
    stale: ['CONCURRENT_USER_UPDATE_DETECTED'],
    mask: ['INVALID_USER_UPDATE_REQUEST'],
  },
  read: (body) => within(body, 'user'),
  fresh: (ledger, _, tag) => {
    const { create, get, remove } = scratchUser(ledger, `assay-${tag}`);
    const list = call(ledger.operation('users-list'), { query: { pageSize: 1000 } });
    return { before: remove, create, get: () => get, list, remove };
  },
  path: 'user-id',
  absent: ABSENT.user,
  body: (id, members) => ({ id, ...members }),
  change: {
    paths: ['metadata.annotations'],
    members: (resourceVersion) => ({
      isDeactivated: true,
      metadata: { resourceVersion, annotations: { assay: 'changed' } },
    }),
    at: ['metadata', 'annotations'],
    expected: { assay: 'changed' },
  },
  also: {
    paths: ['is_deactivated'],
    members: () => ({
      isDeactivated: true,
      metadata: { resourceVersion: '', annotations: { not: 'named' } },
    }),
    at: ['isDeactivated'],
    expected: true,
  },
  removal: (ledger) => ({
    clause: 'users-are-deleted-with-their-rights',
    scenario: scenario<RemovalStep>(ledger.operation('user-delete'), {
      name: 'scratch-user',
      sends: 'a scratch user with a right: removed, looked up, removed again, and created anew',
      effect: 'reversible',
      steps: (fixtures, tag) => {
        const id = `assay-${tag}`;
        const right = scratch.readingRight(fixtures);
        const { create, get, remove } = scratchUser(ledger, id, [right]);
        const rights = scratch.rightsOfUser(ledger, id);
        return {
          before: remove,
          create,
          // A cache that is filled here must be emptied by the removal.
          found: get,
          rightsFound: rights,
          delete: remove,
          get: retryUntilGone(get),
          rights: retryUntilGone(rights),
          again: remove,
          anew: scratchUser(ledger, id).create,
          rightsAnew: rights,
          remove,
        };
      },
    }),
  }),
};

const provider: Kind = {
  name: 'provider',
  effect: 'reversible',
  member: CONFIG,
  list: CONFIGS,
  key: 'identityProviderId',
  operations: { create: 'identity-providers-create', update: 'identity-provider-update' },
  clauses: {
    create: 'identity-providers-are-created',
    list: 'identity-providers-are-listed',
    update: 'identity-providers-are-updated',
  },
  codes: {
    unknown: ['IDP_CONFIG_NOT_FOUND'],
    taken: ['IDP_CONFIG_ALREADY_EXISTS', 'IDP_CONFIG_ISSUER_ALREADY_EXISTS'],
    stale: [],
    mask: ['INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST'],
  },
  read: (body) => within(body, CONFIG),
  fresh: (ledger, _, tag) => {
    const { create, get, remove } = scratchProvider(ledger, `assay-${tag}`);
    const list = call(ledger.operation('identity-providers-list'));
    return { before: remove, create, get: () => get, list, remove };
  },
  // Another id for the same issuer. If it is accepted, it has to be removed as well.
  more: (ledger, _, tag) => ({
    sameIssuer: scratchProvider(ledger, `assay-${tag}-second`, `assay-${tag}`).create,
  }),
  path: 'idp-id',
  absent: ABSENT.identityProvider,
  body: (id, members) => ({ ...newProvider(id, `${id}-other`), ...members }),
  change: {
    paths: ['audience'],
    members: () => ({ audience: 'assay' }),
    at: ['audience'],
    expected: 'assay',
  },
  // It is deactivated already, so that it cannot be used meanwhile.
  also: { paths: ['is_deactivated'], members: () => ({}), at: ['isDeactivated'], expected: true },
  relists: true,
  removal: (ledger) => ({
    clause: 'identity-providers-are-deleted',
    scenario: scenario<RemovalStep>(ledger.operation('identity-provider-delete'), {
      name: 'scratch-provider',
      sends: 'a scratch identity provider: looked up, removed, looked up again, and removed again',
      effect: 'reversible',
      steps: (_, tag) => {
        const id = `assay-${tag}`;
        const { create, get, remove } = scratchProvider(ledger, id);
        const list = call(ledger.operation('identity-providers-list'));
        return {
          before: remove,
          create,
          found: get,
          listed: list,
          delete: remove,
          get: retryUntilGone(get),
          again: remove,
          list: retryUntilShown(list, (body) => !lists(body, CONFIGS, 'identityProviderId', id)),
        };
      },
    }),
  }),
};

const party: Kind = {
  name: 'party',
  effect: 'irreversible',
  member: 'partyDetails',
  list: 'partyDetails',
  key: 'party',
  version: ['localMetadata', 'resourceVersion'],
  operations: { create: 'parties-allocate', update: 'party-update' },
  clauses: {
    create: 'parties-are-allocated',
    list: 'known-parties-are-listed',
    update: 'party-details-are-updated',
  },
  codes: {
    unknown: [],
    taken: ['INVALID_ARGUMENT'],
    stale: [],
    mask: ['INVALID_PARTY_DETAILS_UPDATE_REQUEST'],
  },
  read: (body) => {
    const rows = listIn(body, 'partyDetails');
    return rows.length === 1 ? rows[0] : rows;
  },
  fresh: (ledger, fixtures, tag) => {
    const list = scratch.startingWith(ledger.operation('parties-list'), `assay-${tag}`, fixtures);
    return {
      before: list,
      create: ({ before }) =>
        scratch.allocating(
          ledger.operation('parties-allocate'),
          fixtures,
          scratch.freshHint(tag, before),
        ),
      get: (created) => scratch.lookUp(ledger, scratch.partyIn(created)),
      list,
    };
  },
  more: (ledger, fixtures, tag) => ({
    whole: ({ create }) => scratch.wholeListUntil(ledger, fixtures, scratch.partyIn(create)),
    malformed: ({ before }) =>
      scratch.allocating(
        ledger.operation('parties-allocate'),
        fixtures,
        `${scratch.freshHint(tag, before)}*`,
      ),
  }),
  path: 'party',
  absent: ABSENT.party,
  body: (id, members) => ({ party: id, ...members }),
  change: {
    paths: ['local_metadata.annotations'],
    members: (resourceVersion) => ({
      localMetadata: { resourceVersion, annotations: { assay: 'changed' } },
    }),
    at: ['localMetadata', 'annotations'],
    expected: { assay: 'changed' },
  },
  relists: true,
};

/** The resources of this version of the ledger. */
export function resourcesOf(ledger: Ledger): Readonly<Record<Kind['name'], Resource>> {
  const at = (kind: Kind): Resource => {
    const { removal, ...rest } = kind;
    return {
      ...rest,
      creation: creationOf(ledger, kind),
      update: updateOf(ledger, kind),
      ...(removal && { removal: removal(ledger) }),
    };
  };
  return { user: at(user), provider: at(provider), party: at(party) };
}
