/** Users: what a creation keeps, how they move between identity providers, and what is left after a removal. */
import {
  type CompleteExchange,
  call,
  finding,
  type Requirement,
  sent,
} from '../../../src/index.ts';
import { expects200, expectsRejection } from '../../answers.ts';
import type { Area, Ledger } from '../area.ts';
import { rejected } from '../laws/rejected-steps.ts';
import type { Resource } from '../laws/resources.ts';
import {
  mask,
  readingRight,
  rightsOfUser,
  rightTo,
  scratchProvider,
  scratchUser,
} from '../laws/scratch.ts';
import { difference, holds } from '../requests/alike.ts';
import { ABSENT } from '../requests/formats.ts';
import { retryUntilAsIn, retryUntilShown } from '../requests/retry.ts';
import { accepted, all, listIn, sequence, textIn, within } from '../requests/sequences.ts';

/** An id may have each of these; cut, decoded twice or read as a form it is another one. */
const SPECIAL = "|#@:'+";
/** The longest id has 128 characters. */
const TOO_LONG = 129;
/** An id that no party can have. */
const NO_PARTY = 'assay*nobody::1220aa';

export const users: Area = (ledger) => [
  ...idsOfNewUsers(ledger),
  ...membersOfNewUsers(ledger),
  ...primaryPartyOf(ledger),
  ...movesOf(ledger),
];

