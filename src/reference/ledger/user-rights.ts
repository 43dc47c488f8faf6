/** The operations on the rights of a user: list, grant, revoke. */
import { checkIdp, maybeText, sameAsPath } from './admin-bodies.ts';
import { allow, isSomeAdmin, someAdmin } from './auth.ts';
import { type Decoded, list, object, or } from './decode.ts';
import { denied, invalidArgument } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { isParty } from './party-book.ts';
import { isAdmin, type Right, rightDecoder, rightJson, rightOf } from './rights.ts';
import { type Ask, ok, type Reply, type Route } from './route.ts';
import type { User } from './user-book.ts';
import { userIdOf } from './user-json.ts';

const CHANGE = object({
  userId: maybeText,
  rights: or(list(rightDecoder), []),
  identityProviderId: maybeText,
});
type ChangeBody = Decoded<typeof CHANGE>;

/** The routes of this chapter. */
export function rightsRoutes(): readonly Route[] {
  const path = '/v2/users/{user-id}/rights';
  return [
    {
      operationId: 'getV2UsersUser-idRights',
      method: 'GET',
      path,
      since: '3.4',
      authorise: (ask) => allow(ask, userIdOf(ask) === ask.caller.userId || isSomeAdmin(ask)),
      handle: (ask, { users }) =>
        ok({ rights: [...users.get(userIdOf(ask)).rights.values()].map(rightJson) }),
    },
    {
      operationId: 'postV2UsersUser-idRights',
      method: 'POST',
      path,
      since: '3.4',
      body: CHANGE,
      authorise: adminOfSameUser,
      handle: grant,
    },
    {
      operationId: 'patchV2UsersUser-idRights',
      method: 'PATCH',
      path,
      since: '3.4',
      body: CHANGE,
      authorise: adminOfSameUser,
      handle: revoke,
    },
  ];
}

function adminOfSameUser(ask: Ask): void {
  sameAsPath(userIdOf(ask), (ask.body as ChangeBody).userId, 'user id');
  someAdmin(ask);
}

function userOf(ask: Ask, ledger: Ledger): User {
  const { identityProviderId } = ask.body as ChangeBody;
  checkIdp(ask, ledger, identityProviderId);
  const user = ledger.users.get(userIdOf(ask));
  if (identityProviderId !== '' && user.identityProviderId !== identityProviderId) throw denied();
  return user;
}

function grant(ask: Ask, ledger: Ledger): Reply {
  const rights = checkedRights(ask, (ask.body as ChangeBody).rights);
  const fresh = ledger.users.grant(userOf(ask, ledger), rights);
  return ok({ newlyGrantedRights: fresh.map(rightJson) });
}

function revoke(ask: Ask, ledger: Ledger): Reply {
  const rights = checkedRights(ask, (ask.body as ChangeBody).rights);
  const user = userOf(ask, ledger);
  if (user.id === ask.caller.userId && isAdmin(rights)) {
    throw invalidArgument('Nobody can drop their own admin right.');
  }
  return ok({ newlyRevokedRights: ledger.users.revoke(user, rights).map(rightJson) });
}

/**
 * The rights that a body lists; 400 for a right of no kind or with a malformed party, 403 when somebody
 * who is no administrator of the participant hands out or takes that right.
 */
export function checkedRights(
  { caller }: Ask,
  bodies: readonly Decoded<typeof rightDecoder>[],
): readonly Right[] {
  const rights = bodies.map((body) => {
    const right = rightOf(body);
    if (right === undefined) throw invalidArgument('A right must have a kind.');
    if (right.party !== undefined && !isParty(right.party)) {
      throw invalidArgument('The party of a right is not well formed.');
    }
    return right;
  });
  if (isAdmin(rights) && !caller.open && !isAdmin(caller.rights)) throw denied();
  return rights;
}
