/** Users, identity providers and parties: their members, keys, error codes and requests. */

import { type Call, call, type Fixtures } from '../../../src/kit.ts';
import { elements, stringAt, member as within } from '../../kit/json.ts';
import type { Bodies, NamedStep } from '../../kit/scenarios.ts';
import type { Ledger } from '../area.ts';
import { ABSENT } from '../requests/formats.ts';
import { unconnected } from '../requests/request-parts.ts';
import { retryUntilShown } from '../requests/retry.ts';
import * as scratch from './scratch.ts';
import { CONFIG, CONFIGS, newProvider, scratchProvider, scratchUser } from './scratch.ts';

export type CreationStep =
  | ('before' | 'early' | 'create' | 'get' | 'list' | 'again' | 'remove')
  | ('sameIssuer' | 'removeSecond' | 'whole' | 'malformed' | 'versioned')
  | ('noIssuer' | 'removeNoIssuer' | 'noKeys' | 'removeNoKeys')
  | ('owner' | 'self' | 'ownerRights' | 'noResource' | 'removeNameless');
export type UpdateStep =
  | ('before' | 'create' | 'early' | 'listed' | 'change' | 'get' | 'also' | 'whole' | 'list')
  | ('stale' | 'remove')
  | ('otherId' | 'otherPath' | 'unknown' | 'noMask' | 'noResource')
  | ('second' | 'sameIssuer' | 'noUrl' | 'removeSecond' | 'fixedMember');
type Steps<Name extends string> = Partial<Record<Name, NamedStep>>;

/** The requests of a fresh instance. */
interface Fresh {
  /** The first request: it removes a leftover of an earlier run, or lists it. */
  readonly before: Call;
  readonly create: NamedStep;
  readonly get: (created: unknown) => Call | undefined;
  /** The lookup before the creation, if the id is not known before. */
  readonly early?: NamedStep;
  readonly list: Call;
  readonly remove?: NamedStep;
  /** The list without parameters, if there is one. */
  readonly whole?: Call;
  readonly lead?: Steps<CreationStep>;
  readonly more?: Steps<CreationStep>;
}

type LookupClause = readonly [operation: string, clause: string];

export interface ResourceKind {
  /** The last part of the names of the scenarios. */
  readonly name: 'user' | 'provider' | 'party';
  readonly effect: 'reversible' | 'irreversible';
  /** Why none can be made at this target. */
  readonly notApplicableWhen?: (fixtures: Fixtures) => string | undefined;
  /** The member of one in a body, the member of several, and the key of each. */
  readonly member: string;
  /** The name of its schema in the documents. */
  readonly schema: string;
  readonly list: string;
  readonly key: string;
  /** The place of the resource version, if there is one. */
  readonly version?: readonly string[];
  /** The operations, each with the clause that requires it. */
  readonly places: Readonly<Record<'create' | 'list' | 'update', LookupClause>>;
  readonly codes: Readonly<Record<'unknown' | 'taken' | 'stale' | 'mask', readonly string[]>>;
  /** The resource in the response to a lookup. */
  readonly read: (body: unknown) => unknown;
  readonly fresh: (ledger: Ledger, fixtures: Fixtures, tag: string) => Fresh;
  readonly absent: string;
  /** The resource in the request of an update. */
  readonly body: (id: string, members: object) => object;
  readonly changes: readonly [scratch.ResourceChange, ...scratch.ResourceChange[]];
  /** The update from an old version, if it is not the first change again. */
  readonly stale?: scratch.Update;
  /** Further wrong updates of the fresh instance. */
  readonly wrongUpdates?: (ledger: Ledger, tag: string) => Steps<UpdateStep>;
}

type Rows = Pick<ResourceKind, 'list' | 'key'>;

/** The row of this id in a list; `undefined` without one. */
export function rowOf({ list, key }: Rows, body: unknown, id: string | undefined): unknown {
  return id === undefined ? undefined : elements(body, list).find((row) => within(row, key) === id);
}

