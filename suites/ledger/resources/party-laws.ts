/** Rules for parties only: an id with a hint, a participant that hosts them, and a user that acts as them. */
import { describe, type Requirement, sent, worded } from '../../../src/kit.ts';
import { difference, stringAt } from '../../kit/json.ts';
import { shown, unless } from '../../kit/judges.ts';
import { must, should } from '../../kit/law.ts';
import type { Resource } from './resources.ts';
import { actsAs, notListed, partyIn } from './scratch.ts';

export function ofParties({ creation, places }: Resource): readonly Requirement[] {
  return creation.rules(
    should('allocated-id-has-hint', {
      statement: 'The id of a new party begins with the hint of the request.',
      cause: 'The server chooses a name of its own.',
      fix: 'Use the hint as the name in front of the double colon.',
      given: ['create'],
      judge: ({ create }) => {
        const hint = stringAt(sent(create.request), 'partyIdHint');
        const made = partyIn(create.response.body);
        const hasHint = made?.startsWith(`${hint}::`) === true;
        return unless(hasHint, '/partyDetails/party', worded`${hint}::…`, describe(made));
      },
    }),
    must('allocated-party-is-local', {
      statement: 'A new party is local to the participant.',
      cause: 'The party counts as remote until its topology is effective.',
      fix: 'Respond when the participant hosts the party.',
      given: ['create'],
      judge: ({ create }) =>
        difference(true, shown(create, 'partyDetails', 'isLocal'), '/partyDetails/isLocal'),
    }),
    must('named-user-may-act', 'allocations-grant-rights', {
      statement: 'The user that an allocation names may act as the new party.',
      cause: 'The member userId is read for other purposes only, or not at all.',
      fix: 'Grant the right to act as the party to this user in the same step.',
      followsFrom: ['ids-have-fingerprints'],
      given: ['owner', 'create', 'ownerRights'],
      judge: ({ create, ownerRights }) => {
        const expected = `the right to act as ${partyIn(create.response.body)}`;
        const mayAct = actsAs(ownerRights.response.body, partyIn(create.response.body));
        return unless(mayAct, '/rights', expected, 'not there');
      },
    }),
    must('listed-without-filter', places.list[1], {
      statement: 'A new party is also in the list without a filter.',
      cause: 'The whole list comes from a cache that the filter bypasses.',
      fix: 'Make both lists from the store that the allocation writes to.',
      given: ['create', 'whole'],
      judge: ({ create, whole }) => notListed(whole.response.body, partyIn(create.response.body)),
    }),
    creation.rejected(['create'], { 'malformed-id': ['malformed'] }, 'party-hints-have-their-form'),
  );
}
