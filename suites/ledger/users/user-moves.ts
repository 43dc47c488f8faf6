/** Moves of users between identity providers. */
import { type CompleteExchange, call } from '../../../src/kit.ts';
import { difference, member } from '../../kit/json.ts';
import { accepts, isAccepted, rejects, shown, without } from '../../kit/judges.ts';
import { must, should } from '../../kit/law.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { ABSENT } from '../requests/formats.ts';
import { retryUntilShown } from '../requests/retry.ts';
import { CONFIG, readingRight, scratchProvider, scratchUser } from '../resources/scratch.ts';
import { sameView } from '../responses/views.ts';
import { keepsRights, rightsShown } from './user-rights.ts';

const clause = 'users-move-between-identity-providers';

const movesOf =
  ({ operation }: Ledger) =>
  (id: string, source: string, target: string, userId = id) =>
    call(operation('user-identity-provider'), {
      path: { 'user-id': id },
      json: { userId, sourceIdentityProviderId: source, targetIdentityProviderId: target },
    });

/** The move of a user to another provider and back. */
const moves = (ledger: Ledger) => {
  const move = movesOf(ledger);
  return scenario(ledger.operation('user-identity-provider'), {
    name: 'scratch-user',
    clause,
    sends:
      'the move of a scratch user with a right to a scratch identity provider and back, its rights, and wrong moves',
    effect: 'reversible',
    steps: (fixtures, tag) => {
      const id = `assay-${tag}`;
      const there = `${id}-idp`;
      const user = scratchUser(ledger, id, [readingRight(fixtures)]);
      const provider = scratchProvider(ledger, there);
      const back = move(id, there, '');
      const query = { 'identity-provider-id': there };
      return {
        clear: user.remove,
        clearProvider: provider.remove,
        provider: provider.create,
        create: user.create,
        unknown: move(id, '', ABSENT.identityProvider),
        unknownUser: move(ABSENT.user, '', there),
        move: { ...move(id, '', there), undo: back },
        there: retryUntilShown(
          call(ledger.operation('user'), { path: { 'user-id': id }, query }),
          (body) => providerOf(body) === there,
        ),
        // After the move this lookup may be denied, because the user has another identity provider.
        left: user.get,
        back,
        here: retryUntilShown(user.get, (body) => providerOf(body) === ''),
        rights: rightsShown(ledger, id),
        // Last, because a server that accepts it moves the user.
        otherId: { ...move(id, '', there, `${id}-other`), undo: back },
        remove: user.remove,
        removeProvider: provider.remove,
      };
    },
  });
};

/** The move of a user from a provider that it does not belong to. */
const movesFromElsewhere = (ledger: Ledger) => {
  const move = movesOf(ledger);
  return scenario(ledger.operation('user-identity-provider'), {
    name: 'other-source',
    clause,
    sends: 'the move of a scratch user from another identity provider to where it is',
    effect: 'reversible',
    // A request about a user of another provider may be denied.
    aboutCredentials: true,
    steps: ({ identityProviders: [source = ABSENT.identityProvider] }, tag) => {
      const id = `assay-s${tag}`;
      const { create, remove } = scratchUser(ledger, id);
      return { clear: remove, create, move: move(id, source, ''), remove };
    },
  });
};

export const userMoves: Area = (ledger) => {
  const life = moves(ledger);
  const belongsTo = (expected: unknown, { response }: CompleteExchange) =>
    difference(expected, providerOf(response.body), '/user/identityProviderId');
  const belongsToTarget = (provider: CompleteExchange, user: CompleteExchange) =>
    belongsTo(shown(provider, CONFIG, 'identityProviderId'), user);
  return life.rules(
    must('accepted', {
      statement: 'A good request is accepted.',
      cause: 'Source and target are swapped, or the empty id does not mean the default provider.',
      fix: 'Treat the empty id as the default identity provider on both sides.',
      given: ['provider', 'create'],
      judge: [accepts('move'), accepts('back')],
    }),
    must('moves-to-target', {
      statement: 'After a move the user belongs to the target identity provider.',
      cause: 'The move is not stored, or a cache shows the old provider.',
      fix: 'Store the new provider, and renew the cache before the response.',
      given: ['provider', 'create', 'move'],
      judge: [
        ({ provider, there }) =>
          isAccepted(there) ? belongsToTarget(provider, there) : expects200(there.response.status),
        ({ provider, left }) => (isAccepted(left) ? belongsToTarget(provider, left) : undefined),
        ({ back, here }) =>
          isAccepted(back) && isAccepted(here) ? belongsTo('', here) : undefined,
      ],
    }),
    must('move-keeps-other-members', {
      statement: 'A move changes the identity provider of a user and no other member.',
      cause: 'The user is created anew at the target, with defaults for all other members.',
      fix: 'Change the provider alone.',
      given: ['create', 'move', 'there'],
      judge: ({ create, there }) => {
        const [before, after] = [create, there].map((one) =>
          without(shown(one, 'user'), ['metadata', 'resourceVersion']),
        );
        return sameView(there, 'User', before, after, {
          at: '/user',
          except: ['identityProviderId'],
        });
      },
    }),
    should('move-keeps-rights', {
      statement: 'A user that moves to another identity provider and back has its rights.',
      cause: 'The user is created anew at the target, or its rights belong to the provider.',
      fix: 'Change the provider alone.',
      followsFrom: ['users-create/keeps-rights'],
      given: ['provider', 'create', 'move', 'back', 'here'],
      judge: ({ create, rights }) => keepsRights(create, rights),
    }),
    life.rejected(['provider'], { 'unknown-resource': ['unknownUser'] }),
    life.rejected(['create'], {
      'unknown-provider': ['unknown', 'INVALID_ARGUMENT'],
      'other-id': ['otherId', 'INVALID_ARGUMENT'],
    }),
    movesFromElsewhere(ledger).rules(
      should('rejects-other-source', {
        statement: 'A move from another identity provider than that of the user is rejected.',
        cause: 'The source is not read, so that a user who has moved meanwhile moves again.',
        fix: 'Compare the source with the provider of the user; respond with 404 if they differ.',
        followsFrom: ['moves-to-target'],
        given: ['create'],
        judge: rejects('move', [400, 403, 404]),
      }),
    ),
  );
};

const providerOf = (body: unknown): unknown => member(body, 'user', 'identityProviderId') ?? '';
