/** Faults in who may change something, and in requests that come another way than most. */
import type { IncomingHttpHeaders } from 'node:http';
import { altering } from '../fault.ts';
import type { Route } from '../route.ts';
import type { Change } from '../steps.ts';
import { tokenOf } from '../tokens.ts';
import { type LedgerFault, of } from './tools.ts';

type Chosen = (route: Route) => boolean;

const changing =
  (area: string): Chosen =>
  ({ method, path }) =>
    method !== 'GET' && (path === area || path.startsWith(`${area}/`));

const OF_USERS =
  '{users-create,user-update,user-delete,user-rights-grant,user-rights-revoke,user-identity-provider}';
const OF_PROVIDERS =
  '{identity-providers-create,identity-provider-update,identity-provider-delete}';
const FOR_GOOD =
  '{parties-allocate,dars-upload,packages-upload,submit,submit-and-wait,submit-and-wait-for-transaction*}';
const OF_VETTING = '{package-vetting-update,package-vetting-change}';

const USERS = changing('/v2/users');
const PROVIDERS = changing('/v2/idps');
const SUBMISSION =
  /^\/v2\/commands\/(submit-and-wait|submit-and-wait-for-transaction(-tree)?|async\/submit)$/;
const LASTING: Chosen = ({ method, path }) =>
  method === 'POST' &&
  (['/v2/parties', '/v2/dars', '/v2/packages'].includes(path) || SUBMISSION.test(path));
const VETTING: Chosen = ({ method, path }) =>
  method === 'POST' && ['/v2/package-vetting', '/v2/package-vetting/update'].includes(path);

/** Nobody is asked for a token for these. */
const lettingIn = (which: Chosen): Change =>
  altering(which, ({ authorise }) => ({
    authorise: (ask, ledger) => {
      if (ask.caller.open || ask.caller.userId !== undefined) authorise(ask, ledger);
    },
  }));

/** Whoever sends any token for these is taken for the administrator. */
const believing =
  (which: (route: Route, headers: IncomingHttpHeaders) => boolean): Change =>
  ({ identify }, { users }) => ({
    identify: (headers, route) => {
      const caller = identify(headers, route);
      const nobody = caller.userId === undefined && !caller.open;
      if (!nobody || !which(route, headers) || tokenOf(headers) === undefined) return caller;
      const user = users.get('auditor');
      return { userId: user.id, rights: [...user.rights.values()], open: false };
    },
  });

const needsToken = (chapters: string): string => of(chapters, 'needs-a-token');
const refusesBad = (chapters: string): string => of(chapters, 'bad-token-refused');

export const uninvitedFaults: readonly LedgerFault[] = [
  {
    id: 'users-changed-without-a-token',
    description: 'Users are made, changed and removed without a token.',
    killedBy: needsToken(OF_USERS),
    collateral: [refusesBad(OF_USERS)],
    allow: 'writes',
    versions: ['3.4', '3.5'],
    change: lettingIn(USERS),
  },
  {
    id: 'providers-changed-without-a-token',
    description: 'Identity providers are made, changed and removed without a token.',
    killedBy: needsToken(OF_PROVIDERS),
    collateral: [refusesBad(OF_PROVIDERS)],
    allow: 'writes',
    change: lettingIn(PROVIDERS),
  },
  {
    id: 'forged-token-changes',
    description:
      'Users and identity providers are changed for whoever has a token, whoever issued it.',
    killedBy: refusesBad(`{${OF_USERS.slice(1, -1)},${OF_PROVIDERS.slice(1, -1)}}`),
    allow: 'writes',
    change: believing((route) => USERS(route) || PROVIDERS(route)),
  },
  {
    id: 'lasting-changes-without-a-token',
    description: 'Parties, archives and commands are taken from anybody.',
    killedBy: needsToken(FOR_GOOD),
    collateral: [refusesBad(FOR_GOOD), of('dars-validate', 'nothing-is-uploaded')],
    allow: 'irreversible',
    change: lettingIn(LASTING),
  },
  {
    id: 'forged-token-lasts',
    description:
      'Parties, archives and commands are taken from whoever has a token, whoever issued it.',
    killedBy: refusesBad(FOR_GOOD),
    allow: 'irreversible',
    change: believing(LASTING),
  },
  {
    id: 'vetting-changed-without-a-token',
    description: 'Whoever asks may change which packages are vetted.',
    killedBy: needsToken(OF_VETTING),
    collateral: [refusesBad(OF_VETTING)],
    change: lettingIn(VETTING),
  },
  {
    id: 'forged-token-vets',
    description: 'Which packages are vetted is changed for whoever has a token, whoever issued it.',
    killedBy: refusesBad(OF_VETTING),
    change: believing(VETTING),
  },
  {
    id: 'websocket-tokens-believed',
    description: 'A token in the header of websockets is decoded and not verified.',
    killedBy: of('participant-id', 'forged-websocket-token-refused'),
    versions: ['3.4', '3.5'],
    change: believing((_route, headers) => headers['sec-websocket-protocol'] !== undefined),
  },
  {
    id: 'charset-not-known',
    description: 'JSON with a charset is another media type, which nobody takes.',
    killedBy: of('package-vetting-list', 'charset-changes-nothing'),
    versions: ['3.4', '3.5'],
    change: ({ serve }) => ({
      serve: async (incoming) =>
        incoming.headers['content-type']?.includes('charset')
          ? { status: 415, text: 'Unsupported Media Type' }
          : serve(incoming),
    }),
  },
  {
    id: 'charset-body-not-read',
    description: 'The body of a request with a charset is not read.',
    killedBy: of('package-vetting-list', 'charset-changes-nothing'),
    change: ({ serve }) => ({
      serve: async (incoming) =>
        serve(
          incoming.headers['content-type']?.includes('charset')
            ? { ...incoming, bytes: Buffer.from('{}') }
            : incoming,
        ),
    }),
  },
  {
    id: 'provider-of-user-overlooked',
    description: 'A user is shown whatever identity provider is asked about.',
    killedBy: of('{user,authenticated-user}', 'not-at-another-provider'),
    versions: ['3.4', '3.5'],
    change: altering(['getV2UsersUser-id', 'getV2Authenticated-user'], ({ handle }) => ({
      handle: (ask, ledger) => handle({ ...ask, query: new URLSearchParams() }, ledger),
    })),
  },
  {
    id: 'users-party-not-read',
    description: 'A user is created with parties that no party can be.',
    killedBy: of('users-create', 'malformed-party-refused'),
    allow: 'writes',
    change: altering('postV2Users', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { user } = ask.body as { user?: { primaryParty: string } };
        const body = { ...(ask.body as object), user: { ...user, primaryParty: '' } };
        const odd = user?.primaryParty.includes('*') === true;
        return handle(odd ? { ...ask, body } : ask, ledger);
      },
    })),
  },
];
