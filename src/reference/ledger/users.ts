/** The operations on users: list, create, read, change, remove, and move to another identity provider. */
import { askedPageSize, checkIdp, fieldMask, maybeText, sameAsPath } from './admin-bodies.ts';
import { adminOnly, allow, anyCaller, isSomeAdmin, someAdmin } from './auth.ts';
import { type Decoded, type Decoder, list, object, or } from './decode.ts';
import { denied, invalidArgument, missingField } from './errors.ts';
import type { Ledger, Version } from './ledger.ts';
import { checkVersion, freshAnnotations, maskPaths, mergedAnnotations } from './metadata.ts';
import { keyOf, pageOf } from './paging.ts';
import { rightDecoder } from './rights.ts';
import { type Ask, LedgerError, ok, type Reply, type Route } from './route.ts';
import type { User } from './user-book.ts';
import { checkedUser, type UserBody, userDecoder, userIdOf, userJson } from './user-json.ts';
import { checkedRights } from './user-rights.ts';

const MOST_PER_PAGE = 1000;
const MASK = [
  'primary_party',
  'is_deactivated',
  'metadata',
  'metadata.annotations',
  'identity_provider_id',
];

interface CreateBody {
  readonly user: UserBody | undefined;
  readonly rights: Decoded<typeof rightDecoder>[];
}
interface UpdateBody {
  readonly user: UserBody | undefined;
  readonly updateMask: Decoded<typeof fieldMask>;
}
const MOVE = object({
  userId: maybeText,
  sourceIdentityProviderId: maybeText,
  targetIdentityProviderId: maybeText,
});

/** The routes of this chapter. */
export function userRoutes(version: Version): readonly Route[] {
  const user = userDecoder(version);
  const created: Decoder<CreateBody> = object({ user, rights: or(list(rightDecoder), []) });
  const updated: Decoder<UpdateBody> = object({ user, updateMask: fieldMask });
  return [
    {
      operationId: 'getV2Users',
      method: 'GET',
      path: '/v2/users',
      since: '3.4',
      query: { pageSize: 'int', pageToken: 'string' },
      authorise: someAdmin,
      handle: listUsers,
    },
    {
      operationId: 'postV2Users',
      method: 'POST',
      path: '/v2/users',
      since: '3.4',
      body: created,
      authorise: someAdmin,
      handle: createUser,
    },
    {
      operationId: 'getV2UsersUser-id',
      method: 'GET',
      path: '/v2/users/{user-id}',
      since: '3.4',
      query: { 'identity-provider-id': 'string' },
      authorise: ownOrAdmin,
      handle: (ask, ledger) => userReply(userOf(ask, ledger), ledger),
    },
    {
      operationId: 'deleteV2UsersUser-id',
      method: 'DELETE',
      path: '/v2/users/{user-id}',
      since: '3.4',
      authorise: adminOfUser,
      handle: deleteUser,
    },
    {
      operationId: 'patchV2UsersUser-id',
      method: 'PATCH',
      path: '/v2/users/{user-id}',
      since: '3.4',
      body: updated,
      authorise: (ask) => {
        const { user: asked } = ask.body as UpdateBody;
        const id = userIdOf(ask);
        if (asked !== undefined) sameAsPath(id, asked.id, 'user id');
        someAdmin(ask);
      },
      handle: updateUser,
    },
    {
      operationId: 'getV2Authenticated-user',
      method: 'GET',
      path: '/v2/authenticated-user',
      since: '3.4',
      query: { 'identity-provider-id': 'string' },
      authorise: anyCaller,
      handle: authenticatedUser,
    },
    {
      operationId: 'patchV2UsersUser-idIdentity-provider-id',
      method: 'PATCH',
      path: '/v2/users/{user-id}/identity-provider-id',
      since: '3.4',
      body: MOVE,
      authorise: (ask) => {
        sameAsPath(userIdOf(ask), (ask.body as Decoded<typeof MOVE>).userId, 'user id');
        adminOnly(ask);
      },
      handle: moveUser,
    },
  ];
}

/** The user that the path names, or administrators. */
function ownOrAdmin(ask: Ask): void {
  allow(ask, userIdOf(ask) === ask.caller.userId || isSomeAdmin(ask));
}

function adminOfUser(ask: Ask): void {
  userIdOf(ask);
  someAdmin(ask);
}

