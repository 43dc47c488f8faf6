/** Faults in what a token is taken for: signatures that do not count, another user, refusals with status 200. */
import type { IncomingHttpHeaders } from 'node:http';
import { altering } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import type { Caller } from '../route.ts';
import type { Change } from '../steps.ts';
import { withoutToken } from './access.ts';
import { everywhere, type LedgerFault, of } from './tools.ts';

type Claims = Readonly<Record<string, unknown>>;

interface Presented {
  readonly header: Claims;
  readonly claims: Claims;
  readonly signature: string;
}

/** A token that has the claims of this ledger, whoever signed it. */
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

/** A change that believes tokens with the right claims, where the check of the signature fails and this holds. */
const believing =
  (enough: (token: Presented) => boolean): Change =>
  ({ identify }, ledger) => ({
    identify: (headers, route) => {
      const caller = identify(headers, route);
      const token = presented(headers);
      const refused = caller.userId === undefined && !caller.open;
      return refused && token !== undefined && enough(token)
        ? callerOf(ledger, `${token.claims['sub']}`, caller)
        : caller;
    },
  });

function callerOf({ users }: Ledger, id: string, otherwise: Caller): Caller {
  const user = users.find(id);
  if (user === undefined) return otherwise;
  return { userId: user.id, rights: [...user.rights.values()], open: false };
}

const REFUSED = of(
  '{authenticated-user,ledger-end,packages-list,users-list,parties-list,active-contracts,updates}',
  'altered-token-refused',
);

export const tokenFaults: readonly LedgerFault[] = [
  {
    id: 'signatures-not-verified',
    description: 'A token with the scope of the ledger is believed whatever its signature is.',
    killedBy: REFUSED,
    versions: ['3.4', '3.5'],
    change: believing(() => true),
  },
  {
    id: 'signatures-compared-by-length',
    description:
      'A token is believed if its signature has the right length, with the scope of the ledger.',
    killedBy: REFUSED,
    change: believing(({ signature }) => signature.length === 43),
  },
  {
    id: 'unsigned-tokens-believed',
    description: 'A token whose algorithm is none is believed without a signature.',
    killedBy: REFUSED,
    change: believing(({ header }) => header['alg'] === 'none'),
  },
  {
    id: 'users-area-verifies-no-signature',
    description: 'The lists of users and parties believe a token whatever its signature is.',
    killedBy: of('{users-list,parties-list}', 'altered-token-refused'),
    change: ({ identify }, ledger) => {
      const { identify: credulous = identify } = believing(() => true)(
        { identify } as Parameters<Change>[0],
        ledger,
      );
      return {
        identify: (headers, route) =>
          ['/v2/users', '/v2/parties'].includes(route.path)
            ? credulous(headers, route)
            : identify(headers, route),
      };
    },
  },
  {
    id: 'authenticated-user-is-the-reader',
    description: 'Whoever asks who they are gets the whole data of the user reader.',
    killedBy: of('authenticated-user', 'is-the-subject-of-its-token'),
    collateral: [of('authenticated-user', 'subject-is-the-user-id'), 'ledger/**'],
    versions: ['3.4', '3.5'],
    change: altering('getV2Authenticated-user', ({ handle }) => ({
      handle: (ask, ledger) =>
        handle({ ...ask, caller: { ...ask.caller, userId: 'reader' } }, ledger),
    })),
  },
  {
    id: 'authenticated-user-has-a-mapped-id',
    description: 'The data of the user who asks has an id that the ledger made from the subject.',
    killedBy: of('authenticated-user', 'subject-is-the-user-id'),
    collateral: ['ledger/**'],
    change: altering('getV2Authenticated-user', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        const { user } = (reply.json ?? {}) as { user?: object };
        if (user === undefined) return reply;
        return { ...reply, json: { user: { ...user, id: `mapped-${ask.caller.userId}` } } };
      },
    })),
  },
  {
    id: 'no-token-as-200',
    description:
      'A request without a token is refused with status 200 and the error object in the body.',
    killedBy: everywhere('{needs-a-token,success-is-no-error}'),
    collateral: [
      everywhere('{bad-token-refused,altered-token-refused,answer-shape}'),
      of('*', '{status-matches-code,slashes-lead-past-no-check,head-needs-a-token}'),
    ],
    versions: ['3.4', '3.5'],
    change: withoutToken((reply) => ({ ...reply, status: 200 })),
  },
];
