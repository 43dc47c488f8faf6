/** The objects that the removal of a user also removes. */
import {
  type CompleteExchange,
  type Finding,
  type Requirement,
  statuses,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import { isAccepted, shownList, unless } from '../../kit/judges.ts';
import { must, should } from '../../kit/law.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Resource } from './resources.ts';

/** The rules about other objects that are removed with a user. */
export function userRemoval({ removal }: Resource): readonly Requirement[] {
  if (removal === undefined) return [];
  return removal.rules(
    removal.rejected(['delete'], {
      'rights-after-removal': ['rights', 'USER_NOT_FOUND'],
    }),
    should('frees-id', {
      statement: 'After a removal, a new user of the same id can be created and removed.',
      cause: 'The user is marked as removed and keeps its id.',
      fix: 'Free the id when the user is removed.',
      judge: [
        ({ before, create }) => takenStill(before, create),
        ({ delete: removed, again, anew, remove }) => {
          if (!isAccepted(removed)) return undefined;
          return isAccepted(anew) ? expects200(remove.response.status) : takenStill(again, anew);
        },
      ],
    }),
    must('removes-rights', {
      statement: 'A new user has none of the rights of a removed user of the same id.',
      cause: 'The rights stay in the store under the id.',
      fix: 'Remove the rights in the same transaction as the user.',
      given: ['create', 'delete', 'anew', 'rightsAnew'],
      judge: ({ rightsAnew }) => {
        const { length } = shownList(rightsAnew, 'rights');
        return unless(length === 0, '/rights', 'none', length);
      },
    }),
  );
}

/** An id that the removal does not find cannot be taken. */
function takenStill(removal: CompleteExchange, creation: CompleteExchange) {
  if (removal.response.status !== 404) return undefined;
  const { status } = creation.response;
  return status === 409 ? stillTaken() : expects200(status);
}

/** The finding about an id that counts as taken although no user has it. */
export function stillTaken(): readonly Finding[] {
  return [wrongStatus(worded`${statuses(200)}, since there is no such user`, 409)];
}
