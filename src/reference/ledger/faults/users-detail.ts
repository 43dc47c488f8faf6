/** Faults in the ids of users, and in changes of which half is missing. */
import { altering } from '../fault.ts';
import { ok } from '../route.ts';
import type { Change } from '../steps.ts';
import { type Json, type LedgerFault, of } from './tools.ts';

/** What an operation with an update mask is asked about. */
interface Update {
  readonly parameter: string;
  readonly member: string;
  readonly empty: (id: string) => Json;
  readonly paths: readonly string[];
}

const NO_METADATA = { resourceVersion: '', annotations: {} };
const NO_PROVIDER = { isDeactivated: false, issuer: '', jwksUrl: '', audience: '' };

const UPDATES: Readonly<Record<string, Update>> = {
  'patchV2UsersUser-id': {
    parameter: 'user-id',
    member: 'user',
    empty: (id) => ({ id, primaryParty: '', isDeactivated: false, metadata: NO_METADATA }),
    paths: ['primary_party', 'is_deactivated', 'metadata.annotations'],
  },
  'patchV2IdpsIdp-id': {
    parameter: 'idp-id',
    member: 'identityProviderConfig',
    empty: (identityProviderId) => ({ identityProviderId, ...NO_PROVIDER }),
    paths: ['is_deactivated', 'issuer', 'jwks_url', 'audience'],
  },
  patchV2PartiesParty: {
    parameter: 'party',
    member: 'partyDetails',
    empty: (party) => ({ party, localMetadata: NO_METADATA }),
    paths: ['local_metadata.annotations'],
  },
};

/** A change that fills in what a request leaves out. */
const completing = (edit: (body: Json, update: Update, id: string) => Json): Change =>
  altering(Object.keys(UPDATES), ({ operationId, handle }) => ({
    handle: (ask, ledger) => {
      const update = UPDATES[operationId] as Update;
      const told = Object.entries(ask.body as Json).filter(([, value]) => value !== undefined);
      const id = ask.path[update.parameter] ?? '';
      return handle({ ...ask, body: edit(Object.fromEntries(told), update, id) }, ledger);
    },
  }));

/** Ids of users in paths are taken for others. */
const readingUserIds =
  (read: (id: string) => string): Change =>
  ({ find }) => ({
    find: (method, pathname) => {
      const { route, path } = find(method, pathname);
      const id = path['user-id'];
      return { route, path: id === undefined ? path : { ...path, 'user-id': read(id) } };
    },
  });

export const userDetailFaults: readonly LedgerFault[] = [
  {
    id: 'user-id-cut-at-a-hash',
    description: 'The id of a user in a path ends at its first #.',
    killedBy: of('users-create', 'special-characters-kept'),
    collateral: [of('users-create', '*')],
    allow: 'writes',
    change: readingUserIds((id) => id.split('#')[0] ?? ''),
  },
  {
    id: 'user-id-decoded-as-a-form',
    description: 'A + in the id of a user in a path is read as a space.',
    killedBy: of('users-create', 'special-characters-kept'),
    collateral: [of('users-create', '*')],
    allow: 'writes',
    change: readingUserIds((id) => id.replaceAll('+', ' ')),
  },
  {
    id: 'malformed-user-created',
    description: 'A user is created whose id has characters that no user id has.',
    killedBy: of('users-create', 'malformed-id-refused'),
    allow: 'writes',
    change: altering('postV2Users', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { user } = ask.body as { user?: { id: string } };
        return user?.id.includes('*') ? ok({ user }) : handle(ask, ledger);
      },
    })),
  },
  {
    id: 'no-mask-changes-all',
    description: 'A change without an update mask is made with every member.',
    killedBy: of('{user-update,identity-provider-update,party-update}', 'mask-needed'),
    allow: 'irreversible',
    change: completing((body, { paths }) => ({ updateMask: { paths }, ...body })),
  },
  {
    id: 'no-resource-is-an-empty-one',
    description: 'A change that shows no resource is made as if it showed an empty one.',
    killedBy: of('{user-update,identity-provider-update,party-update}', 'resource-needed'),
    allow: 'irreversible',
    change: completing((body, { member, empty }, id) => ({ [member]: empty(id), ...body })),
  },
];
