/** The access of a user to itself: it exists only at its own identity provider. */
import { call, type Fixtures, type Operation } from '../../../src/kit.ts';
import { difference, elements, string, stringAt } from '../../kit/json.ts';
import { isAccepted, lacking, rejects, shown } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { each, probe } from '../../kit/probes.ts';
import type { Area } from '../area.ts';
import { across, lawsOf, ownProbe, type Subject, scenario } from '../laws/forms.ts';
import { ABSENT, pageOf } from '../requests/formats.ts';
import { withoutToken } from '../requests/probes.ts';
import { unguarded, userOf } from '../requests/request-parts.ts';
import { admitted, expectsError } from '../responses/errors.ts';
import { sameView } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-users', 'users/own-user.ts');

export const ownUser: Area = (ledger) => {
  const own = ledger.operation('authenticated-user');
  const user = ledger.operation('user');
  const rights = ledger.operation('user-rights');
  const end = ledger.operation('ledger-end');
  return [
    ...sameElsewhere(own, user, ledger.operation('users-list')),
    ...lawsOf([NO_USER, knownByToken(end)], { operation: own }),
    ...atAnotherProvider(user, ({ users: [id = ABSENT.user] }) => ({ 'user-id': id })),
    ...atAnotherProvider(own, () => ({})),
    ...lawsOf([SHOWN_TO_ITSELF], { operation: user }, { operation: rights }),
  ];
};

/** The current user is the one that its id leads to, and is listed with the others. */
function sameElsewhere(own: Operation, user: Operation, users: Operation) {
  return scenario(own, {
    name: 'own-user-by-id',
    clause: 'authenticated-user-is-returned',
    sends:
      'the lookup of the current user, the list of users, the same user by id, and the lookup again',
    notApplicableWhen: unguarded,
    steps: (f) => ({
      self: call(own),
      list: call(users, { query: { pageSize: pageOf(f, 'maxUsersPageSize', 1000) } }),
      byId: ({ self }) => {
        const id = stringAt(self, 'user', 'id');
        return id === undefined ? undefined : call(user, { path: { 'user-id': id } });
      },
      again: call(own),
    }),
  }).rules(
    rule('equals-user-by-id', {
      given: ['self', 'byId', 'again'],
      judge: ({ self, byId, again }) => {
        const [before, found, after] = [self, byId, again].map((one) => shown(one, 'user'));
        // It may be edited meanwhile.
        return difference(before, after).length > 0
          ? undefined
          : sameView(self, 'User', found, before, { at: '/user' });
      },
    }),
    rule('is-listed', {
      given: ['self', 'list', 'byId'],
      judge: ({ self, list }) => {
        const user = shown(self, 'user');
        // Users of another identity provider have a list of their own.
        if (string(user, 'identityProviderId') !== '') return 'inapplicable';
        const ids = elements(list.response.body, 'users').map((one) => string(one, 'id'));
        const id = string(user, 'id');
        if (!ids.includes(id) && nextTokenOf(list) !== '') return undefined;
        return ids.includes(id) ? [] : [lacking(id, '/users')];
      },
    }),
  );
}

const NO_USER: Law<Subject> = rule('rejects-request-without-user', {
  on: ({ operation }) =>
    probe(operation, 'without-user', {
      sends: 'the lookup of the current user, without authentication',
      wrong: 'identifier',
      aboutCredentials: true,
      notApplicableWhen: ({ caller: [caller] }) =>
        caller?.mode === 'open' ? undefined : 'the ledger requires a token',
      caseGroups: () => each([call(operation)], 'open'),
    }),
  check: (exchange) => expectsError(exchange, 400, 'INVALID_TOKEN'),
});

function atAnotherProvider(
  operation: Operation,
  path: (fixtures: Fixtures) => Readonly<Record<string, string>>,
) {
  const query = { 'identity-provider-id': ABSENT.identityProvider };
  return scenario(operation, {
    name: 'other-provider',
    clause: 'users-belong-to-a-provider',
    sends: 'a user, and the same user at an unknown identity provider',
    // A request about a provider of other users may be denied.
    aboutCredentials: true,
    asGood: true,
    steps: (fixtures) => ({
      here: call(operation, { path: path(fixtures) }),
      elsewhere: call(operation, { path: path(fixtures), query }),
    }),
  }).rules(
    rule('rejects-other-provider', {
      given: ['here'],
      judge: rejects('elsewhere', [403, 404]),
    }),
  );
}

/** A token that a guarded ledger accepts for one operation belongs to a user, who can be looked up. */
const knownByToken = (end: Operation): Law<Subject> =>
  rule('allows-every-user', {
    on: ({ operation }) =>
      across(operation, 'own', {
        sends: 'the ledger end with the token and without it, and then the current user',
        checksCredentials: true,
        steps: () => [call(end), withoutToken(call(end)), call(operation)],
      }),
    relation: ([known, anonymous, own]) =>
      isAccepted(known) && !isAccepted(anonymous)
        ? own && admitted(own.response.status)
        : undefined,
  });

const SHOWN_TO_ITSELF: Law<Subject> = rule('allows-own-user', {
  on: ({ operation }) =>
    ownProbe(operation, 'own', {
      sends: 'the lookup of the user of the token',
      needs: [],
      aboutCredentials: true,
      notApplicableWhen: ({ caller: [caller] }) =>
        caller === undefined || caller.userId !== undefined
          ? undefined
          : 'the run has no token of a known user',
      steps: (f) => [call(operation, { path: { 'user-id': userOf(f) } })],
    }),
  check: ({ response: { status } }) => admitted(status),
});
