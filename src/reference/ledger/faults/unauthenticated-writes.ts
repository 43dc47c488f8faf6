/** Faults in who may change something, and in unusual requests. */
import { acceptAnyToken, withoutToken, writesBelow } from '../operators/access.ts';
import { valueAt } from '../operators/json.ts';
import { on, VET } from '../operators/operations.ts';
import { intercept } from '../operators/receive.ts';
import { ignoreQuery, request } from '../operators/request.ts';
import type { Route } from '../route.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const USERS = writesBelow('/v2/users');
const PROVIDERS = writesBelow('/v2/idps');
const LASTING = ({ operationId }: Route): boolean => LASTING_OPERATIONS.includes(operationId);
const LASTING_OPERATIONS: readonly string[] = [
  ...[on.allocate, on.uploadDar, on.uploadPackage, on.submit, on.submitAndWait],
  ...[on.forTransaction, on.forTree],
  ...[on.submitReassignment, on.forReassignment],
  ...[on.execute, on.executeAndWait, on.executeForTransaction, on.updateParty],
];
const VETTING = ({ operationId }: Route): boolean => VET.some((id) => id === operationId);
const hasCharset = (type: string | undefined): boolean => type?.includes('charset') === true;

export const unauthenticatedWriteFaults: readonly LedgerFault[] = table({
  'users-changed-without-a-token': {
    description: 'The server creates, changes and removes users without a token.',
    killedBy:
      'ledger/{users-create,user-update,user-delete,user-rights-grant,user-rights-revoke,user-identity-provider}/rejects-missing-token',
    versions: EVERY_VERSION,
    allow: 'writes',
    change: withoutToken(USERS),
  },
  'providers-changed-without-a-token': {
    description: 'The server creates, changes and removes identity providers without a token.',
    killedBy:
      'ledger/{identity-providers-create,identity-provider-update,identity-provider-delete}/rejects-missing-token',
    allow: 'writes',
    change: withoutToken(PROVIDERS),
  },
  'forged-token-changes': {
    description: 'The server changes users and identity providers with any token.',
    killedBy:
      'ledger/{users-create,user-update,user-delete,user-rights-grant,user-rights-revoke,user-identity-provider,identity-providers-create,identity-provider-update,identity-provider-delete}/rejects-forged-token',
    allow: 'writes',
    change: acceptAnyToken((route) => USERS(route) || PROVIDERS(route)),
  },
  'lasting-changes-without-a-token': {
    description:
      'The server accepts parties, archives, commands and prepared submissions without a token.',
    killedBy:
      'ledger/{parties-allocate,party-update,dars-upload,packages-upload,submit*,execute*}/rejects-missing-token',
    allow: 'irreversible',
    change: withoutToken(LASTING),
  },
  'forged-token-lasts': {
    description:
      'The server accepts parties, archives, commands and prepared submissions with any token.',
    killedBy:
      'ledger/{parties-allocate,party-update,dars-upload,packages-upload,submit*,execute*}/rejects-forged-token',
    allow: 'irreversible',
    change: acceptAnyToken(LASTING),
  },
  'vetting-changed-without-a-token': {
    description: 'The server changes vetted packages without a token.',
    killedBy: 'ledger/{package-vetting-update,package-vetting-change}/rejects-missing-token',
    change: withoutToken(VETTING),
  },
  'forged-token-vets': {
    description: 'The server changes vetted packages with any token.',
    killedBy: 'ledger/{package-vetting-update,package-vetting-change}/rejects-forged-token',
    change: acceptAnyToken(VETTING),
  },
  'websocket-tokens-accepted': {
    description: 'The server does not verify a token in the header of websockets.',
    killedBy: 'ledger/participant-id/rejects-forged-websocket-token',
    versions: EVERY_VERSION,
    change: acceptAnyToken((_route, headers) => headers['sec-websocket-protocol'] !== undefined),
  },
  'charset-not-known': {
    description: 'The server rejects JSON with a charset as an unknown media type.',
    killedBy: 'ledger/package-vetting-list/charset-is-ignored',
    versions: EVERY_VERSION,
    change: intercept(({ headers }) => hasCharset(headers['content-type']), {
      status: 415,
      text: 'Unsupported Media Type',
    }),
  },
  'charset-body-not-read': {
    description: 'The server does not read the body of a request with a charset.',
    killedBy: 'ledger/package-vetting-list/charset-is-ignored',
    change: ({ serve }) => ({
      serve: async (incoming) =>
        serve(
          hasCharset(incoming.headers['content-type'])
            ? { ...incoming, bytes: Buffer.from('{}') }
            : incoming,
        ),
    }),
  },
  'provider-of-user-overlooked': {
    description: 'The lookup of a user ignores the identity provider in the query.',
    killedBy: 'ledger/{user,authenticated-user}/rejects-other-provider',
    versions: EVERY_VERSION,
    change: ignoreQuery([on.user, on.self]),
  },
  'users-party-not-read': {
    description: 'The server creates a user with malformed parties.',
    killedBy:
      'ledger/users-create/{rejects-malformed-primary-party,malformed-primary-party-error,rejects-malformed-party-of-right,malformed-party-of-right-error}',
    allow: 'writes',
    change: request(
      on.createUser,
      'user.primaryParty',
      () => '',
      ({ body }) => String(valueAt(body, 'user.primaryParty')).includes('*'),
    ),
  },
});
