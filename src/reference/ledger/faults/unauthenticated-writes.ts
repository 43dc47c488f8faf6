/** Faults in who may change something, and in unusual requests. */
import { acceptAnyToken, withoutToken, writesBelow } from '../operators/access.ts';
import { valueAt } from '../operators/json.ts';
import { on, VET } from '../operators/operations.ts';
import { intercept } from '../operators/receive.ts';
import { ignoreQuery, request } from '../operators/request.ts';
import type { Route } from '../route.ts';
import { type LedgerFault, table } from './table.ts';

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
  'users-changed-without-a-token | {users-create,user-update,user-delete,user-rights-grant,user-rights-revoke,user-identity-provider}/rejects-missing-token | both writes | The server creates, changes and removes users without a token.':
    withoutToken(USERS),
  'providers-changed-without-a-token | {identity-providers-create,identity-provider-update,identity-provider-delete}/rejects-missing-token | writes | The server creates, changes and removes identity providers without a token.':
    withoutToken(PROVIDERS),
  'forged-token-changes | {users-create,user-update,user-delete,user-rights-grant,user-rights-revoke,user-identity-provider,identity-providers-create,identity-provider-update,identity-provider-delete}/rejects-forged-token | writes | The server changes users and identity providers with any token.':
    acceptAnyToken((route) => USERS(route) || PROVIDERS(route)),
  'lasting-changes-without-a-token | {parties-allocate,party-update,dars-upload,packages-upload,submit*,execute*}/rejects-missing-token | irreversible | The server accepts parties, archives, commands and prepared submissions without a token.':
    withoutToken(LASTING),
  'forged-token-lasts | {parties-allocate,party-update,dars-upload,packages-upload,submit*,execute*}/rejects-forged-token | irreversible | The server accepts parties, archives, commands and prepared submissions with any token.':
    acceptAnyToken(LASTING),
  'vetting-changed-without-a-token | {package-vetting-update,package-vetting-change}/rejects-missing-token | The server changes vetted packages without a token.':
    withoutToken(VETTING),
  'forged-token-vets | {package-vetting-update,package-vetting-change}/rejects-forged-token | The server changes vetted packages with any token.':
    acceptAnyToken(VETTING),
  'websocket-tokens-accepted | participant-id/rejects-forged-websocket-token | both | The server does not verify a token in the header of websockets.':
    acceptAnyToken((_route, headers) => headers['sec-websocket-protocol'] !== undefined),
  'charset-not-known | package-vetting-list/charset-is-ignored | both | The server rejects JSON with a charset as an unknown media type.':
    intercept(({ headers }) => hasCharset(headers['content-type']), {
      status: 415,
      text: 'Unsupported Media Type',
    }),
  'charset-body-not-read | package-vetting-list/charset-is-ignored | The server does not read the body of a request with a charset.':
    ({ serve }) => ({
      serve: async (incoming) =>
        serve(
          hasCharset(incoming.headers['content-type'])
            ? { ...incoming, bytes: Buffer.from('{}') }
            : incoming,
        ),
    }),
  'provider-of-user-overlooked | {user,authenticated-user}/rejects-other-provider | both | The lookup of a user ignores the identity provider in the query.':
    ignoreQuery([on.user, on.self]),
  'users-party-not-read | users-create/{rejects-malformed-primary-party,malformed-primary-party-error,rejects-malformed-party-of-right,malformed-party-of-right-error} | writes | The server creates a user with malformed parties.':
    request(
      on.createUser,
      'user.primaryParty',
      () => '',
      ({ body }) => String(valueAt(body, 'user.primaryParty')).includes('*'),
    ),
});
