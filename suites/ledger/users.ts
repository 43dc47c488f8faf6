/** Users: how they are listed and found. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
  type Level,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { expects200, expectsRejection } from '../answers.ts';
import { difference } from './alike.ts';
import { refusals } from './asking.ts';
import { type Area, type Ledger, named } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT, isScratch, pageOf } from './formats.ts';
import { type Listing, largestPage, pagingOf } from './paging.ts';
import { each, sharedProbes } from './probes.ts';
import { requestsOf } from './questions.ts';
import { accepted, all, listIn, sequence, textIn, within } from './sequences.ts';

export const users: Area = (ledger) => [
  ...listOf(ledger),
  ...lookUpsOf(ledger),
  ...elsewhere(ledger.operation('user'), 'SHOULD', ({ users: [user = ABSENT.user] }) => ({
    'user-id': user,
  })),
  ...elsewhere(ledger.operation('authenticated-user'), 'MUST'),
];

/** Ids that cannot be an id of a user, since they hold characters that none has. */
const MALFORMED = ['assay*user', 'assay{user}'];

/** 404 USER_NOT_FOUND and 400 INVALID_ARGUMENT for the users that a path cannot name. */
export function unknownUsers(operation: Operation, clause: string): readonly Requirement[] {
  const id = (name: string): string => `ledger/${named(operation, name)}`;
  const probes = sharedProbes(operation);
  if (probes === undefined) return [];
  return [
    requirement({
      id: id('unknown-user'),
      level: 'MUST',
      clause,
      statement: 'A user that nobody created is answered with 404 USER_NOT_FOUND.',
      cause: 'A missing user is answered as an empty one, or as 200 and null.',
      fix: 'Answer 404 USER_NOT_FOUND.',
      probes: [probes.unknown],
      check: (exchange) => expectsError(exchange, 404, 'USER_NOT_FOUND'),
    }),
    requirement({
      id: id('malformed-user'),
      level: 'MUST',
      clause,
      statement: 'An id with characters that no user id has is refused with 400 INVALID_ARGUMENT.',
      cause: 'The id goes to the look-up unread and is not found.',
      fix: 'Check the characters of user ids first, and answer 400 INVALID_ARGUMENT.',
      probes: [
        {
          operation,
          id: named(operation, 'malformed-user'),
          sends: 'user ids with characters that no user id has',
          wrong: 'identifier',
          weight: 0,
          caseGroups: () =>
            each(
              MALFORMED.map((user) => call(operation, { path: { 'user-id': user } })),
              'id',
            ),
        },
      ],
      check: (exchange) => expectsError(exchange, 400, 'INVALID_ARGUMENT'),
    }),
  ];
}

function listOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('users-list');
  const listing: Listing = {
    operation,
    list: 'users',
    key: 'id',
    limit: 'maxUsersPageSize',
    clause: 'users-are-listed',
  };
  const clipped = sequence(operation, {
    name: 'page-size-above-the-limit',
    sends: 'the version, for the largest page of users, and a page larger than that',
    steps: () => ({
      version: call(ledger.operation('version')),
      larger: ({ version }) => {
        const most = largestPage(version, 'userManagement', 'maxUsersPageSize');
        if (most === undefined || most > 1000) return undefined;
        return call(operation, { query: { pageSize: most + 1 } });
      },
    }),
  });
  const found = sequence(operation, {
    name: 'listed-users',
    sends: 'a page of users, and the first and the last of them by id',
    steps: (fixtures) => {
      const look = (user: unknown) => {
        const id = textIn(user, 'id');
        return id === undefined
          ? undefined
          : call(ledger.operation('user'), { path: { 'user-id': id } });
      };
      return {
        list: call(operation, { query: { pageSize: pageOf(fixtures, 'maxUsersPageSize', 20) } }),
        first: ({ list }) => look(lasting(list)[0]),
        last: ({ list }) => look(lasting(list).slice(1).at(-1)),
      };
    },
  });
  const sameAsListed = (owed: unknown, found: CompleteExchange): CheckResult => {
    if (found.response.status === 404)
      return [finding('status', `200 for ${textIn(owed, 'id')}`, '404')];
    return accepted(found) ? difference(owed, within(found.response.body, 'user')) : undefined;
  };
  return [
    ...pagingOf(listing),
    ...refusals(operation, [
      {
        name: 'one-page-size-only',
        level: 'SHOULD',
        clause: 'ledger-requests-have-their-shape',
        statement: 'A parameter that stands for one value is refused when it comes twice.',
        cause:
          'The first or the last value is taken in silence, so that a gateway and the ledger may read different ones.',
        fix: 'Answer 400 with the name of the parameter.',
        sends: 'a page size that comes twice',
        status: 400,
        asks: () => [{ query: { pageSize: [5, 6] } }],
      },
    ]),
    clipped.expects({
      name: 'large-pages-are-clipped',
      clause: 'users-are-listed',
      statement:
        'A page size above the limit that the version tells is accepted, and the page stays within the limit.',
      cause: 'Larger sizes are refused, as is due for parties, or taken as they are.',
      fix: 'For users answer 200 with at most maxUsersPageSize of them.',
      given: ['version'],
      judge: ({ version, larger }) => {
        const most = largestPage(version.response.body, 'userManagement', 'maxUsersPageSize') ?? 0;
        const { length } = listIn(larger.response.body, 'users');
        return length > most
          ? [finding('/users', `${most} at most`, `${length}`)]
          : expects200(larger.response.status);
      },
    }),
    found.expects({
      name: 'found-by-id',
      clause: 'user-is-returned',
      statement: 'A user that is listed is found by its id, with the same data.',
      cause: 'List and look-up have encoders of their own, or the look-up answers from a cache.',
      fix: 'Encode users by one function, from one store.',
      given: ['list'],
      judge: (at) => {
        const listed = lasting(at.list.response.body);
        const first = sameAsListed(listed[0], at.first);
        return listed.length < 2 ? first : all(first, sameAsListed(listed.at(-1), at.last));
      },
    }),
  ];
}

