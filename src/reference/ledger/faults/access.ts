/** Faults in authorization: what tokens, rights and operations without a guard let through. */

import type { IncomingHttpHeaders } from 'node:http';
import { altering, rejecting } from '../fault.ts';
import { acceptAnyToken, acceptToken, callerNamed } from '../operators/access.ts';
import * as edit from '../operators/edits.ts';
import { isRecord } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { misread } from '../operators/request.ts';
import type { Route } from '../route.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

type Claims = Readonly<Record<string, unknown>>;

interface Presented {
  readonly header: Claims;
  readonly claims: Claims;
  readonly signature: string;
}

/** The bearer token of the headers, with its signature unchecked; undefined if it is malformed. */
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

/** Accepts tokens with a wrong signature, if `enough` holds for them. */
const unverified = (enough: (token: Presented, route: Route) => boolean): Change =>
  acceptToken((headers, route, ledger) => {
    const token = presented(headers);
    return token !== undefined && enough(token, route)
      ? callerNamed(ledger, `${token.claims['sub']}`)
      : undefined;
  });

/** A rule that skips the check for requests about any party. */
function onlyNamedParties({ authorise }: Route): Partial<Route> {
  const named: Route['authorise'] = (call, ledger) => {
    const text = JSON.stringify(call.body);
    if (!text.includes('"filtersForAnyParty"') || text.includes('"filtersForAnyParty":null'))
      authorise(call, ledger);
  };
  return { authorise: named };
}

/** A rule that checks only the first party of a request. */
function onlyFirstParty({ authorise }: Route): Partial<Route> {
  const first: Route['authorise'] = (call, ledger) => {
    const body = structuredClone(call.body);
    edit.edited(body, 'eventFormat.filtersByParty', (parties) =>
      Object.fromEntries(Object.entries(Object(parties)).slice(0, 1)),
    );
    authorise({ ...call, body }, ledger);
  };
  return { authorise: first };
}

export const accessFaults: readonly LedgerFault[] = table({
  'own-rights-include-all-users': {
    description: 'The rights of a user include those of all other users.',
    killedBy: 'ledger/user-rights/lists-each-once',
    change: altering(on.rights, ({ handle }) => ({
      handle: async (call, ledger) => {
        const all = [];
        for (const { id } of ledger.users.of('')) {
          const { json } = await handle({ ...call, path: { 'user-id': id } }, ledger);
          all.push(...(isRecord(json) ? (json['rights'] as unknown[]) : []));
        }
        return { status: 200, json: { rights: all } };
      },
    })),
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
  'no-token-as-200': {
    description: 'A request without a token is rejected with 200 and an error object.',
    killedBy: 'ledger/*/{success-has-no-error-object,rejects-missing-token}',
    versions: EVERY_VERSION,
    change: rejecting((reply) => (reply.status === 401 ? { ...reply, status: 200 } : reply)),
  },
  'second-party-needs-no-right': {
    description: 'The right to read is checked for the first party of a filter only.',
    killedBy:
      'ledger/{active-contracts,active-contracts-page,events-by-contract-id}/rejects-party-without-read-right',
    token: 'reader',
    change: altering([on.contracts, on.contractsPage, on.events], onlyFirstParty),
  },
  'any-party-needs-no-right': {
    description: 'A filter for any party needs no right: the guard checks named parties only.',
    killedBy: 'ledger/{active-contracts,updates}/rejects-any-party-without-right',
    token: 'reader',
    change: altering([on.contracts, on.updates], onlyNamedParties),
  },
  'websocket-tokens-accepted': {
    description: 'The server does not verify a token in the header of websockets.',
    killedBy: 'ledger/participant-id/rejects-forged-websocket-token',
    versions: EVERY_VERSION,
    change: acceptAnyToken((_route, headers) => headers['sec-websocket-protocol'] !== undefined),
  },
  'scheme-only-in-capitals': {
    description: 'A token counts only if its scheme is written `Bearer`.',
    killedBy: 'ledger/participant-id/scheme-is-case-insensitive',
    versions: EVERY_VERSION,
    change: ({ identify }) => ({
      identify: ({ authorization, ...headers }, route) =>
        identify(
          authorization?.startsWith('bearer') ? headers : { ...headers, authorization },
          route,
        ),
    }),
  },
});