export const USER: ResourceKind = {
  name: 'user',
  effect: 'reversible',
  member: 'user',
  schema: 'User',
  list: 'users',
  key: 'id',
  version: ['metadata', 'resourceVersion'],
  places: {
    create: ['users-create', 'users-are-created'],
    list: ['users-list', 'users-are-listed'],
    update: ['user-update', 'users-are-updated'],
  },
  codes: {
    unknown: ['USER_NOT_FOUND'],
    taken: ['USER_ALREADY_EXISTS'],
    stale: ['CONCURRENT_USER_UPDATE_DETECTED'],
    mask: ['INVALID_USER_UPDATE_REQUEST'],
  },
  read: (body) => within(body, 'user'),
  fresh: (ledger, { listedParties }, tag) => {
    const primaryParty = listedParties.at(-1) ?? '';
    const members = { primaryParty, isDeactivated: true };
    const { create, get, remove } = scratchUser(ledger, idOf(tag), [], members);
    const whole = call(ledger.operation('users-list'));
    const list = call(ledger.operation('users-list'), { query: { pageSize: 1000 } });
    const more = scratch.withoutUser(ledger);
    return { before: remove, create, get: () => get, list, remove, whole, more };
  },
  absent: ABSENT.user,
  body: (id, members) => ({ id, ...members }),
  changes: [
    {
      step: 'change',
      paths: ['metadata.annotations'],
      members: (resourceVersion) => ({
        isDeactivated: false,
        metadata: { resourceVersion, annotations: scratch.CHANGED },
      }),
    },
    // A value that is the default of its type is a value.
    {
      step: 'also',
      paths: ['is_deactivated', 'primary_party'],
      members: () => ({
        isDeactivated: false,
        primaryParty: '',
        metadata: { resourceVersion: '', annotations: { not: 'named' } },
      }),
    },
    scratch.wholeMetadata(
      'metadata',
      (metadata) => ({ metadata, isDeactivated: true }),
      'is_deactivated',
    ),
  ],
  // The version also counts if the mask names no metadata.
  stale: {
    paths: ['primary_party'],
    members: (resourceVersion) => ({
      primaryParty: '',
      metadata: { resourceVersion, annotations: {} },
    }),
  },
};

/** An id with a capital: a store or a list may change its case. */
const idOf = (tag: string): string => `assay-${tag}-Made`;

export const PROVIDER: ResourceKind = {
  name: 'provider',
  effect: 'reversible',
  member: CONFIG,
  schema: 'IdentityProviderConfig',
  list: CONFIGS,
  key: 'identityProviderId',
  places: {
    create: ['identity-providers-create', 'identity-providers-are-created'],
    list: ['identity-providers-list', 'identity-providers-are-listed'],
    update: ['identity-provider-update', 'identity-providers-are-updated'],
  },
  codes: {
    unknown: ['IDP_CONFIG_NOT_FOUND'],
    taken: ['IDP_CONFIG_ALREADY_EXISTS', 'IDP_CONFIG_ISSUER_ALREADY_EXISTS'],
    stale: [],
    mask: ['INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST'],
  },
  read: (body) => within(body, CONFIG),
  fresh: (ledger, _, tag) => {
    const { create, get, remove } = scratchProvider(ledger, idOf(tag));
    const list = call(ledger.operation('identity-providers-list'));
    // Another id with the same issuer. If it is accepted, it is removed before the case is sent again.
    const second = scratchProvider(ledger, `assay-${tag}-second`, idOf(tag));
    const more: Steps<CreationStep> = {
      sameIssuer: second.create,
      removeSecond: scratch.removalAfter('sameIssuer', second.remove),
      ...scratch.incompleteProviders(ledger, `assay-${tag}-third`),
      ...scratch.withoutProvider(ledger),
    };
    return { before: remove, create, get: () => get, list, remove, more };
  },
  absent: ABSENT.identityProvider,
  body: (id, members) => ({ ...newProvider(id, `${id}-other`), ...members }),
  changes: [
    { step: 'change', paths: ['audience'], members: () => ({ audience: 'assay' }) },
    // It is active for one request only. Nobody can use it, because its host does not exist.
    { step: 'also', paths: ['is_deactivated'], members: () => ({ isDeactivated: false }) },
    {
      step: 'whole',
      paths: ['issuer', 'jwks_url', 'audience', 'is_deactivated'],
      members: () => ({ audience: '' }),
    },
  ],
  wrongUpdates: (ledger, tag) =>
    scratch.wrongUpdatesOfProvider(ledger, idOf(tag), `assay-${tag}-second`),
};

