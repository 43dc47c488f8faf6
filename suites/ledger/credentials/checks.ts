/** What chapters check of the caller. */
import { type CheckResult, type CompleteExchange, describe, worded } from '../../../src/kit.ts';
import { shownText, unless } from '../../kit/judges.ts';
import { idIn } from '../requests/members.ts';

/** The current user has the id of the subject, which is read from the token, if a user with this id is shown. */
function isSubject(self: CompleteExchange, subject: CompleteExchange): CheckResult {
  const [named, id] = [idIn(subject), shownText(self, 'user', 'id')];
  if (id === undefined || shownText(subject, 'user', 'id') !== named) return undefined;
  return unless(id === named, '/user/id', worded`${named}, the subject`, describe(id));
}

export const CREDENTIAL_CHECKS = { isSubject };
