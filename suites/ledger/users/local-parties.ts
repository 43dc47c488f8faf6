/** A party that is local has a permission at a synchronizer. */
import { type CompleteExchange, worded } from '../../../src/kit.ts';
import { member, string } from '../../kit/json.ts';
import { shownList, unless } from '../../kit/judges.ts';
import { should } from '../../kit/law.ts';
import type { Rule } from '../../kit/scenarios.ts';
import { idIn } from '../requests/members.ts';

type Step = 'alone' | 'other' | 'connected' | 'otherConnected';

export const localPartiesHavePermissions: Rule<Step> = should(
  'local-parties-have-permissions',
  'connected-synchronizers-are-listed',
  {
    statement: 'A party that is shown as local has a permission at a connected synchronizer.',
    cause: 'isLocal is a constant, or compares the fingerprint of the party.',
    fix: 'Set isLocal if the topology hosts the party at this participant.',
    given: ['alone', 'other', 'connected', 'otherConnected'],
    judge: ({ alone, other, connected: own, otherConnected: others }) => {
      // Only if the party of the path is hosted is it known that permissions are shown.
      if (!isShownLocal(alone) || !isPermitted(own)) return undefined;
      const isRight = !isShownLocal(other) || isPermitted(others);
      const expected = worded`false, because ${idIn(other)} has no permission`;
      return unless(isRight, '/partyDetails/isLocal', expected, 'true');
    },
  },
);

const isShownLocal = (found: CompleteExchange): boolean =>
  shownList(found, 'partyDetails').some(
    (row) => string(row, 'party') === idIn(found) && member(row, 'isLocal') === true,
  );

const isPermitted = (found: CompleteExchange): boolean =>
  shownList(found, 'connectedSynchronizers').some(
    (one) => (string(one, 'permission') || NO_PERMISSION) !== NO_PERMISSION,
  );

const NO_PERMISSION = 'PARTICIPANT_PERMISSION_UNSPECIFIED';
