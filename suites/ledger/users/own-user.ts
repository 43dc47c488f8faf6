/** The functions by which chapters judge the access of a user to itself. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { difference, elements, string } from '../../kit/json.ts';
import { isAccepted, lacking, shown } from '../../kit/judges.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { admitted, expectsError } from '../responses/errors.ts';
import { sameView } from '../responses/views.ts';

/** The current user is the one that its id leads to. It may be edited meanwhile. */
function isFoundById(
  self: CompleteExchange,
  byId: CompleteExchange,
  again: CompleteExchange,
): CheckResult {
  const [before, found, after] = [self, byId, again].map((one) => shown(one, 'user'));
  return difference(before, after).length > 0
    ? undefined
    : sameView(self, 'User', found, before, { at: '/user' });
}

function isAmongUsers(self: CompleteExchange, list: CompleteExchange): CheckResult {
  const user = shown(self, 'user');
  // Users of another identity provider have a list of their own.
  if (string(user, 'identityProviderId') !== '') return 'inapplicable';
  const ids = elements(list.response.body, 'users').map((one) => string(one, 'id'));
  const id = string(user, 'id');
  if (!ids.includes(id) && nextTokenOf(list) !== '') return undefined;
  return ids.includes(id) ? [] : [lacking(id, '/users')];
}

/** A token that a guarded ledger accepts for one operation belongs to a user, who can be looked up. */
const admitsTheUser = (
  known: CompleteExchange,
  anonymous: CompleteExchange,
  own: CompleteExchange,
): CheckResult =>
  isAccepted(known) && !isAccepted(anonymous) ? admitted(own.response.status) : undefined;

export const OWN_USER_CHECKS = {
  ...{ isFoundById, isAmongUsers, admitsTheUser },
  hasNoUser: (exchange: CompleteExchange) => expectsError(exchange, 400, 'INVALID_TOKEN'),
  isAdmitted: ({ response }: CompleteExchange) => admitted(response.status),
};