function userReply(user: User, { version }: Ledger): Reply {
  return ok({ user: userJson(user, version) });
}

/** The user of the path, looked up in the identity provider that the query names, if any. */
function userOf(ask: Ask, ledger: Ledger): User {
  const idp = ask.query.get('identity-provider-id') ?? '';
  checkIdp(ask, ledger, idp);
  const user = ledger.users.get(userIdOf(ask));
  if (idp !== '' && user.identityProviderId !== idp) throw denied();
  return user;
}

function listUsers(ask: Ask, { users, version }: Ledger): Reply {
  const size = askedPageSize(ask);
  const token = ask.query.get('pageToken') ?? '';
  const after = token === '' ? '' : keyOf('users', token);
  if (after === undefined) throw invalidArgument('The page token is not one of this list.');
  const clipped = size === 0 ? MOST_PER_PAGE : Math.min(size, MOST_PER_PAGE);
  const page = pageOf('users', users.of(''), ({ id }) => id, after, clipped);
  return ok({
    users: page.items.map((user) => userJson(user, version)),
    nextPageToken: page.nextPageToken,
  });
}

function createUser(ask: Ask, ledger: Ledger): Reply {
  const { user, rights } = ask.body as CreateBody;
  const asked = checkedUser(user);
  checkIdp(ask, ledger, asked.identityProviderId);
  const annotations = freshAnnotations(asked.metadata);
  const granted = checkedRights(ask, rights);
  return userReply(ledger.users.add({ ...asked, annotations, rights: granted }), ledger);
}

function deleteUser(ask: Ask, { users }: Ledger): Reply {
  const id = userIdOf(ask);
  if (id === ask.caller.userId) throw invalidArgument('Nobody can remove themselves.');
  users.remove(id);
  return ok({});
}

function updateUser(ask: Ask, ledger: Ledger): Reply {
  const { user: body, updateMask } = ask.body as UpdateBody;
  const asked = checkedUser(body);
  if (updateMask === undefined) throw missingField('update_mask');
  const newer = ledger.version === '3.4' ? [] : ['primary_party_authentication'];
  const code = 'INVALID_USER_UPDATE_REQUEST';
  const paths = maskPaths(updateMask.paths, [...MASK, ...newer], code);
  const user = ledger.users.get(asked.id);
  if (paths.has('identity_provider_id') && asked.identityProviderId !== user.identityProviderId) {
    throw new LedgerError(code, 3, 8, 'A user moves by an operation of its own.');
  }
  if (paths.has('is_deactivated') && asked.isDeactivated && user.id === ask.caller.userId) {
    throw invalidArgument('Nobody can deactivate themselves.');
  }
  checkVersion(asked.metadata.resourceVersion, user, 'CONCURRENT_USER_UPDATE_DETECTED');
  if (paths.has('metadata') || paths.has('metadata.annotations')) {
    user.annotations = mergedAnnotations(user.annotations, asked.metadata.annotations);
  }
  if (paths.has('primary_party')) user.primaryParty = asked.primaryParty;
  if (paths.has('is_deactivated')) user.isDeactivated = asked.isDeactivated;
  if (paths.has('primary_party_authentication')) {
    user.primaryPartyAuthentication = asked.primaryPartyAuthentication ?? false;
  }
  user.resourceVersion += 1;
  return userReply(user, ledger);
}

function authenticatedUser(ask: Ask, ledger: Ledger): Reply {
  const { userId } = ask.caller;
  if (userId === undefined) {
    throw new LedgerError('INVALID_TOKEN', 3, 8, 'There is no user: authorization is off.');
  }
  const user = ledger.users.get(userId);
  const idp = ask.query.get('identity-provider-id') ?? '';
  if (idp !== '' && idp !== user.identityProviderId) throw denied();
  return userReply(user, ledger);
}

function moveUser(ask: Ask, { users, idps }: Ledger): Reply {
  const body = ask.body as Decoded<typeof MOVE>;
  idps.mustKnow(body.sourceIdentityProviderId);
  idps.mustKnow(body.targetIdentityProviderId);
  const user = users.get(userIdOf(ask));
  if (user.identityProviderId !== body.sourceIdentityProviderId) throw denied();
  user.identityProviderId = body.targetIdentityProviderId;
  return ok({});
}
