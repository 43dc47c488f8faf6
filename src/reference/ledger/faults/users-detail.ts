/** Faults in the ids of users, and in changes without a mask or a resource. */

import { together } from '../fault.ts';
import type { Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { misread } from '../operators/request.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

/** An operation with an update mask. */
interface Update {
  readonly operationId: string;
  readonly parameter: string;
  readonly member: string;
  readonly empty: (id: string) => Json;
  readonly paths: readonly string[];
}

const NO_METADATA = { resourceVersion: '', annotations: {} };
const NO_PROVIDER = { isDeactivated: false, issuer: '', jwksUrl: '', audience: '' };

const UPDATES: readonly Update[] = [
  {
    operationId: on.updateUser,
    parameter: 'user-id',
    member: 'user',
    empty: (id) => ({ id, primaryParty: '', isDeactivated: false, metadata: NO_METADATA }),
    paths: ['primary_party', 'is_deactivated', 'metadata.annotations'],
  },
  {
    operationId: on.updateIdp,
    parameter: 'idp-id',
    member: 'identityProviderConfig',
    empty: (identityProviderId) => ({ identityProviderId, ...NO_PROVIDER }),
    paths: ['is_deactivated', 'issuer', 'jwks_url', 'audience'],
  },
  {
    operationId: on.updateParty,
    parameter: 'party',
    member: 'partyDetails',
    empty: (party) => ({ party, localMetadata: NO_METADATA }),
    paths: ['local_metadata.annotations'],
  },
];

/** Fills in what a request omits. */
const completing = (defaults: (update: Update, id: string) => Json): Change =>
  together(
    ...UPDATES.map((update) =>
      misread(update.operationId, ({ body, path }) => {
        const given = Object.entries(body as Json).filter(([, value]) => value !== undefined);
        const id = path[update.parameter] ?? '';
        return { body: { ...defaults(update, id), ...Object.fromEntries(given) } };
      }),
    ),
  );

/** Reads ids of users in paths as others. */
const readingUserIds =
  (read: (id: string) => string): Change =>
  ({ find }) => ({
    find: (method, pathname) => {
      const { route, path } = find(method, pathname);
      const id = path['user-id'];
      return { route, path: id === undefined ? path : { ...path, 'user-id': read(id) } };
    },
  });

export const userDetailFaults: readonly LedgerFault[] = table({
  'user-id-cut-at-a-hash': {
    description: 'The server cuts the id of a user in a path at its first #.',
    killedBy: 'ledger/users-create/keeps-special-characters',
    allow: 'writes',
    change: readingUserIds((id) => id.split('#')[0] ?? ''),
  },
  'user-id-decoded-as-a-form': {
    description: 'The server reads a + in the id of a user in a path as a space.',
    killedBy: 'ledger/users-create/keeps-special-characters',
    allow: 'writes',
    change: readingUserIds((id) => id.replaceAll('+', ' ')),
  },
  'no-mask-changes-all': {
    description: 'A change without an update mask changes every member.',
    killedBy:
      'ledger/{user-update,identity-provider-update,party-update}/{rejects-missing-mask,missing-mask-error}',
    allow: 'irreversible',
    change: completing(({ paths }) => ({ updateMask: { paths } })),
  },
});
