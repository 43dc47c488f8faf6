/** A scratch user with everything that a user may have: kept at its creation, and changed afterwards. */
import { type Call, call, type Fixtures, finding, sent } from '../../src/index.ts';
import { expects200, expectsRejection } from '../answers.ts';
import { difference } from './alike.ts';
import type { Area } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { retryUntilAsIn, retryUntilShown } from './patience.ts';
import { accepted, all, listIn, sequence, textIn, within } from './sequences.ts';
import { mask, scratchUser } from './user-life.ts';

/** The longest id has 128 characters. */
const TOO_LONG = 129;

export const userDetails: Area = (ledger) => [...createdOf(ledger), ...changedOf(ledger)];

function rightsOf({ listedParties: [party = ABSENT.party] }: Fixtures): readonly object[] {
  return [{ kind: { CanReadAs: { value: { party } } } }];
}

/** The creation of a scratch user with other members; the rest of the body stays. */
function withMembers(create: Call, members: object): Call {
  const { user, ...rest } = sent(create) as { readonly user: object };
  return { ...create, body: JSON.stringify({ ...rest, user: { ...user, ...members } }) };
}

function createdOf(ledger: Parameters<Area>[0]): ReturnType<Area> {
  const operation = ledger.operation('users-create');
  const clause = 'users-are-created';
  const life = sequence(operation, {
    name: 'whole-user',
    sends:
      'a scratch user with a primary party and a right, one that is deactivated, one of a provider that nobody has, and one with an id that is too long',
    effect: 'reversible',
    needs: 'listedParties',
    steps: (fixtures, tag) => {
      const id = `assay-w${tag}`;
      const [primaryParty = ''] = fixtures.listedParties;
      const whole = scratchUser(ledger, id, rightsOf(fixtures));
      const off = scratchUser(ledger, `${id}-off`);
      const other = scratchUser(ledger, `${id}-idp`);
      const rights = call(ledger.operation('user-rights'), { path: { 'user-id': id } });
      return {
        clear: whole.remove,
        create: withMembers(whole.create, { primaryParty }),
        get: ({ create }) => retryUntilAsIn(create, 'user', whole.get),
        rights: ({ create }): Call =>
          within(create, 'user') === undefined
            ? rights
            : retryUntilShown(rights, (body) => listIn(body, 'rights').length > 0),
        clearOff: off.remove,
        deactivated: withMembers(off.create, { isDeactivated: true }),
        foundOff: ({ deactivated }) => retryUntilAsIn(deactivated, 'user', off.get),
        clearElsewhere: other.remove,
        elsewhere: withMembers(other.create, {
          identityProviderId: ABSENT.identityProvider,
        }),
        tooLong: scratchUser(ledger, id.padEnd(TOO_LONG, 'x')).create,
        removeOff: off.remove,
        remove: whole.remove,
      };
    },
  });
  return [
    life.expects({
      name: 'primary-party-kept',
      clause,
      statement: 'A new user has the primary party of the request, in the answer and afterwards.',
      cause: 'primaryParty is not stored, or set only by an update.',
      fix: 'Store it with the user.',
      given: ['create', 'get'],
      judge: ({ create, get }) => {
        const owed = textIn(sent(create.request), 'user', 'primaryParty');
        return all(
          ...[create, get].map(({ response }) =>
            difference(owed, within(response.body, 'user', 'primaryParty'), '/user/primaryParty'),
          ),
        );
      },
    }),
    life.expects({
      name: 'rights-given',
      clause,
      statement: 'A new user has the rights of the request.',
      cause: 'The rights of a creation are read and not stored.',
      fix: 'Store them in the same transaction as the user.',
      given: ['create', 'rights'],
      judge: ({ create, rights }) => {
        const [asked] = listIn(sent(create.request), 'rights');
        const owed = textIn(asked, 'kind', 'CanReadAs', 'value', 'party');
        const found = listIn(rights.response.body, 'rights').map((right) =>
          textIn(right, 'kind', 'CanReadAs', 'value', 'party'),
        );
        return found.includes(owed) ? [] : [finding('/rights', `CanReadAs ${owed}`, 'not there')];
      },
    }),
    life.expects({
      name: 'deactivated-as-sent',
      level: 'SHOULD',
      clause,
      statement: 'A new user that is sent as deactivated is deactivated.',
      cause: 'isDeactivated is set by updates only, so that a user may log in who is not to.',
      fix: 'Store it with the user.',
      given: ['deactivated', 'foundOff'],
      judge: ({ deactivated, foundOff }) =>
        all(
          ...[deactivated, foundOff].map(({ response }) =>
            difference(true, within(response.body, 'user', 'isDeactivated'), '/user/isDeactivated'),
          ),
        ),
    }),
    life.expects({
      name: 'unknown-provider-refused',
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement: 'A new user of an identity provider that nobody has is refused.',
      cause: 'The provider is stored unseen, so that nobody can ever log in as this user.',
      fix: 'Look it up first, and answer with what is wrong about it.',
      given: ['create'],
      judge: ({ elsewhere }) => expectsRejection(elsewhere.response.status, '400 or 404'),
    }),
    life.expects({
      name: 'long-id-refused',
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement: 'A new user whose id has more than 128 characters is refused with 400.',
      cause: 'Only the characters of an id are checked and not how many there are.',
      fix: 'Count them as well, and answer 400 INVALID_ARGUMENT.',
      given: ['create'],
      judge: ({ tooLong }) => expectsError(tooLong, 400),
    }),
  ];
}

function changedOf(ledger: Parameters<Area>[0]): ReturnType<Area> {
  const operation = ledger.operation('user-update');
  const clause = 'users-are-updated';
  const life = sequence(operation, {
    name: 'primary-party',
    sends: 'a change of the primary party of a scratch user, and one that names nothing to change',
    effect: 'reversible',
    needs: 'listedParties',
    steps: ({ listedParties: [primaryParty = ''] }, tag) => {
      const id = `assay-p${tag}`;
      const { create, get, remove } = scratchUser(ledger, id);
      const change = (...paths: readonly string[]): Call =>
        call(operation, {
          path: { 'user-id': id },
          json: { user: { id, primaryParty }, updateMask: mask(...paths) },
        });
      return {
        clear: remove,
        create,
        nothing: change(),
        change: change('primary_party'),
        get: ({ change: changed }) => retryUntilAsIn(changed, 'user', get),
        remove,
      };
    },
  });
  return [
    life.expects({
      name: 'primary-party-changes',
      clause,
      statement: 'The primary party of a user can be changed, and is found afterwards.',
      cause:
        'primary_party is missing among the paths that may be changed, or is taken and not stored.',
      fix: 'Take every path that the document calls modifiable.',
      given: ['create'],
      judge: ({ change, get }) => {
        if (!accepted(change)) return expects200(change.response.status);
        const owed = textIn(sent(change.request), 'user', 'primaryParty');
        return all(
          ...[change, ...(accepted(get) ? [get] : [])].map(({ response }) =>
            difference(owed, within(response.body, 'user', 'primaryParty'), '/user/primaryParty'),
          ),
        );
      },
    }),
    life.expects({
      name: 'empty-mask-refused',
      level: 'SHOULD',
      clause,
      statement: 'A mask that names nothing is refused with 400.',
      cause: 'A change of nothing is a success, or changes everything.',
      fix: 'Ask for one path at least, and answer 400 INVALID_USER_UPDATE_REQUEST.',
      given: ['create'],
      judge: ({ nothing }) => expectsError(nothing, 400),
    }),
  ];
}
