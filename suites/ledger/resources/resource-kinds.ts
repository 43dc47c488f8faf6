/** Users, identity providers and parties: their members, keys and operations. */
import type { CompleteExchange } from '../../../src/kit.ts';
import { elements, member as within } from '../../kit/json.ts';

export interface ResourceKind {
  /** The member of one in a body, the member of several, and the key of each. */
  readonly member: string;
  readonly list: string;
  readonly key: string;
  /** The name of its schema in the documents. */
  readonly schema: string;
  /** The place of the resource version, if there is one. */
  readonly version?: readonly string[];
  readonly operations: readonly string[];
}

export const USER: ResourceKind = {
  ...{ member: 'user', list: 'users', key: 'id', schema: 'User' },
  version: ['metadata', 'resourceVersion'],
  operations: ['users-list', 'user', 'users-create', 'user-update'],
};

export const PROVIDER: ResourceKind = {
  ...{ member: 'identityProviderConfig', list: 'identityProviderConfigs' },
  ...{ key: 'identityProviderId', schema: 'IdentityProviderConfig' },
  operations: [
    ...['identity-providers-list', 'identity-provider'],
    ...['identity-providers-create', 'identity-provider-update'],
  ],
};

export const PARTY: ResourceKind = {
  ...{ member: 'partyDetails', list: 'partyDetails', key: 'party', schema: 'PartyDetails' },
  version: ['localMetadata', 'resourceVersion'],
  operations: ['parties-list', 'party', 'parties-allocate', 'party-update'],
};

/** The kind of resource that an operation is about. */
export function kindAt({ request: { operation } }: CompleteExchange): ResourceKind {
  const kind = [USER, PROVIDER, PARTY].find(({ operations }) =>
    operations.includes(operation.name),
  );
  if (kind === undefined) throw new Error(`${operation.name} is about no resource`);
  return kind;
}

type Rows = Pick<ResourceKind, 'list' | 'key'>;

/** The row of this id in a list; `undefined` without one. */
export function rowOf({ list, key }: Rows, body: unknown, id: string | undefined): unknown {
  return id === undefined ? undefined : elements(body, list).find((row) => within(row, key) === id);
}