function idsOfNewUsers(ledger: Ledger): readonly Requirement[] {
  const life = sequence(ledger.operation('users-create'), {
    name: 'special-characters',
    sends:
      'a scratch user whose id has special characters: created, read, with a right, and removed; one with a malformed id, and two with a malformed party',
    effect: 'reversible',
    steps: (fixtures, tag) => {
      const id = `assay-${tag}${SPECIAL}`;
      const { create, get, remove } = scratchUser(ledger, id, [readingRight(fixtures)]);
      const rights = rightsOfUser(ledger, id);
      const malformed = scratchUser(ledger, `assay*${tag}`);
      const ofParty = scratchUser(ledger, `assay-${tag}-p`, [], { primaryParty: NO_PARTY });
      const forParty = scratchUser(ledger, `assay-${tag}-r`, [rightTo('CanReadAs', NO_PARTY)]);
      return {
        clear: remove,
        create,
        get: ({ create: body }) => retryUntilAsIn(body, 'user', get),
        rights: ({ create: body }) =>
          textIn(body, 'user', 'id') === id ? retryUntilShown(rights, hasRights) : rights,
        malformed: malformed.create,
        ofNoParty: ofParty.create,
        forNoParty: forParty.create,
        // A server that accepts one of them responds with 409 when the case is sent again.
        removeMalformed: malformed.remove,
        removeOfNoParty: ofParty.remove,
        removeForNoParty: forParty.remove,
        remove,
      };
    },
  });
  return [
    life.expects({
      name: 'keeps-special-characters',
      clause: 'user-ids-have-their-form',
      statement: 'A user whose id has special characters is created, read and removed by this id.',
      cause: 'The id is cut at # or |, or the path is decoded twice, so that + becomes a space.',
      fix: 'Decode the path segment once, and accept every documented character.',
      judge: ({ clear, create, get, rights, remove }) => {
        const { status } = create.response;
        // An id that the removal does not find, or cannot read, cannot be taken.
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
    ...rejected(life, 'user-ids-have-their-form', ['create'], {
      'malformed-id': ['malformed'],
      'malformed-primary-party': ['ofNoParty', 'INVALID_ARGUMENT'],
      'malformed-party-of-right': ['forNoParty', 'INVALID_ARGUMENT'],
    }),
  ];
}

const hasRights = (body: unknown): boolean => listIn(body, 'rights').length > 0;

function membersOfNewUsers(ledger: Ledger): readonly Requirement[] {
  const clause = 'users-are-created';
  const life = sequence(ledger.operation('users-create'), {
    name: 'whole-user',
    sends:
      'a scratch user with a primary party and a right, one that is deactivated, one of an unknown identity provider, and one with an id that is too long',
    effect: 'reversible',
    needs: 'listedParties',
    steps: (fixtures, tag) => {
      const id = `assay-w${tag}`;
      const [primaryParty = ''] = fixtures.listedParties;
      const whole = scratchUser(ledger, id, [readingRight(fixtures)], { primaryParty });
      const off = scratchUser(ledger, `${id}-off`, [], { isDeactivated: true });
      const other = scratchUser(ledger, `${id}-idp`, [], {
        identityProviderId: ABSENT.identityProvider,
      });
      const tooLong = scratchUser(ledger, id.padEnd(TOO_LONG, 'x'));
      const rights = rightsOfUser(ledger, id);
      return {
        clear: whole.remove,
        create: whole.create,
        get: ({ create }) => retryUntilAsIn(create, 'user', whole.get),
        rights: ({ create }) =>
          within(create, 'user') === undefined ? rights : retryUntilShown(rights, hasRights),
        clearOff: off.remove,
        deactivated: off.create,
        foundOff: ({ deactivated }) => retryUntilAsIn(deactivated, 'user', off.get),
        clearElsewhere: other.remove,
        elsewhere: other.create,
        tooLong: tooLong.create,
        // A server that accepts it keeps all of it, or cuts it.
        removeTooLong: tooLong.remove,
        removeCut: scratchUser(ledger, id.padEnd(TOO_LONG - 1, 'x')).remove,
        removeOff: off.remove,
        remove: whole.remove,
      };
    },
  });
  const fix = 'Store it with the user.';
  return [
    life.expects({
      name: 'keeps-primary-party',
      clause,
      statement: 'A new user has the primary party of the request, in the response and afterwards.',
      cause: 'The primary party is not stored, or only by an update.',
      fix,
      given: ['create', 'get'],
      judge: ({ create, get }) => asSent('primaryParty', create, create, get),
    }),
    life.expects({
      name: 'keeps-deactivation',
      clause,
      statement: 'A new user that is sent as deactivated is deactivated.',
      cause: 'Only updates set isDeactivated, so that the user has access.',
      fix,
      given: ['deactivated', 'foundOff'],
      judge: ({ deactivated, foundOff }) =>
        asSent('isDeactivated', deactivated, deactivated, foundOff),
    }),
    life.expects({
      name: 'keeps-rights',
      clause,
      statement: 'A new user has the rights of the request.',
      cause: 'The rights of a creation are read and not stored.',
      fix: 'Store them in the same transaction as the user.',
      given: ['create', 'rights'],
      judge: ({ create, rights }) => {
        const [expected] = listIn(sent(create.request), 'rights');
        const found = listIn(rights.response.body, 'rights');
        return found.some((right) => holds(expected, right).length === 0)
          ? []
          : [finding('/rights', JSON.stringify(expected), 'not there')];
      },
    }),
    life.expects({
      name: 'rejects-unknown-provider',
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement: 'A new user of an unknown identity provider is rejected.',
      cause: 'The provider is stored without a lookup.',
      fix: 'Look up the provider first; respond with 400 or 404 if it is unknown.',
      given: ['create'],
      judge: ({ elsewhere }) => expectsRejection(elsewhere.response.status, '400 or 404'),
    }),
    ...rejected(life, clause, ['create'], { 'long-id': ['tooLong'] }),
  ];
}

/** This member of a user is in the responses as it was sent. */
function asSent(name: string, request: CompleteExchange, ...shown: readonly CompleteExchange[]) {
  const expected = within(sent(request.request), 'user', name);
  return all(
    ...shown.map(({ response }) =>
      difference(expected, within(response.body, 'user', name), `/user/${name}`),
    ),
  );
}

function primaryPartyOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('user-update');
  const life = sequence(operation, {
    name: 'primary-party',
    sends: 'a change of the primary party of a scratch user, and one with an empty mask',
    effect: 'reversible',
    needs: 'listedParties',
    steps: ({ listedParties: [primaryParty = ''] }, tag) => {
      const id = `assay-p${tag}`;
      const { create, get, remove } = scratchUser(ledger, id);
      const change = (...paths: readonly string[]) =>
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
      name: 'changes-primary-party',
      clause: 'users-are-updated',
      statement: 'The primary party of a user can be changed.',
      cause: 'The path primary_party is not among the modifiable ones, or its value is not stored.',
      fix: 'Accept every path that the document calls modifiable.',
      given: ['create'],
      judge: ({ change, get }) =>
        accepted(change)
          ? asSent('primaryParty', change, change, ...(accepted(get) ? [get] : []))
          : expects200(change.response.status),
    }),
    ...rejected(life, 'users-are-updated', ['create'], { 'empty-mask': ['nothing'] }),
  ];
}

/** What the removal of a user takes away besides the user. */
export function userRemoval({ removal }: Resource): readonly Requirement[] {
  if (removal === undefined) return [];
  const { clause, scenario } = removal;
  return [
    ...rejected(scenario, clause, ['create', 'delete'], {
      'rights-after-removal': ['rights', 'USER_NOT_FOUND'],
    }),
    scenario.expects({
      name: 'frees-id',
      level: 'SHOULD',
      clause,
      statement: 'After a removal, a new user of the same id can be created and removed.',
      cause: 'The user is marked as removed and keeps its id.',
      fix: 'Free the id when the user is removed.',
      judge: [
        ({ before, create }) => takenStill(before, create),
        ({ delete: removed, again, anew, remove }) => {
          if (!accepted(removed)) return undefined;
          return accepted(anew) ? expects200(remove.response.status) : takenStill(again, anew);
        },
      ],
    }),
    scenario.expects({
      name: 'removes-rights',
      clause,
      statement: 'A new user has none of the rights of a removed user of the same id.',
      cause: 'The rights stay in the store under the id.',
      fix: 'Remove the rights in the same transaction as the user.',
      given: ['create', 'delete', 'anew', 'rightsAnew'],
      judge: ({ rightsAnew }) => {
        const { length } = listIn(rightsAnew.response.body, 'rights');
        return length === 0 ? [] : [finding('/rights', 'none', `${length}`)];
      },
    }),
  ];
}

/** An id that the removal does not find cannot be taken. */
function takenStill(removal: CompleteExchange, creation: CompleteExchange) {
  if (removal.response.status !== 404) return undefined;
  const { status } = creation.response;
  if (status !== 409) return expects200(status);
  return [finding('status', '200, since there is no such user', '409')];
}

function movesOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('user-identity-provider');
  const clause = 'users-move-between-identity-providers';
  const move = (id: string, source: string, target: string, userId = id) =>
    call(operation, {
      path: { 'user-id': id },
      json: { userId, sourceIdentityProviderId: source, targetIdentityProviderId: target },
    });
  const life = sequence(operation, {
    name: 'scratch-user',
    sends: 'the move of a scratch user to a scratch identity provider and back, and wrong moves',
    effect: 'reversible',
    steps: (_, tag) => {
      const id = `assay-${tag}`;
      const user = scratchUser(ledger, id);
      const provider = scratchProvider(ledger, `${id}-idp`);
      const back = move(id, `${id}-idp`, '');
      const query = { 'identity-provider-id': `${id}-idp` };
      return {
        clear: user.remove,
        clearProvider: provider.remove,
        provider: provider.create,
        create: user.create,
        unknown: move(id, '', ABSENT.identityProvider),
        unknownUser: move(ABSENT.user, '', `${id}-idp`),
        move: { ...move(id, '', `${id}-idp`), undo: back },
        there: retryUntilShown(
          call(ledger.operation('user'), { path: { 'user-id': id }, query }),
          (body) => providerOf(body) === `${id}-idp`,
        ),
        // After the move this lookup may be denied: the user has another identity provider.
        left: user.get,
        back,
        here: retryUntilShown(user.get, (body) => providerOf(body) === ''),
        // Last, since a server that accepts it moves the user.
        otherId: { ...move(id, '', `${id}-idp`, `${id}-other`), undo: back },
        remove: user.remove,
        removeProvider: provider.remove,
      };
    },
  });
  const astray = sequence(operation, {
    name: 'other-source',
    sends: 'the move of a scratch user from an unknown identity provider to where it is',
    effect: 'reversible',
    // A request about a user of another provider may be denied.
    aboutCredentials: true,
    steps: (_, tag) => {
      const id = `assay-s${tag}`;
      const { create, remove } = scratchUser(ledger, id);
      return { clear: remove, create, move: move(id, ABSENT.identityProvider, ''), remove };
    },
  });
  const target = ({ response }: CompleteExchange): unknown =>
    within(response.body, 'identityProviderConfig', 'identityProviderId');
  const belongsTo = (expected: unknown, { response }: CompleteExchange) =>
    difference(expected, providerOf(response.body), '/user/identityProviderId');
  return [
    life.expects({
      name: 'accepted',
      clause,
      statement: 'A move to a known identity provider, and the move back, are accepted.',
      cause: 'Source and target are swapped, or the empty id does not mean the default provider.',
      fix: 'Treat the empty id as the default identity provider on both sides.',
      given: ['provider', 'create'],
      judge: [
        (at) => expects200(at.move.response.status),
        (at) => expects200(at.back.response.status),
      ],
    }),
    life.expects({
      name: 'moves-to-target',
      clause,
      statement: 'After a move the user belongs to the target identity provider.',
      cause: 'The move is not stored, or a cache shows the old provider.',
      fix: 'Store the new provider, and renew the cache before the response.',
      given: ['provider', 'create', 'move'],
      judge: [
        ({ provider, there }) =>
          accepted(there) ? belongsTo(target(provider), there) : expects200(there.response.status),
        ({ provider, left }) => (accepted(left) ? belongsTo(target(provider), left) : undefined),
        ({ back, here }) => (accepted(back) && accepted(here) ? belongsTo('', here) : undefined),
      ],
    }),
    life.expects({
      name: 'move-keeps-other-members',
      clause,
      statement: 'A move changes the identity provider of a user and no other member.',
      cause: 'The user is created anew at the target, with defaults for all other members.',
      fix: 'Change the provider alone.',
      given: ['create', 'move', 'there'],
      judge: ({ create, there }) => {
        const [before, after] = [create, there].map(({ response: { body } }) => ({
          ...Object(within(body, 'user')),
          identityProviderId: undefined,
          metadata: { annotations: within(body, 'user', 'metadata', 'annotations') },
        }));
        return holds(before, after, '/user');
      },
    }),
    ...rejected(life, clause, ['provider'], { 'unknown-resource': ['unknownUser'] }),
    ...rejected(life, clause, ['create'], {
      'unknown-provider': ['unknown', 'IDP_CONFIG_NOT_FOUND'],
      'other-id': ['otherId', 'INVALID_ARGUMENT'],
    }),
    astray.expects({
      name: 'rejects-other-source',
      level: 'SHOULD',
      clause,
      statement: 'A move from another identity provider than that of the user is rejected.',
      cause: 'The source is not read, so that a user who has moved meanwhile moves again.',
      fix: 'Compare the source with the provider of the user; respond with 404 if they differ.',
      given: ['create'],
      judge: (at) => expectsRejection(at.move.response.status, '400, 403 or 404'),
    }),
  ];
}

const providerOf = (body: unknown): unknown => within(body, 'user', 'identityProviderId') ?? '';
