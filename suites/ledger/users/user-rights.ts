/** The rights of users: granted and revoked as a set. */
import {
  type Call,
  type CompleteExchange,
  call,
  type Fixtures,
  type Operation,
  sent,
} from '../../../src/index.ts';
import {
  difference,
  elements,
  holds,
  isObject,
  stringAt,
  member as within,
} from '../../kit/json.ts';
import { type Law, must } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { accepts, lawsOf, type Subject, shown } from '../laws/laws.ts';
import { type Scenario, scenario } from '../laws/scenarios.ts';
import { rightsOfUser, rightTo, scratchUser } from '../laws/scratch.ts';
import { ABSENT } from '../requests/formats.ts';
import { retryUntilShown } from '../requests/retry.ts';
import { all } from '../requests/sequences.ts';

type Step =
  | ('clear' | 'create' | 'change' | 'again' | 'more' | 'none' | 'noKind')
  | ('otherId' | 'unknown' | 'list' | 'get' | 'remove');
type At = Readonly<Record<Step, CompleteExchange>>;

/** A change of the rights of a scratch user: they are granted or revoked. */
interface RightsChange extends Subject {
  readonly scenario: Scenario<Step>;
  /** The member of the response with the rights that changed. */
  readonly member: string;
  readonly good: readonly Step[];
  /** The rights that each step changes. */
  readonly changed: (at: At) => Partial<Record<Step, readonly unknown[]>>;
  /** The rights that are listed in the end. */
  readonly left: (at: At) => readonly unknown[];
}

export const userRights: Area = (ledger) => {
  const subjects = [grantsOf(ledger), revocationsOf(ledger)];
  return [
    ...lawsOf(rightsLaws, ...subjects),
    ...subjects.flatMap(({ scenario: { rejected } }) => [
      ...rejected(['create'], {
        'right-without-kind': ['noKind', 'INVALID_ARGUMENT'],
        'other-id': ['otherId', 'INVALID_ARGUMENT'],
      }),
      ...rejected([], { 'unknown-resource': ['unknown', 'USER_NOT_FOUND'] }),
    ]),
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

/** Differences of two sets of rights. */
function sameRights(at: string, expected: readonly unknown[], body: unknown) {
  const sorted = (rights: readonly unknown[]): readonly unknown[] =>
    rights.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return holds(sorted(expected), sorted(elements(body, at)), `/${at}`);
}

/** Two rights of one kind and one party are the same. */
function nameOf(right: unknown): string {
  const kind = within(right, 'kind');
  const [name = ''] = isObject(kind) ? Object.keys(kind) : [];
  return `${name} ${stringAt(kind, name, 'value', 'party')}`;
}

const rightsIn = ({ request }: CompleteExchange): readonly unknown[] =>
  elements(sent(request), 'rights');

/** The steps around the changes of the rights of a scratch user that holds some. */
function around(
  ledger: Ledger,
  operation: Operation,
  tag: string,
  held: readonly object[],
  {
    good,
    other,
    left,
  }: {
    good: (change: (rights: readonly unknown[]) => Call) => Partial<Record<Step, Call>>;
    other: object;
    left: readonly object[];
  },
): Partial<Record<Step, Call>> {
  const id = `assay-${tag}`;
  const { create, get, remove } = scratchUser(ledger, id, held);
  const change = (rights: readonly unknown[], userId = id, path = userId): Call =>
    call(operation, { path: { 'user-id': path }, json: { userId, rights } });
  const isListed = (body: unknown): boolean => sameRights('rights', left, body).length === 0;
  return {
    clear: remove,
    create,
    ...good(change),
    none: change([]),
    noKind: change([{ kind: { Empty: {} } }]),
    otherId: change([other], `${id}-other`, id),
    unknown: change([rightTo('CanReadAs', ABSENT.party)], ABSENT.user),
    list: retryUntilShown(rightsOfUser(ledger, id), isListed),
    get,
    remove,
  };
}

function grantsOf(ledger: Ledger): RightsChange {
  const operation = ledger.operation('user-rights-grant');
  const clause = 'user-rights-are-granted';
  return {
    operation,
    clause,
    scenario: scenario<Step>(operation, {
      name: 'scratch-user',
      clause,
      sends: 'rights for a scratch user: two, the same again, others, none, and wrong ones',
      effect: 'reversible',
      steps: (fixtures, tag) => {
        const { read, execute, act, readOther } = someRights(fixtures);
        return around(ledger, operation, tag, [], {
          good: (change) => ({
            change: change([read, execute]),
            again: change([read, execute]),
            more: change([read, act, ...readOther]),
          }),
          other: read,
          left: [read, execute, act, ...readOther],
        });
      },
    }),
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
  const clause = 'user-rights-are-revoked';
  return {
    operation,
    clause,
    scenario: scenario<Step>(operation, {
      name: 'scratch-user',
      clause,
      sends:
        'the revocation of rights of a scratch user: one, the same again, none, and wrong ones',
      effect: 'reversible',
      steps: (fixtures, tag) => {
        const { read, execute, act, readOther } = someRights(fixtures);
        return around(ledger, operation, tag, [read, execute, ...readOther], {
          good: (change) => ({ change: change([read, act]), again: change([read]) }),
          other: execute,
          left: [execute, ...readOther],
        });
      },
    }),
    member: 'newlyRevokedRights',
    good: ['change', 'again', 'none'],
    changed: ({ create }) => ({ change: rightsIn(create).slice(0, 1), again: [], none: [] }),
    left: ({ create }) => rightsIn(create).slice(1),
  };
}

const rightsLaws: readonly Law<RightsChange>[] = [
  must('accepted', {
    statement: 'A good change of rights is accepted, also if it changes nothing.',
    cause: 'Rights that the user has (or has not) are a conflict, or an empty list is rejected.',
    fix: 'Change what differs, and respond with 200 in each case.',
    test: ({ scenario: { test }, good }) =>
      test({ given: ['create'], judge: good.map((step) => accepts(step)) }),
  }),
  must('shows-changed-rights', {
    statement: 'The response names the rights that the request changed, and no others.',
    cause: 'All rights of the request, or all of the user, are named.',
    fix: 'Respond with the difference that this request made.',
    test: ({ scenario: { test }, member, good, changed }) =>
      test({
        given: ['create', ...good],
        judge: (at) =>
          all(
            ...Object.entries(changed(at)).map(([step, rights]) =>
              sameRights(member, rights, at[step as Step].response.body),
            ),
          ),
      }),
  }),
  must('lists-changed-rights', {
    statement: 'After a change, the list holds the rights that the user has, and no others.',
    cause: 'The list comes from a cache, or rights are compared by kind only.',
    fix: 'Compare kind and party, and renew the cache before the response.',
    test: ({ scenario: { test }, good, left }) =>
      test({
        given: ['create', ...good.filter((step) => step !== 'none'), 'list'],
        judge: (at) => sameRights('rights', left(at), at.list.response.body),
      }),
  }),
  must('keeps-resource-version', 'granting-keeps-the-resource-version', {
    statement: 'The user has the same resource version after its rights changed.',
    cause: 'Rights are stored as a part of the user, and their change counts as an update of it.',
    fix: 'Keep the resource version when rights change.',
    test: ({ scenario: { test } }) =>
      test({
        given: ['create', 'change', 'get'],
        judge: ({ create, get }) => {
          const at = ['user', 'metadata', 'resourceVersion'];
          return difference(shown(create, ...at), shown(get, ...at), `/${at.join('/')}`);
        },
      }),
  }),
];