export const PARTY: ResourceKind = {
  name: 'party',
  effect: 'irreversible',
  notApplicableWhen: unconnected,
  member: 'partyDetails',
  schema: 'PartyDetails',
  list: 'partyDetails',
  key: 'party',
  version: ['localMetadata', 'resourceVersion'],
  places: {
    create: ['parties-allocate', 'parties-are-allocated'],
    list: ['parties-list', 'known-parties-are-listed'],
    update: ['party-update', 'party-details-are-updated'],
  },
  codes: {
    unknown: [],
    taken: ['INVALID_ARGUMENT'],
    stale: [],
    mask: ['INVALID_PARTY_DETAILS_UPDATE_REQUEST'],
  },
  read: (body) => {
    const rows = elements(body, 'partyDetails');
    return rows.length === 1 ? rows[0] : rows;
  },
  fresh: (ledger, fixtures, tag) => {
    const list = scratch.startingWith(ledger, `assay-${tag}`, fixtures);
    const id = `assay-${tag}-owner`;
    const owner = scratchUser(ledger, id);
    const allocate =
      (end: string, resourceVersion = '') =>
      ({ before, owner: made }: Bodies): Call => {
        const hint = `${scratch.freshHint(tag, before)}${end}`;
        const userId = within(made, 'user') ? id : '';
        return scratch.allocating(ledger, fixtures, hint, { userId, resourceVersion });
      };
    return {
      before: list,
      lead: { owner: owner.create, self: call(ledger.operation('participant-id')) },
      // Most likely the id that the new party will have: its namespace is that of the participant.
      early: ({ before, self }) => {
        const [, namespace] = (stringAt(self, 'participantId') ?? '').split('::');
        const hint = scratch.freshHint(tag, before);
        return namespace ? scratch.lookUp(ledger, `${hint}::${namespace}`) : undefined;
      },
      create: allocate(''),
      get: (created) => scratch.lookUp(ledger, scratch.partyIn(created)),
      list,
      more: {
        whole: ({ create }) => scratch.wholeListUntil(ledger, scratch.partyIn(create)),
        ownerRights: ({ owner: made, create }) =>
          within(made, 'user') && within(create, 'partyDetails')
            ? retryUntilShown(scratch.rightsOfUser(ledger, id), (body) =>
                scratch.actsAs(body, scratch.partyIn(create)),
              )
            : undefined,
        malformed: allocate('*'),
        versioned: allocate('_1', '1'),
        // The documents permit an id with more than the hint: such a hint is not taken.
        again: ({ create, ...others }) =>
          scratch.partyIn(create)?.startsWith(`${scratch.freshHint(tag, others['before'])}::`)
            ? allocate('')(others)
            : undefined,
      },
      remove: ({ owner: made }) => (within(made, 'user') ? owner.remove : undefined),
    };
  },
  absent: ABSENT.party,
  body: (id, members) => ({ party: id, ...members }),
  changes: [
    {
      step: 'change',
      paths: ['local_metadata.annotations'],
      members: (resourceVersion) => ({
        localMetadata: { resourceVersion, annotations: scratch.CHANGED },
      }),
    },
    scratch.wholeMetadata('local_metadata', (localMetadata) => ({ localMetadata })),
  ],
  wrongUpdates: (ledger) => ({ fixedMember: scratch.fixedMember(ledger) }),
};
