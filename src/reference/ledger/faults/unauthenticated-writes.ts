/** Faults in who may change something, and in unusual requests. */
import { acceptAnyToken, withoutToken, writesBelow } from '../operators/access.ts';
import { intercept } from '../operators/receive.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const USERS = writesBelow('/v2/users');
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
});
