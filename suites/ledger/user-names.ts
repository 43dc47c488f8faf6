/** Ids of users with characters that paths, queries and forms have other uses for. */
import { type Call, call, finding, type Requirement, sent } from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { difference } from './alike.ts';
import type { Area } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { retryUntilAsIn, retryUntilShown } from './patience.ts';
import { accepted, all, listIn, sequence, textIn } from './sequences.ts';
import { scratchUser } from './user-life.ts';

/** An id may hold each of these; cut, decoded twice or read as a form it is another one. */
const SPECIAL = "|#@:'+";
/** What no party can be called. */
const NO_PARTY = 'assay*nobody::1220aa';

export const userNames: Area = (ledger) => {
  const operation = ledger.operation('users-create');
  const clause = 'users-are-created';
  const life = sequence(operation, {
    name: 'special-characters',
    sends:
      'a scratch user whose id has special characters: created, found, with a right, and removed; one whose id no user may have, and two with a party that no party may be',
    effect: 'reversible',
    steps: ({ listedParties: [party = ABSENT.party] }, tag) => {
      const id = `assay-${tag}${SPECIAL}`;
      const right = rightFor(party);
      const { create, get, remove } = scratchUser(ledger, id, [right]);
      const rights = call(ledger.operation('user-rights'), { path: { 'user-id': id } });
      const made = (body: unknown): boolean => textIn(body, 'user', 'id') === id;
      return {
        clear: remove,
        create,
        get: ({ create: body }) => retryUntilAsIn(body, 'user', get),
        rights: ({ create: body }): Call =>
          made(body)
            ? retryUntilShown(rights, (shown) => listIn(shown, 'rights').length > 0)
            : rights,
        malformed: scratchUser(ledger, `assay*${tag}`).create,
        ofNoParty: withPrimaryParty(scratchUser(ledger, `assay-${tag}-p`).create, NO_PARTY),
        forNoParty: scratchUser(ledger, `assay-${tag}-r`, [rightFor(NO_PARTY)]).create,
        remove,
      };
    },
  });
  return [
    life.expects({
      name: 'special-characters-kept',
      clause,
      statement:
        'A user whose id has special characters is created, found with its rights, and removed under this id.',
      cause: 'The id is cut at # or |, or the path is decoded twice, so that + becomes a space.',
      fix: 'Decode the path segment once, and take every character that the document allows.',
      judge: ({ clear, create, get, rights, remove }) => {
        const { status } = create.response;
        // What the removal does not find, or cannot read, cannot be there already.
        if (status === 409 && [400, 404].includes(clear.response.status))
          return [finding('status', '200, since there is no such user', '409')];
        if (!accepted(create)) return expects200(status);
        const { length } = listIn(rights.response.body, 'rights');
        return all(
          expects200(get.response.status),
          difference(create.response.body, get.response.body),
          expects200(rights.response.status),
          length === 1 ? [] : [finding('/rights', 'the one that was granted', `${length}`)],
          expects200(remove.response.status),
        );
      },
    }),
    life.expects({
      name: 'malformed-id-refused',
      clause,
      statement: 'A new user whose id has characters that no user id has is refused with 400.',
      cause: 'The id is stored unread, and nobody can ask for the user afterwards.',
      fix: 'Check its characters as those of the path, and answer 400.',
      given: ['create'],
      judge: ({ malformed }) => expectsError(malformed, 400),
    }),
    life.expects({
      name: 'malformed-party-refused',
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement:
        'A new user whose primary party, or the party of a right, has characters that no party has is refused with 400 INVALID_ARGUMENT.',
      cause: 'The party of a user is stored unread, and nobody can be it.',
      fix: 'Check it as every other party before anything is stored, and answer 400 INVALID_ARGUMENT.',
      given: ['create'],
      judge: [
        ({ ofNoParty }) => expectsError(ofNoParty, 400, 'INVALID_ARGUMENT'),
        ({ forNoParty }) => expectsError(forNoParty, 400, 'INVALID_ARGUMENT'),
      ],
    }),
  ] satisfies Requirement[];
};

const rightFor = (party: string): object => ({ kind: { CanReadAs: { value: { party } } } });

function withPrimaryParty(create: Call, primaryParty: string): Call {
  const { user, ...rest } = sent(create) as { readonly user: object };
  return { ...create, body: JSON.stringify({ ...rest, user: { ...user, primaryParty } }) };
}
