/** Faults in the check of tokens: ignored signatures, another user, rejections with status 200. */
import type { IncomingHttpHeaders } from 'node:http';
import { acceptToken, callerNamed } from '../operators/access.ts';
import { on } from '../operators/operations.ts';
import { rejectAs } from '../operators/rejections.ts';
import { misread } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Route } from '../route.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

type Claims = Readonly<Record<string, unknown>>;

interface Presented {
  readonly header: Claims;
  readonly claims: Claims;
  readonly signature: string;
}

/** A token with the claims of this ledger, with any signature. */
function presented({ authorization = '' }: IncomingHttpHeaders): Presented | undefined {
  const [header = '', claims = '', signature = ''] = authorization.split(/[ .]/).slice(1);
  try {
    const [first, second] = [header, claims].map(
      (part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Claims,
    );
    const isOurs = second?.['scope'] === 'daml_ledger_api' && first !== undefined;
    return isOurs ? { header: first, claims: second, signature } : undefined;
  } catch {
    return undefined;
  }
}

/** Accepts tokens with the right claims and a wrong signature. */
const unverified = (enough: (token: Presented, route: Route) => boolean): Change =>
  acceptToken((headers, route, ledger) => {
    const token = presented(headers);
    return token !== undefined && enough(token, route)
      ? callerNamed(ledger, `${token.claims['sub']}`)
      : undefined;
  });

export const tokenFaults: readonly LedgerFault[] = table({
  'signatures-not-verified': {
    description: 'The server does not verify the signature of a token.',
    killedBy:
      'ledger/{authenticated-user,ledger-end,packages-list,users-list,parties-list,active-contracts,updates}/rejects-altered-token',
    versions: EVERY_VERSION,
    change: unverified(() => true),
  },
  'unsigned-tokens-accepted': {
    description: 'The server accepts a token with the algorithm none.',
    killedBy:
      'ledger/{authenticated-user,ledger-end,packages-list,users-list,parties-list,active-contracts,updates}/rejects-altered-token',
    change: unverified(({ header }) => header['alg'] === 'none'),
  },
  'authenticated-user-is-the-reader': {
    description: 'The current user is always the user reader.',
    killedBy: 'ledger/authenticated-user/current-user-is-subject',
    versions: EVERY_VERSION,
    change: misread(on.self, ({ caller }) => ({ caller: { ...caller, userId: 'reader' } })),
  },
  'authenticated-user-has-a-mapped-id': {
    description: 'The id of the current user is made from the subject of the token.',
    killedBy: 'ledger/authenticated-user/subject-is-user-id',
    change: respond(on.self, 'user.id', (_id, { caller }) => `mapped-${caller.userId}`),
  },
  'no-token-as-200': {
    description: 'A request without a token is rejected with 200 and an error object.',
    killedBy: 'ledger/*/{success-has-no-error-object,rejects-missing-token}',
    versions: EVERY_VERSION,
    change: rejectAs({ status: 401 }, 200),
  },
});
