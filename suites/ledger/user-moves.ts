/** A scratch user that moves to a scratch identity provider and back. */
import { type CompleteExchange, call } from '../../src/index.ts';
import { expects200, expectsRejection } from '../answers.ts';
import { difference } from './alike.ts';
import type { Area } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { scratchProvider } from './identity-provider-life.ts';
import { retryUntilShown } from './patience.ts';
import { accepted, changes, sequence, textIn, within } from './sequences.ts';
import { sameUser, scratchUser } from './user-life.ts';

const AT = '/user/identityProviderId';

export const userMoves: Area = (ledger) => {
  const operation = ledger.operation('user-identity-provider');
  const clause = 'users-move-between-identity-providers';
  const life = sequence(operation, {
    name: 'scratch-user',
    sends: 'the move of a scratch user to a scratch identity provider and back, and wrong moves',
    effect: 'reversible',
    steps: (_, tag) => {
      const id = `assay-${tag}`;
      const user = scratchUser(ledger, id);
      const provider = scratchProvider(ledger, `${id}-idp`);
      const move = (source: string, target: string, userId = id) =>
        call(operation, {
          path: { 'user-id': id },
          json: { userId, sourceIdentityProviderId: source, targetIdentityProviderId: target },
        });
      const back = move(`${id}-idp`, '');
      return {
        clear: user.remove,
        clearProvider: provider.remove,
        provider: provider.create,
        create: user.create,
        unknown: move('', ABSENT.identityProvider),
        nobody: call(operation, {
          path: { 'user-id': ABSENT.user },
          json: {
            userId: ABSENT.user,
            sourceIdentityProviderId: '',
            targetIdentityProviderId: `${id}-idp`,
          },
        }),
        move: { ...move('', `${id}-idp`), undo: back },
        there: retryUntilShown(
          call(ledger.operation('user'), {
            path: { 'user-id': id },
            query: { 'identity-provider-id': `${id}-idp` },
          }),
          (body) => textIn(body, 'user', 'identityProviderId') === `${id}-idp`,
        ),
        // Who has moved may be denied here, as a user of another identity provider.
        left: user.get,
        back,
        here: retryUntilShown(user.get, (body) => !textIn(body, 'user', 'identityProviderId')),
        // Last, since a node that takes it moves the user.
        otherId: { ...move('', `${id}-idp`, `${id}-other`), undo: back },
        remove: user.remove,
        removeProvider: provider.remove,
      };
    },
  });
  const astray = sequence(operation, {
    name: 'other-source',
    sends: 'the move of a scratch user to where it is, from an identity provider that nobody has',
    effect: 'reversible',
    // Who is at another provider than is told may be denied.
    aboutCredentials: true,
    steps: (_, tag) => {
      const id = `assay-s${tag}`;
      const { create, remove } = scratchUser(ledger, id);
      const json = {
        userId: id,
        sourceIdentityProviderId: ABSENT.identityProvider,
        targetIdentityProviderId: '',
      };
      return {
        clear: remove,
        create,
        move: call(operation, { path: { 'user-id': id }, json }),
        remove,
      };
    },
  });
  const target = ({ response }: CompleteExchange): string | undefined =>
    textIn(response.body, 'identityProviderConfig', 'identityProviderId');
  const providerOf = ({ response }: CompleteExchange): unknown =>
    within(response.body, 'user', 'identityProviderId') ?? '';
  return [
    ...changes(life, {
      clause,
      statement: 'A move to a known identity provider, and the way back, are accepted.',
      cause:
        'Source and target are swapped, or the empty id is not known as the default identity provider.',
      fix: 'Take the empty id as the default one on both sides.',
      good: ['move', 'back'],
      given: ['provider', 'create'],
    }),
    life.expects({
      name: 'belongs-to-the-target',
      clause,
      statement: 'After a move the user is found at the identity provider that was its target.',
      cause: 'The move is answered and not kept, or a cache shows the old provider.',
      fix: 'Write the new provider, and renew the cache before you answer.',
      given: ['provider', 'create', 'move'],
      judge: [
        ({ provider, there }) =>
          accepted(there)
            ? difference(target(provider), providerOf(there), AT)
            : expects200(there.response.status),
        ({ provider, left }) =>
          accepted(left) ? difference(target(provider), providerOf(left), AT) : undefined,
        ({ back, here }) =>
          accepted(back) && accepted(here) ? difference('', providerOf(here), AT) : undefined,
      ],
    }),
    life.expects({
      name: 'keeps-the-rest',
      clause,
      statement: 'A move changes the identity provider of a user, and nothing else of it.',
      cause:
        'The user is made anew at the target, with defaults for all that the move does not name.',
      fix: 'Change the provider alone.',
      given: ['create', 'move', 'there'],
      judge: ({ create, there }) => {
        const user = within(create.response.body, 'user');
        const owed = { ...Object(user), identityProviderId: undefined };
        const moved = {
          ...Object(within(there.response.body, 'user')),
          identityProviderId: undefined,
        };
        return sameUser(owed, moved);
      },
    }),
    life.expects({
      name: 'unknown-user',
      level: 'SHOULD',
      clause,
      statement: 'A move of a user that nobody created is answered with 404 USER_NOT_FOUND.',
      cause: 'A change of no row counts as a success.',
      fix: 'Look whether there is such a user, and answer 404 USER_NOT_FOUND.',
      given: ['provider'],
      judge: ({ nobody }) => expectsRejection(nobody.response.status, '404'),
    }),
    life.expects({
      name: 'unknown-provider',
      clause,
      statement:
        'A move to an identity provider that nobody created is answered with 404 IDP_CONFIG_NOT_FOUND.',
      cause: 'The target is stored unseen.',
      fix: 'Look it up first, and answer 404 IDP_CONFIG_NOT_FOUND.',
      given: ['create'],
      judge: ({ unknown }) => expectsError(unknown, 404, 'IDP_CONFIG_NOT_FOUND'),
    }),
    life.expects({
      name: 'other-id-refused',
      clause,
      statement: 'A body about another user than the path is refused with 400 INVALID_ARGUMENT.',
      cause:
        'One of the two ids wins in silence, so that another user is changed than the path names.',
      fix: 'Compare them first, and answer 400 INVALID_ARGUMENT.',
      given: ['create'],
      judge: ({ otherId }) => expectsError(otherId, 400, 'INVALID_ARGUMENT'),
    }),
    astray.expects({
      name: 'other-source-refused',
      level: 'SHOULD',
      clause,
      statement: 'A move from another identity provider than that of the user is refused.',
      cause:
        'sourceIdentityProviderId is not read, so that a user who has moved meanwhile is moved again.',
      fix: 'Compare it with the provider of the user, and refuse the move where they differ.',
      given: ['create'],
      judge: ({ move }) => expectsRejection(move.response.status, '400, 403 or 404'),
    }),
  ];
};
