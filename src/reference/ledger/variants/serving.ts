/** Conforming ways to serve: paths, pace, access and headers. */
import { setTimeout as pause } from 'node:timers/promises';
import { everyone } from '../auth.ts';
import { LedgerError, unauthenticated } from '../errors.ts';
import {
  counter,
  dropping,
  type LedgerVariant,
  openMode,
  rejecting,
  remembering,
  respondingJson,
  routing,
  table,
  together,
} from '../fault.ts';
import { to } from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
import { reject, skip } from '../operators/rejections.ts';
import { intercept } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after } from '../operators/state.ts';
import { forPages, ok } from '../reply.ts';
import type { Route } from '../route.ts';
import { READER } from '../seed.ts';
import type { Change, Incoming } from '../steps.ts';

const PREFIX = '/nodes/7/ledger';

/** Makes every caller with a valid token this user. */
const everyCallerIs =
  (userId: string): Change =>
  ({ identify }, { users }) => ({
    identify: (headers, route) => {
      const caller = identify(headers, route);
      if (caller.userId === undefined) return caller;
      return { userId, rights: [...users.get(userId).rights.values()], open: false };
    },
  });

const ofUsers = ({ path }: Route): boolean =>
  path === '/v2/users' || path.startsWith('/v2/users/') || path === '/v2/authenticated-user';

const MORE: readonly Route[] = [
  {
    operationId: 'traffic',
    method: 'GET',
    path: '/v2/traffic/accounts/{account-id}',
    since: '3.4',
    authorise: everyone,
    handle: () => ok({ remaining: 1000 }),
  },
  {
    operationId: 'definitions',
    method: 'POST',
    path: '/v2/definitions/packages',
    since: '3.4',
    authorise: everyone,
    handle: () => ok({ definitions: [] }),
  },
];

/** True for a body that is called JSON and is malformed. */
function isUnreadable({ headers, bytes }: Incoming): boolean {
  if (!/^application\/json/i.test(headers['content-type'] ?? '') || bytes.length === 0)
    return false;
  try {
    JSON.parse(bytes.toString('utf8'));
    return false;
  } catch {
    return true;
  }
}

/** The operations that a Deprecation header announces for removal. */
const DEPRECATED: Readonly<Record<string, string>> = {
  'getV2Package-vetting': 'package-vetting',
  'postV2Package-vetting': 'package-vetting-change',
  postV2UpdatesFlats: 'updates-flats',
  postV2UpdatesTrees: 'updates-trees',
  'postV2UpdatesTransaction-by-id': 'transaction-by-id',
  'postV2UpdatesTransaction-by-offset': 'transaction-by-offset',
  'getV2UpdatesTransaction-tree-by-idUpdate-id': 'transaction-tree-by-id',
  'getV2UpdatesTransaction-tree-by-offsetOffset': 'transaction-tree-by-offset',
  'postV2CommandsSubmit-and-wait-for-transaction-tree': 'submit-and-wait-for-transaction-tree',
};

export const servingVariants: readonly LedgerVariant[] = table({
  'json-parsed-first': {
    description:
      'Bodies are parsed before the path is read, so a body that is not JSON is rejected at every path.',
    change: intercept(isUnreadable, forPages({ status: 400, text: 'The body is not JSON.' })),
  },
  'needs-no-token-at-all': {
    description:
      'Authorization is off, so every caller may do everything, and there is no current user.',
    change: openMode,
  },
  'current-user-needs-a-token': {
    description: 'Authorization is off, and the lookup of the current user is unauthenticated.',
    change: together(openMode, reject(on.self, unauthenticated())),
  },
  'without-users': {
    description:
      'Authorization is off, and users are not managed: the version reports it, and the operations on them are not implemented.',
    change: together(
      openMode,
      respond(
        on.version,
        'features.userManagement',
        to({ supported: false, maxRightsPerUser: 0, maxUsersPageSize: 0 }),
      ),
      reject(ofUsers, new LedgerError('UNIMPLEMENTED', 12, 'There are no users here.')),
    ),
  },
  'small-rights': {
    description: 'The token is that of an ordinary user, who may read as one party.',
    change: everyCallerIs(READER),
  },
  'login-page': {
    description: 'A gateway redirects callers without a valid token to its login page.',
    // A program wants a 401.
    advisedAgainst: ['ledger/*/{missing,forged}-token-is-401'],
    change: rejecting((reply, _error, { target }) =>
      reply.status === 401
        ? { status: 302, headers: { location: `/login?to=${encodeURIComponent(target)}` } }
        : reply,
    ),
  },
  'under-prefix': {
    description: 'The ledger is served below a path of its host and nowhere else.',
    prefix: PREFIX,
    change: ({ find }) => ({
      find: (method, path) =>
        find(method, path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : '/nowhere'),
    }),
  },
  'more-operations': {
    description: 'Operations are served that the contract does not name.',
    change: routing((routes) => [...routes, ...MORE]),
  },
  'without-deprecated-operations': {
    description: 'The deprecated operations are removed, as announced.',
    advisedAgainst: Object.values(DEPRECATED).map(
      (operation) => `ledger/${operation}/operation-exists`,
    ),
    change: dropping(Object.keys(DEPRECATED)),
  },
  'connected-to-none': {
    description: 'The ledger is currently not connected to a synchronizer.',
    change: together(
      respondingJson(on.synchronizers, () => ({ connectedSynchronizers: [] })),
      respondingJson(on.preferredVersion, () => ({ packagePreference: null })),
      after(on.preferredPackages, () => {
        throw new LedgerError('NO_PREFERRED_PACKAGES_FOUND', 9, 'No synchronizer is connected.');
      }),
    ),
  },
  slow: {
    description: 'Each response takes 10 ms.',
    change: ({ serve }) => ({
      serve: async (incoming) => {
        await pause(10);
        return serve(incoming);
      },
    }),
  },
  'not-ready-at-first': {
    description: 'The readiness check returns 503 for a while after the start.',
    change: remembering(() => {
      const turn = counter();
      const notYet = { status: 503, text: '[-] ledger failed\n', headers: { 'retry-after': '0' } };
      return skip(on.readyz, notYet, () => turn() <= 2);
    }),
  },
});
