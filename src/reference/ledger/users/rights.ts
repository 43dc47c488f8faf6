/** The operations on the rights of a user: list, grant, revoke. */
import { checkIdp, maybeText, sameAsPath } from '../admin-bodies.ts';
import { allow, isSomeAdmin, someAdmin } from '../auth.ts';
import { type Decoded, list, object, or } from '../decode.ts';
import { DecodeError, denied, invalidArgument } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { isParty } from '../parties/book.ts';
import { ok, type Reply } from '../reply.ts';
import { isAdmin, type Right, rightDecoder, rightJson, rightOf } from '../rights.ts';
import { type Call, get, patch, post, type Route } from '../route.ts';
import { isSince } from '../versions.ts';
import type { User } from './book.ts';
import { userIdOf } from './json.ts';

const CHANGE = object({
  userId: maybeText,
  rights: or(list(rightDecoder), []),
  identityProviderId: maybeText,
});
type Change = Call<Decoded<typeof CHANGE>>;

const PATH = '/v2/users/{user-id}/rights';

export const RIGHTS: readonly Route[] = [
  get(PATH, {
    authorise: (call) => allow(call, userIdOf(call) === call.caller.userId || isSomeAdmin(call)),
    handle: (call, { users }) =>
      ok({ rights: [...users.get(userIdOf(call)).rights.values()].map(rightJson) }),
  }),
  post(PATH, { body: CHANGE, authorise: adminOfSameUser, handle: grant }),
  patch(PATH, { body: CHANGE, authorise: adminOfSameUser, handle: revoke }),
];

function adminOfSameUser(call: Change): void {
  sameAsPath(userIdOf(call), call.body.userId, 'user id');
  someAdmin(call);
}

function userOf(call: Change, ledger: Ledger): User {
  const { identityProviderId } = call.body;
  checkIdp(call, ledger, identityProviderId);
  const user = ledger.users.get(userIdOf(call));
  if (identityProviderId !== '' && user.identityProviderId !== identityProviderId) throw denied();
  return user;
}

function grant(call: Change, ledger: Ledger): Reply {
  const rights = checkedRights(call, ledger, call.body.rights);
  const fresh = ledger.users.grant(userOf(call, ledger), rights);
  return ok({ newlyGrantedRights: fresh.map(rightJson) });
}

function revoke(call: Change, ledger: Ledger): Reply {
  const rights = checkedRights(call, ledger, call.body.rights);
  const user = userOf(call, ledger);
  if (user.id === call.caller.userId && isAdmin(rights)) {
    throw invalidArgument('A user cannot drop its own admin right.');
  }
  return ok({ newlyRevokedRights: ledger.users.revoke(user, rights).map(rightJson) });
}

/**
 * The rights in a body. Throws 400 for a right without a kind or with a malformed party, 403 if only the administrator
 * of the participant may change such a right.
 */
export function checkedRights(
  { caller }: Call,
  { version }: Ledger,
  bodies: readonly Decoded<typeof rightDecoder>[],
): readonly Right[] {
  const rights = bodies.map((body) => {
    const right = rightOf(body);
    if (right === undefined) throw invalidArgument('A right must have a kind.');
    if (right.kind === 'CanActAsAnyParty' && !isSince(version, '3.6'))
      throw new DecodeError('Invalid value for: body (unknown right)');
    if (right.party !== undefined && !isParty(right.party)) {
      throw invalidArgument('The party of a right is not well formed.');
    }
    return right;
  });
  const forAnyParty =
    isSince(version, '3.5.6') && rights.some(({ kind }) => kind.endsWith('AnyParty'));
  const needsAdmin = isAdmin(rights) || forAnyParty;
  if (needsAdmin && !caller.open && !isAdmin(caller.rights)) throw denied();
  return rights;
}
