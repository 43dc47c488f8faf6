/** The operations on users: list, create, read, change, remove, and move to another identity provider. */

import { checkIdp, fieldMask, maybeText, requestedPageSize, sameAsPath } from '../admin-bodies.ts';
import { adminOnly, allow, anyCaller, isSomeAdmin, someAdmin } from '../auth.ts';
import { type Decoded, list, object, or } from '../decode.ts';
import { denied, invalidArgument, LedgerError, missingField } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { checkVersion, freshAnnotations, maskPaths, mergedAnnotations } from '../metadata.ts';
import { keyOf, pageOf } from '../paging.ts';
import { ok, type Reply } from '../reply.ts';
import { rightDecoder } from '../rights.ts';
import { type Call, get, patch, post, type Route, remove } from '../route.ts';
import { isSince, type Release } from '../versions.ts';
import type { User } from './book.ts';
import { checkedUser, type UserBody, userDecoder, userIdOf, userJson } from './json.ts';
import { checkedRights } from './rights.ts';

const MOST_PER_PAGE = 1000;
const MASK = [
  'primary_party',
  'is_deactivated',
  'metadata',
  'metadata.annotations',
  'identity_provider_id',
];

const MOVE = object({
  userId: maybeText,
  sourceIdentityProviderId: maybeText,
  targetIdentityProviderId: maybeText,
});

export function userRoutes(version: Release): readonly Route[] {
  const user = userDecoder(version);
  const one = '/v2/users/{user-id}';
  return [
    get('/v2/users', {
      query: { pageSize: 'int', pageToken: 'string' },
      authorise: someAdmin,
      handle: listUsers,
    }),
    post('/v2/users', {
      body: object({ user, rights: or(list(rightDecoder), []) }),
      authorise: someAdmin,
      handle: createUser,
    }),
    get(one, {
      query: { 'identity-provider-id': 'string' },
      authorise: ownOrAdmin,
      handle: (call, ledger) => userReply(userOf(call, ledger), ledger),
    }),
    remove(one, { authorise: adminOfUser, handle: deleteUser }),
    patch(one, {
      body: object({ user, updateMask: fieldMask }),
      authorise: (call) => {
        const { user: given } = call.body;
        const id = userIdOf(call);
        if (given !== undefined) sameAsPath(id, given.id, 'user id');
        someAdmin(call);
      },
      handle: updateUser,
    }),
    get('/v2/authenticated-user', {
      query: { 'identity-provider-id': 'string' },
      authorise: anyCaller,
      handle: authenticatedUser,
    }),
    patch(`${one}/identity-provider-id`, {
      body: MOVE,
      authorise: (call) => {
        sameAsPath(userIdOf(call), call.body.userId, 'user id');
        adminOnly(call);
      },
      handle: moveUser,
    }),
  ];
}

/** Admits administrators, and the user whose id is in the path. */
function ownOrAdmin(call: Call): void {
  allow(call, userIdOf(call) === call.caller.userId || isSomeAdmin(call));
}

function adminOfUser(call: Call): void {
  userIdOf(call);
  someAdmin(call);
}

function userReply(user: User, { version }: Ledger): Reply {
  return ok({ user: userJson(user, version) });
}

/** The user of the path. Throws 403 if it belongs to another identity provider than the query names. */
function userOf(call: Call, ledger: Ledger): User {
  const idp = call.query.get('identity-provider-id') ?? '';
  checkIdp(call, ledger, idp);
  const user = ledger.users.get(userIdOf(call));
  if (idp !== '' && user.identityProviderId !== idp) throw denied();
  return user;
}

function listUsers(call: Call, { users, version }: Ledger): Reply {
  const size = requestedPageSize(call);
  const token = call.query.get('pageToken') ?? '';
  const after = token === '' ? '' : keyOf('users', token);
  if (after === undefined) throw invalidArgument('The page token is not one of this list.');
  const clipped = size === 0 ? MOST_PER_PAGE : Math.min(size, MOST_PER_PAGE);
  const page = pageOf('users', users.of(''), ({ id }) => id, after, clipped);
  return ok({
    users: page.items.map((user) => userJson(user, version)),
    nextPageToken: page.nextPageToken,
  });
}

interface Creation {
  readonly user: UserBody | undefined;
  readonly rights: readonly Decoded<typeof rightDecoder>[];
}

function createUser(call: Call<Creation>, ledger: Ledger): Reply {
  const { user, rights } = call.body;
  const given = checkedUser(user);
  checkIdp(call, ledger, given.identityProviderId);
  const annotations = freshAnnotations(given.metadata);
  const granted = checkedRights(call, ledger, rights);
  return userReply(ledger.users.add({ ...given, annotations, rights: granted }), ledger);
}

function deleteUser(call: Call, { users }: Ledger): Reply {
  const id = userIdOf(call);
  if (id === call.caller.userId) throw invalidArgument('A user cannot remove itself.');
  users.remove(id);
  return ok({});
}

interface Update {
  readonly user: UserBody | undefined;
  readonly updateMask: Decoded<typeof fieldMask>;
}

function updateUser(call: Call<Update>, ledger: Ledger): Reply {
  const { user: body, updateMask } = call.body;
  const given = checkedUser(body);
  if (updateMask === undefined) throw missingField('update_mask');
  const newer = isSince(ledger.version, '3.5') ? ['primary_party_authentication'] : [];
  const code = 'INVALID_USER_UPDATE_REQUEST';
  const paths = maskPaths(updateMask.paths, [...MASK, ...newer], code);
  const user = ledger.users.get(given.id);
  if (paths.has('identity_provider_id') && given.identityProviderId !== user.identityProviderId) {
    throw new LedgerError(code, 3, 'A user is moved by a separate operation.');
  }
  if (paths.has('is_deactivated') && given.isDeactivated && user.id === call.caller.userId) {
    throw invalidArgument('A user cannot deactivate itself.');
  }
  checkVersion(given.metadata.resourceVersion, user, 'CONCURRENT_USER_UPDATE_DETECTED');
  if (paths.has('metadata') || paths.has('metadata.annotations')) {
    user.annotations = mergedAnnotations(user.annotations, given.metadata.annotations);
  }
  if (paths.has('primary_party')) user.primaryParty = given.primaryParty;
  if (paths.has('is_deactivated')) user.isDeactivated = given.isDeactivated;
  if (paths.has('primary_party_authentication')) {
    user.primaryPartyAuthentication = given.primaryPartyAuthentication ?? false;
  }
  user.resourceVersion += 1;
  return userReply(user, ledger);
}

function authenticatedUser(call: Call, ledger: Ledger): Reply {
  const { userId } = call.caller;
  if (userId === undefined) {
    throw new LedgerError('INVALID_TOKEN', 3, 'There is no user: authorization is off.');
  }
  const user = ledger.users.get(userId);
  const idp = call.query.get('identity-provider-id') ?? '';
  if (idp !== '' && idp !== user.identityProviderId) throw denied();
  return userReply(user, ledger);
}

function moveUser(call: Call<Decoded<typeof MOVE>>, { users, idps }: Ledger): Reply {
  const { body } = call;
  for (const id of [body.sourceIdentityProviderId, body.targetIdentityProviderId]) {
    if (!idps.knows(id)) throw invalidArgument(`There is no identity provider ${id}.`);
  }
  const user = users.get(userIdOf(call));
  if (user.identityProviderId !== body.sourceIdentityProviderId) throw denied();
  user.identityProviderId = body.targetIdentityProviderId;
  return ok({});
}
