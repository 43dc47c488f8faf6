/** What a user may know of itself, and that it is known at its own identity provider only. */
import {
  call,
  type Fixtures,
  type Operation,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { expectsRejection } from '../../answers.ts';
import type { Area } from '../area.ts';
import { admitted } from '../credentials/authorization.ts';
import { expectsError } from '../laws/errors.ts';
import { difference } from '../requests/alike.ts';
import { across, ownProbe, row } from '../requests/asking.ts';
import { ABSENT } from '../requests/formats.ts';
import { each, unguarded, withoutToken } from '../requests/probes.ts';
import { requestsOf } from '../requests/requests.ts';
import { sequence, textIn } from '../requests/sequences.ts';

const CLAUSE = 'users-may-know-themselves';

export const ownUser: Area = (ledger) => {
  const own = ledger.operation('authenticated-user');
  const user = ledger.operation('user');
  return [
    sameAsById(own, user),
    withoutUser(own),
    atAnotherProvider(user, ({ users: [id = ABSENT.user] }) => ({ 'user-id': id })),
    atAnotherProvider(own, () => ({})),
    knownByToken(own, ledger.operation('ledger-end')),
    shownToItself(user),
    shownToItself(ledger.operation('user-rights')),
  ];
};

function sameAsById(own: Operation, user: Operation): Requirement {
  const both = sequence(own, {
    name: 'own-user-by-id',
    sends: 'the lookup of the current user, and of the same user by id',
    notApplicableWhen: unguarded,
    steps: () => ({
      self: call(own),
      byId: ({ self }) => {
        const id = textIn(self, 'user', 'id');
        return id === undefined ? undefined : call(user, { path: { 'user-id': id } });
      },
    }),
  });
  return both.expects({
    name: 'equals-user-by-id',
    clause: 'authenticated-user-is-returned',
    statement: 'The current user has the data of the same user by id.',
    cause: 'The user is made of the token and not read from the store.',
    fix: 'Take the id from the token, and read the user by it.',
    given: ['self', 'byId'],
    judge: ({ self, byId }) => difference(byId.response.body, self.response.body),
  });
}

function withoutUser(own: Operation): Requirement {
  return requirement({
    id: `ledger/${own.name}/rejects-request-without-user`,
    level: 'SHOULD',
    clause: 'nobody-is-no-user',
    statement: 'Without authentication there is no current user: 400 INVALID_TOKEN.',
    cause: 'Some user is the default, such as the administrator.',
    fix: 'Respond with 400 INVALID_TOKEN, so that clients see that no token is required.',
    probes: [
      {
        operation: own,
        id: `${own.name}/without-user`,
        sends: 'the lookup of the current user, without authentication',
        wrong: 'identifier',
        aboutCredentials: true,
        weight: 0,
        notApplicableWhen: ({ caller }) =>
          caller.some(({ mode }) => mode !== 'open') ? 'the ledger requires a token' : undefined,
        caseGroups: () => each([call(own)], 'open'),
      },
    ],
    check: (exchange) => expectsError(exchange, 400, 'INVALID_TOKEN'),
  });
}

function atAnotherProvider(
  operation: Operation,
  path: (fixtures: Fixtures) => Readonly<Record<string, string>>,
): Requirement {
  const { needs, notApplicableWhen } = requestsOf(operation) ?? {};
  const both = sequence(operation, {
    name: 'other-provider',
    sends: 'a user, and the same user at an unknown identity provider',
    // A request about another provider than the own one may be denied.
    aboutCredentials: true,
    ...(needs === undefined ? {} : { needs }),
    ...(notApplicableWhen === undefined ? {} : { notApplicableWhen }),
    steps: (fixtures) => ({
      here: call(operation, { path: path(fixtures) }),
      elsewhere: call(operation, {
        path: path(fixtures),
        query: { 'identity-provider-id': ABSENT.identityProvider },
      }),
    }),
  });
  return both.expects({
    name: 'rejects-other-provider',
    level: 'SHOULD',
    clause: 'users-belong-to-a-provider',
    statement: 'The lookup of a user at another identity provider than its own is rejected.',
    cause: 'The parameter identity-provider-id is not read.',
    fix: 'Look up the user by both ids; respond with 403 or 404.',
    given: ['here'],
    judge: (at) => expectsRejection(at.elsewhere.response.status, '403 or 404'),
  });
}

/** A token that a guarded ledger accepts for one operation belongs to a user, who can be shown. */
function knownByToken(operation: Operation, end: Operation): Requirement {
  return requirement({
    id: `ledger/${operation.name}/allows-every-user`,
    level: 'MUST',
    clause: CLAUSE,
    statement: 'A token that another operation accepts shows its own user.',
    cause: 'The lookup of the current user requires the right of an administrator.',
    fix: 'Allow every authenticated user.',
    probes: [
      across(operation, 'own', {
        sends: 'the ledger end with the token and without it, and then the current user',
        checksCredentials: true,
        caseGroups: () => [row('own', call(end), withoutToken(call(end)), call(operation))],
      }),
    ],
    relation: ([known, anonymous, own]) => {
      if (known?.response.status !== 200 || anonymous?.response.status === 200) return undefined;
      return own && admitted(own.response.status);
    },
  });
}

function shownToItself(operation: Operation): Requirement {
  return requirement({
    id: `ledger/${operation.name}/allows-own-user`,
    level: 'MUST',
    clause: CLAUSE,
    statement: 'A user may read itself and its rights, whatever its rights are.',
    cause: 'The lookup requires the right of an administrator.',
    fix: 'Allow a user whose id is the one in the path.',
    probes: [
      ownProbe(operation, 'own', {
        sends: 'the lookup of the user of the token',
        needs: [],
        aboutCredentials: true,
        notApplicableWhen: ({ caller: [caller] }) =>
          caller === undefined || caller.userId !== undefined
            ? undefined
            : 'the run has no token of a known user',
        caseGroups: ({ caller: [caller] }) => [
          row('own', call(operation, { path: { 'user-id': caller?.userId ?? 'assay' } })),
        ],
      }),
    ],
    check: ({ response: { status } }) => admitted(status),
  });
}
