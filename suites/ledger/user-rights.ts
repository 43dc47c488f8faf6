/** The rights of users: listed, granted, revoked. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Finding,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { difference, holds, isObject } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { retryUntilShown } from './patience.ts';
import { sharedProbes } from './probes.ts';
import { all, changes, listIn, type Sequence, sequence, textIn, within } from './sequences.ts';
import { scratchUser } from './user-life.ts';
import { unknownUsers } from './users.ts';

export const userRights: Area = (ledger) => [
  ...listOf(ledger.operation('user-rights')),
  ...grantsOf(ledger),
  ...revocationsOf(ledger),
];

interface SomeRights {
  readonly read: object;
  readonly execute: object;
  readonly act: object;
  /** To read as a second party; none where no other party is listed. */
  readonly readOther: readonly object[];
}

/** Rights that mean little: who has them is gone a moment later, and nobody can log in as that user. */
function someRights({ listedParties: [party = ABSENT.party, other] }: Fixtures): SomeRights {
  const right = (kind: string, of: string) => ({ kind: { [kind]: { value: { party: of } } } });
  return {
    read: right('CanReadAs', party),
    execute: right('CanExecuteAs', party),
    act: right('CanActAs', party),
    readOther: other === undefined ? [] : [right('CanReadAs', other)],
  };
}

/** A right of no kind, which says nothing. */
const NO_KIND = { kind: { Empty: {} } };

/** Rights are a set: in which order they come means nothing. */
function sameRights(
  at: string,
  owed: readonly unknown[],
  { response }: CompleteExchange,
): Finding[] {
  return rightsIn(at, owed, response.body);
}

function rightsIn(at: string, owed: readonly unknown[], body: unknown): Finding[] {
  const inOrder = (rights: readonly unknown[]): readonly unknown[] =>
    rights.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return holds(inOrder(owed), inOrder(listIn(body, at)), `/${at}`);
}

/** Two rights are the same if they are of one kind and about one party. */
function nameOf(right: unknown): string {
  const kind = within(right, 'kind');
  const [name = ''] = isObject(kind) ? Object.keys(kind) : [];
  return `${name} ${textIn(kind, name, 'value', 'party')}`;
}

function listOf(operation: Operation): readonly Requirement[] {
  const good = sharedProbes(operation)?.good;
  const clause = 'user-rights-are-listed';
  return [
    ...unknownUsers(operation, clause),
    ...(good === undefined
      ? []
      : [
          requirement({
            id: 'ledger/user-rights/each-once',
            level: 'SHOULD',
            clause,
            statement: 'A list of rights names each right once, and none without a kind.',
            cause:
              'Rights are appended at each grant, or a kind that the encoder does not know comes out as Empty.',
            fix: 'Keep rights as a set, and know every kind of the document.',
            probes: [good],
            check: ({ response }) => {
              if (response.status !== 200) return undefined;
              const rights = listIn(response.body, 'rights').map((one) => JSON.stringify(one));
              const twice = rights.find((right, i) => rights.indexOf(right) !== i);
              const empty = rights.find((right) => right.includes('"Empty"'));
              const odd = twice ?? empty;
              return odd === undefined ? [] : [finding('/rights', 'each right once', odd)];
            },
          }),
        ]),
  ];
}

/** The rights of a user, looked at until they are these. */
function untilRights(ledger: Ledger, id: string, owed: readonly object[]): Call {
  const list = call(ledger.operation('user-rights'), { path: { 'user-id': id } });
  return retryUntilShown(list, (body) => rightsIn('rights', owed, body).length === 0);
}

function grantsOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('user-rights-grant');
  const clause = 'user-rights-are-granted';
  const life = sequence(operation, {
    name: 'scratch-user',
    sends:
      'rights for a scratch user: two, the same again, others beside them, none, and wrong ones',
    effect: 'reversible',
    steps: (fixtures, tag) => {
      const id = `assay-${tag}`;
      const { create, get, remove } = scratchUser(ledger, id);
      const { read, execute, act, readOther } = someRights(fixtures);
      const grant = (rights: readonly unknown[], userId = id, path = userId) =>
        call(operation, { path: { 'user-id': path }, json: { userId, rights } });
      return {
        clear: remove,
        create,
        grant: grant([read, execute]),
        again: grant([read, execute]),
        more: grant([read, act, ...readOther]),
        none: grant([]),
        noKind: grant([NO_KIND]),
        otherId: grant([read], `${id}-other`, id),
        unknown: grant([read], ABSENT.user),
        list: untilRights(ledger, id, [read, execute, act, ...readOther]),
        get,
        remove,
      };
    },
  });
  return [
    ...changes(life, {
      clause,
      statement: 'Good rights are granted, also those that the user has already, and also none.',
      cause:
        'A right that the user has is refused as a conflict, or an empty list as a missing member.',
      fix: 'Grant what is new, and answer 200 in each case.',
      good: ['grant', 'again', 'more', 'none'],
      given: ['create'],
    }),
    life.expects({
      name: 'only-new-rights-answered',
      clause,
      statement: 'The answer names those rights that the user did not have before.',
      cause: 'All rights of the request, or all of the user, are named.',
      fix: 'Answer with the difference that this request made.',
      given: ['create', 'grant', 'again', 'more', 'none'],
      judge: ({ grant, again, more, none }) => {
        const asked = (e: CompleteExchange): readonly unknown[] =>
          listIn(sent(e.request), 'rights');
        const at = 'newlyGrantedRights';
        return all(
          sameRights(at, asked(grant), grant),
          sameRights(at, [], again),
          sameRights(at, asked(more).slice(1), more),
          sameRights(at, [], none),
        );
      },
    }),
    life.expects({
      name: 'listed-afterwards',
      clause,
      statement: 'The list of the rights holds what was granted and nothing else.',
      cause: 'The list comes from a cache, or names rights that follow from others.',
      fix: 'List what was granted, from where it was written.',
      given: ['create', 'grant', 'again', 'more', 'list'],
      judge: ({ grant, more, list }) => {
        const [first, second] = [grant, more].map((e) => listIn(sent(e.request), 'rights'));
        return sameRights('rights', [...(first ?? []), ...(second ?? []).slice(1)], list);
      },
    }),
    life.expects({
      name: 'resource-version-kept',
      clause: 'granting-keeps-the-resource-version',
      statement: 'The user has the same resource version after rights were granted.',
      cause: 'Rights are stored as a part of the user, and each grant counts as a change of it.',
      fix: 'Leave the resource version alone when rights are granted.',
      given: ['create', 'grant', 'get'],
      judge: ({ create, get }) => sameVersion(create, get),
    }),
    ...refusals(life, clause),
  ];
}

