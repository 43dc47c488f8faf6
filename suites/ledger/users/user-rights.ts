/** The rights of users: granted and revoked as a set. */
import {
  type Call,
  type CompleteExchange,
  call,
  type Finding,
  type Fixtures,
  type Operation,
  type Requirement,
  sent,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { type Law, requirementsOf } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { rejected } from '../laws/rejected-steps.ts';
import { scenario } from '../laws/resources.ts';
import { rightsOfUser, rightTo, scratchUser } from '../laws/scratch.ts';
import { difference, holds, isObject } from '../requests/alike.ts';
import { ABSENT } from '../requests/formats.ts';
import { retryUntilShown } from '../requests/retry.ts';
import { all, listIn, type Sequence, sequence, textIn, within } from '../requests/sequences.ts';

type Step =
  | ('clear' | 'create' | 'change' | 'again' | 'none' | 'noKind')
  | ('otherId' | 'unknown' | 'list' | 'get' | 'remove');

/** A change of the rights of a scratch user: they are granted or revoked. */
interface RightsChange {
  readonly operation: Operation;
  readonly clause: string;
  readonly scenario: Sequence<Step | 'more'>;
  /** The member of the response with the rights that changed. */
  readonly member: string;
  readonly good: readonly (Step | 'more')[];
  /** The rights that each step changes. */
  readonly changed: (at: At) => Partial<Record<Step | 'more', readonly unknown[]>>;
  /** The rights that are listed in the end. */
  readonly left: (at: At) => readonly unknown[];
}

type At = Readonly<Record<Step | 'more', CompleteExchange>>;

export const userRights: Area = (ledger) => {
  const subjects = [grantsOf(ledger), revocationsOf(ledger)];
  return [
    ...requirementsOf(rightsLaws, subjects, ({ operation }) => `ledger/${operation.name}`),
    ...subjects.flatMap(rejectionsOf),
  ];
};

/** Rights that mean little: their user is removed a moment later, and has no token. */
function someRights({ listedParties: [party = ABSENT.party, other] }: Fixtures) {
  return {
    read: rightTo('CanReadAs', party),
    execute: rightTo('CanExecuteAs', party),
    act: rightTo('CanActAs', party),
    /** To read as a second party; none if no other party is listed. */
    readOther: other === undefined ? [] : [rightTo('CanReadAs', other)],
  };
}

const NO_KIND = { kind: { Empty: {} } };

/** Differences of two sets of rights. */
function sameRights(at: string, expected: readonly unknown[], body: unknown): Finding[] {
  const sorted = (rights: readonly unknown[]): readonly unknown[] =>
    rights.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return holds(sorted(expected), sorted(listIn(body, at)), `/${at}`);
}

/** Two rights of one kind and one party are the same. */
function nameOf(right: unknown): string {
  const kind = within(right, 'kind');
  const [name = ''] = isObject(kind) ? Object.keys(kind) : [];
  return `${name} ${textIn(kind, name, 'value', 'party')}`;
}

const rightsIn = ({ request }: CompleteExchange): readonly unknown[] =>
  listIn(sent(request), 'rights');

/** The requests about the rights of a scratch user. */
function requestsOf(
  ledger: Ledger,
  operation: Operation,
  id: string,
  held: readonly object[] = [],
) {
  const { create, get, remove } = scratchUser(ledger, id, held);
  const change = (rights: readonly unknown[], userId = id, path = userId): Call =>
    call(operation, { path: { 'user-id': path }, json: { userId, rights } });
  const untilListed = (expected: readonly object[]): Call =>
    retryUntilShown(
      rightsOfUser(ledger, id),
      (body) => sameRights('rights', expected, body).length === 0,
    );
  return { create, get, remove, change, untilListed };
}

function grantsOf(ledger: Ledger): RightsChange {
  const operation = ledger.operation('user-rights-grant');
  const grants = sequence(operation, {
    name: 'scratch-user',
    sends: 'rights for a scratch user: two, the same again, others, none, and wrong ones',
    effect: 'reversible',
    steps: (fixtures, tag) => {
      const id = `assay-${tag}`;
      const { read, execute, act, readOther } = someRights(fixtures);
      const { create, get, remove, change, untilListed } = requestsOf(ledger, operation, id);
      return {
        clear: remove,
        create,
        change: change([read, execute]),
        again: change([read, execute]),
        more: change([read, act, ...readOther]),
        none: change([]),
        noKind: change([NO_KIND]),
        otherId: change([read], `${id}-other`, id),
        unknown: change([read], ABSENT.user),
        list: untilListed([read, execute, act, ...readOther]),
        get,
        remove,
      };
    },
  });
  return {
    operation,
    clause: 'user-rights-are-granted',
    scenario: grants,
    member: 'newlyGrantedRights',
    good: ['change', 'again', 'more', 'none'],
    changed: ({ change, more }) => ({
      change: rightsIn(change),
      again: [],
      more: rightsIn(more).slice(1),
      none: [],
    }),
    left: ({ change, more }) => [...rightsIn(change), ...rightsIn(more).slice(1)],
  };
}

function revocationsOf(ledger: Ledger): RightsChange {
  const operation = ledger.operation('user-rights-revoke');
  const revocations = scenario<Step | 'more'>(operation, {
    name: 'scratch-user',
    sends: 'the revocation of rights of a scratch user: one, the same again, none, and wrong ones',
    effect: 'reversible',
    steps: (fixtures, tag) => {
      const id = `assay-${tag}`;
      const { read, execute, act, readOther } = someRights(fixtures);
      const held = [read, execute, ...readOther];
      const { create, get, remove, change, untilListed } = requestsOf(ledger, operation, id, held);
      return {
        clear: remove,
        create,
        change: change([read, act]),
        again: change([read]),
        none: change([]),
        noKind: change([NO_KIND]),
        otherId: change([execute], `${id}-other`, id),
        unknown: change([read], ABSENT.user),
        list: untilListed([execute, ...readOther]),
        get,
        remove,
      };
    },
  });
  return {
    operation,
    clause: 'user-rights-are-revoked',
    scenario: revocations,
    member: 'newlyRevokedRights',
    good: ['change', 'again', 'none'],
    changed: ({ create }) => ({ change: rightsIn(create).slice(0, 1), again: [], none: [] }),
    left: ({ create }) => rightsIn(create).slice(1),
  };
}

const rightsLaws: readonly Law<RightsChange>[] = [
  {
    name: 'accepted',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'A good change of rights is accepted, also if it changes nothing.',
    cause: 'Rights that the user has (or has not) are a conflict, or an empty list is rejected.',
    fix: 'Change what differs, and respond with 200 in each case.',
    test: ({ scenario, good }) =>
      scenario.test({
        given: ['create'],
        judge: good.map((step) => (at) => expects200(at[step].response.status)),
      }),
  },
  {
    name: 'shows-changed-rights',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'The response names the rights that the request changed, and no others.',
    cause: 'All rights of the request, or all of the user, are named.',
    fix: 'Respond with the difference that this request made.',
    test: ({ scenario, member, good, changed }) =>
      scenario.test({
        given: ['create', ...good],
        judge: (at) =>
          all(
            ...Object.entries(changed(at)).map(([step, rights]) =>
              sameRights(member, rights, at[step as Step].response.body),
            ),
          ),
      }),
  },
  {
    name: 'lists-changed-rights',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'After a change, the list holds the rights that the user has, and no others.',
    cause: 'The list comes from a cache, or rights are compared by kind only.',
    fix: 'Compare kind and party, and renew the cache before the response.',
    test: ({ scenario, good, left }) =>
      scenario.test({
        given: ['create', ...good.filter((step) => step !== 'none'), 'list'],
        judge: (at) => sameRights('rights', left(at), at.list.response.body),
      }),
  },
  {
    name: 'keeps-resource-version',
    level: 'MUST',
    clause: 'granting-keeps-the-resource-version',
    statement: 'The user has the same resource version after its rights changed.',
    cause: 'Rights are stored as a part of the user, and their change counts as an update of it.',
    fix: 'Keep the resource version when rights change.',
    test: ({ scenario }) =>
      scenario.test({
        given: ['create', 'change', 'get'],
        judge: ({ create, get }) => {
          const at = ['user', 'metadata', 'resourceVersion'];
          const [before, after] = [create, get].map((e) => within(e.response.body, ...at));
          return difference(before, after, `/${at.join('/')}`);
        },
      }),
  },
];

function rejectionsOf({ scenario: rights, clause }: RightsChange): Requirement[] {
  return [
    ...rejected(rights, clause, ['create'], {
      'right-without-kind': ['noKind', 'INVALID_ARGUMENT'],
      'other-id': ['otherId', 'INVALID_ARGUMENT'],
    }),
    ...rejected(rights, clause, [], { 'unknown-resource': ['unknown', 'USER_NOT_FOUND'] }),
  ];
}