/** The users on a page that no other probe is about to remove. */
function lasting(body: unknown): readonly unknown[] {
  return listIn(body, 'users').filter((user) => !isScratch(textIn(user, 'id')));
}

function lookUpsOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('user');
  const own = ledger.operation('authenticated-user');
  const clause = 'authenticated-user-is-returned';
  const itself = sequence(own, {
    name: 'own-user-by-id',
    sends: 'who asks, and the same user by id',
    notApplicableWhen: ({ caller }) =>
      caller.some(({ mode }) => mode === 'open') ? 'the ledger asks nobody for a token' : undefined,
    steps: () => ({
      self: call(own),
      byId: ({ self }) => {
        const id = textIn(self, 'user', 'id');
        return id === undefined ? undefined : call(operation, { path: { 'user-id': id } });
      },
    }),
  });
  return [
    ...unknownUsers(operation, 'user-is-returned'),
    itself.expects({
      name: 'same-as-by-id',
      clause,
      statement: 'The user who asks gets the data that is found under their id.',
      cause: 'The user is made up from the token and not read from the store.',
      fix: 'Take the id from the token, and read the user by it.',
      given: ['self', 'byId'],
      judge: ({ self, byId }) => difference(byId.response.body, self.response.body),
    }),
    requirement({
      id: 'ledger/authenticated-user/needs-a-user',
      level: 'SHOULD',
      clause: 'nobody-is-no-user',
      statement:
        'Where nobody is asked for a token nobody is the user who asks: 400 INVALID_TOKEN.',
      cause: 'Some user stands in for nobody, such as the administrator.',
      fix: 'Answer 400 INVALID_TOKEN, by which clients see that no token is asked for.',
      probes: [
        {
          operation: own,
          id: 'authenticated-user/nobody',
          sends: 'the question who asks, where nobody is asked for a token',
          wrong: 'identifier',
          aboutCredentials: true,
          weight: 0,
          notApplicableWhen: ({ caller }) =>
            caller.some(({ mode }) => mode !== 'open') ? 'the ledger wants a token' : undefined,
          caseGroups: () => each([call(own)], 'open'),
        },
      ],
      check: (exchange) => expectsError(exchange, 400, 'INVALID_TOKEN'),
    }),
  ];
}

/** A user is asked for at an identity provider that nobody has. */
function elsewhere(
  operation: Operation,
  level: Level,
  path: (fixtures: Fixtures) => Readonly<Record<string, string>> = () => ({}),
): readonly Requirement[] {
  const { needs, notApplicableWhen } = requestsOf(operation) ?? {};
  const asked = sequence(operation, {
    name: 'other-provider',
    sends: 'a user, and the same user at an identity provider that nobody has',
    // Who asks for another provider than their own may be denied.
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
  return [
    asked.expects({
      name: 'not-at-another-provider',
      level,
      clause: 'users-belong-to-a-provider',
      statement:
        'A user is not shown to a question about another identity provider than their own.',
      cause:
        'identity-provider-id is not read, so that an administrator of one provider sees the users of another.',
      fix: 'Look the user up by both ids, and answer 403 or 404.',
      given: ['here'],
      judge: (at) => expectsRejection(at.elsewhere.response.status, '403 or 404'),
    }),
  ];
}