type Refused = 'create' | 'noKind' | 'otherId' | 'unknown';

function sameVersion(before: CompleteExchange, after: CompleteExchange): CheckResult {
  const at = ['user', 'metadata', 'resourceVersion'];
  const [owed, got] = [before, after].map((e) => within(e.response.body, ...at));
  return difference(owed, got, `/${at.join('/')}`);
}

/** What granting and revoking refuse alike. */
function refusals({ expects }: Sequence<Refused>, clause: string): readonly Requirement[] {
  return [
    expects({
      name: 'right-without-kind-refused',
      clause,
      statement: 'A right of no kind is refused with 400 INVALID_ARGUMENT.',
      cause: 'A right of no kind is skipped, or stored as it is.',
      fix: 'Answer 400 INVALID_ARGUMENT before anything is granted.',
      given: ['create'],
      judge: ({ noKind }) => expectsError(noKind, 400, 'INVALID_ARGUMENT'),
    }),
    expects({
      name: 'other-id-refused',
      clause,
      statement: 'A body about another user than the path is refused with 400 INVALID_ARGUMENT.',
      cause:
        'One of the two ids wins in silence, so that another user is changed than the path names.',
      fix: 'Compare them first, and answer 400 INVALID_ARGUMENT.',
      given: ['create'],
      judge: ({ otherId }) => expectsError(otherId, 400, 'INVALID_ARGUMENT'),
    }),
    expects({
      name: 'unknown-user',
      clause,
      statement: 'Rights of a user that nobody created are answered with 404 USER_NOT_FOUND.',
      cause: 'Rights are stored under an id without looking for its user.',
      fix: 'Look the user up first, and answer 404 USER_NOT_FOUND.',
      judge: ({ unknown }) => expectsError(unknown, 404, 'USER_NOT_FOUND'),
    }),
  ];
}

function revocationsOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('user-rights-revoke');
  const clause = 'user-rights-are-revoked';
  const life = sequence(operation, {
    name: 'scratch-user',
    sends: 'the revocation of rights of a scratch user: one, the same again, none, and wrong ones',
    effect: 'reversible',
    steps: (fixtures, tag) => {
      const id = `assay-${tag}`;
      const { read, execute, act, readOther } = someRights(fixtures);
      const { create, get, remove } = scratchUser(ledger, id, [read, execute, ...readOther]);
      const revoke = (rights: readonly unknown[], userId = id, path = userId) =>
        call(operation, { path: { 'user-id': path }, json: { userId, rights } });
      return {
        clear: remove,
        create,
        revoke: revoke([read, act]),
        again: revoke([read]),
        none: revoke([]),
        noKind: revoke([NO_KIND]),
        otherId: revoke([execute], `${id}-other`, id),
        unknown: revoke([read], ABSENT.user),
        list: untilRights(ledger, id, [execute, ...readOther]),
        get,
        remove,
      };
    },
  });
  const rightsOf = ({ request }: CompleteExchange): readonly unknown[] =>
    listIn(sent(request), 'rights');
  return [
    ...changes(life, {
      clause,
      statement: 'Rights are revoked, also those that the user has not, and also none.',
      cause: 'A right that the user has not is refused, or an empty list as a missing member.',
      fix: 'Revoke what is there, and answer 200 in each case.',
      good: ['revoke', 'again', 'none'],
      given: ['create'],
    }),
    life.expects({
      name: 'only-lost-rights-answered',
      clause,
      statement: 'The answer names those rights that the user had before and has no longer.',
      cause: 'All rights of the request, or those that are left, are named.',
      fix: 'Answer with the difference that this request made.',
      given: ['create', 'revoke', 'again', 'none'],
      judge: ({ create, revoke, again, none }) => {
        const at = 'newlyRevokedRights';
        return all(
          sameRights(at, rightsOf(create).slice(0, 1), revoke),
          sameRights(at, [], again),
          sameRights(at, [], none),
        );
      },
    }),
    life.expects({
      name: 'not-listed-afterwards',
      clause,
      statement: 'The list of the rights holds those that were not revoked and nothing else.',
      cause:
        'The list comes from a cache, or revoking compares rights loosely and takes similar ones too.',
      fix: 'Compare kind and party, and renew the cache before you answer.',
      given: ['create', 'revoke', 'list'],
      judge: ({ create, list }) => sameRights('rights', rightsOf(create).slice(1), list),
    }),
    life.expects({
      name: 'resource-version-kept',
      level: 'SHOULD',
      clause,
      statement: 'The user has the same resource version after rights were revoked.',
      cause:
        'Rights are stored as a part of the user, and each revocation counts as a change of it.',
      fix: 'Leave the resource version alone when rights are revoked.',
      given: ['create', 'revoke', 'get'],
      judge: ({ create, get }) => sameVersion(create, get),
    }),
    ...refusals(life, clause),
  ];
}
