/** The rights of users: granted and revoked as a set. */
import type { Call, CheckResult, CompleteExchange, Fixtures } from '../../../src/kit.ts';
import { call, sent } from '../../../src/kit.ts';
import { difference, elements, holds, stringAt, member as within } from '../../kit/json.ts';
import { accepts, all, isAccepted, lacking, shown, shownList } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { inCase, type Scenario } from '../../kit/scenarios.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { lawsOf, type Subject, scenario } from '../laws/forms.ts';
import { ABSENT } from '../requests/formats.ts';
import { kindOf } from '../requests/members.ts';
import { retryUntilShown } from '../requests/retry.ts';
import { RIGHTS_FOR_ANY, rightsOfUser, rightTo, scratchUser } from '../resources/scratch.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-users', 'users/user-rights.ts');

type StepName =
  | ('clear' | 'create' | 'change' | 'again' | 'more' | 'none' | 'noKind')
  | ('otherId' | 'unknown' | 'list' | 'get' | 'remove');
type At = Readonly<Record<StepName, CompleteExchange>>;

/** A change of the rights of a scratch user: they are granted or revoked. */
interface Kind {
  readonly name: string;
  readonly clause: string;
  readonly sends: string;
  /** The member of the response with the rights that changed. */
  readonly member: string;
  readonly good: readonly StepName[];
  /** The first rights of the user, those of the changes, one of a wrong change, and the final ones. */
  readonly rights: (some: Some) => {
    readonly held: readonly object[];
    readonly changes: Partial<Record<StepName, readonly object[]>>;
    readonly other: object;
    readonly left: readonly object[];
  };
  readonly changed: (at: At) => Partial<Record<StepName, readonly unknown[]>>;
  /** The final rights in the list. */
  readonly left: (at: At) => readonly unknown[];
}

interface RightsChange extends Kind, Subject {
  readonly clause: string;
  readonly life: Scenario<StepName>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'user-rights-grant',
    clause: 'user-rights-are-granted',
    sends: 'rights for a scratch user: two, the same again, others, none, and wrong ones',
    member: 'newlyGrantedRights',
    good: ['change', 'again', 'more', 'none'],
    rights: ({ read, execute, act, readOther, any }) => ({
      held: [],
      changes: {
        // Rights are a set.
        change: [read, execute, read],
        again: [read, execute],
        more: [read, act, ...readOther, ...any],
      },
      other: read,
      left: [read, execute, act, ...readOther, ...any],
    }),
    changed: ({ change, more }) => ({
      change: rightsIn(change).slice(0, 2),
      again: [],
      more: rightsIn(more).slice(1),
      none: [],
    }),
    left: ({ change, more }) => [...rightsIn(change).slice(0, 2), ...rightsIn(more).slice(1)],
  },
  {
    name: 'user-rights-revoke',
    clause: 'user-rights-are-revoked',
    sends: 'the revocation of rights of a scratch user: some, one again, none, and wrong ones',
    member: 'newlyRevokedRights',
    good: ['change', 'again', 'none'],
    // Another right of the same kind stays, and one that the user does not have is revoked too.
    rights: ({ read, execute, act, readOther, executeOther }) => ({
      held: [read, execute, ...readOther, act],
      changes: { change: [read, execute, ...executeOther], again: [read] },
      other: act,
      left: [...readOther, act],
    }),
    changed: ({ create }) => ({ change: rightsIn(create).slice(0, 2), again: [], none: [] }),
    left: ({ create }) => rightsIn(create).slice(2),
  },
];

export const userRights: Area = (ledger) => {
  const subjects = KINDS.map((kind) => ofKind(ledger, kind));
  return [
    ...lawsOf(rightsLaws, ...subjects),
    ...subjects.flatMap(({ life: { rejected } }) => [
      ...rejected(['create'], {
        'right-without-kind': ['noKind', 'INVALID_ARGUMENT'],
        'other-id': ['otherId', 'INVALID_ARGUMENT'],
      }),
      ...rejected([], { 'unknown-resource': ['unknown', 'USER_NOT_FOUND'] }),
    ]),
  ];
};

type Some = ReturnType<typeof someRights>;

/** Rights without consequences: their user is deactivated and soon removed. */
function someRights({ listedParties: [party = ABSENT.party, other], caller }: Fixtures) {
  const administers = caller.some(
    ({ mode, rights = [] }) => mode === 'open' || rights.includes('ParticipantAdmin'),
  );
  return {
    /** Not every administrator may grant these. */
    any: administers ? RIGHTS_FOR_ANY : [],
    read: rightTo('CanReadAs', party),
    execute: rightTo('CanExecuteAs', party),
    act: rightTo('CanActAs', party),
    /** The same for a second party; none if no other party is listed. */
    readOther: other === undefined ? [] : [rightTo('CanReadAs', other)],
    executeOther: other === undefined ? [] : [rightTo('CanExecuteAs', other)],
  };
}

/** Differences of two sets of rights. */
function sameRights(at: string, expected: readonly unknown[], body: unknown) {
  const sorted = (rights: readonly unknown[]): readonly unknown[] =>
    rights.toSorted((a, b) => (nameOfRight(a) < nameOfRight(b) ? -1 : 1));
  return holds(sorted(expected), sorted(elements(body, at)), `/${at}`);
}

/** The body with each right of a member once. */
function eachOnce(at: string, body: unknown): object {
  const rights = elements(body, at).map((right) => [nameOfRight(right), right] as const);
  return { [at]: [...new Map(rights).values()] };
}

/** Two rights of one kind and one party are the same. */
function nameOfRight(right: unknown): string {
  const kind = within(right, 'kind');
  const name = kindOf(kind);
  return `${name} ${stringAt(kind, name, 'value', 'party')}`;
}

/** The lookup of the rights of a user, retried until they are shown. */
export function rightsShown(ledger: Ledger, id: string): Call {
  return retryUntilShown(rightsOfUser(ledger, id), (body) => elements(body, 'rights').length > 0);
}

/** The lookup shows exactly the rights from the creation of the user. */
export function keepsRights(create: CompleteExchange, lookup: CompleteExchange): CheckResult {
  const { status, body } = lookup.response;
  return status === 200 ? sameRights('rights', rightsIn(create), body) : expects200(status);
}

/** The rights of a creation are among those of the lookup. */
export function hasRights(create: CompleteExchange, rights: CompleteExchange): CheckResult {
  if (!isAccepted(rights)) return undefined;
  const held = shownList(rights, 'rights').map(nameOfRight);
  const lost = elements(sent(create.request), 'rights').find(
    (expected) => !held.includes(nameOfRight(expected)),
  );
  return lost === undefined ? [] : [lacking(JSON.stringify(lost), '/rights')];
}

const rightsIn = ({ request }: CompleteExchange): readonly unknown[] =>
  elements(sent(request), 'rights');

function ofKind(ledger: Ledger, kind: Kind): RightsChange {
  const { name, clause, sends, rights } = kind;
  const operation = ledger.operation(name);
  const steps = (fixtures: Fixtures, tag: string): Partial<Record<StepName, Call>> => {
    const id = `assay-${tag}`;
    const { held, changes, other, left } = rights(someRights(fixtures));
    const { create, get, remove } = scratchUser(ledger, id, held, { isDeactivated: true });
    const change = (some: readonly unknown[], userId = id, path = userId): Call =>
      call(operation, { path: { 'user-id': path }, json: { userId, rights: some } });
    const isListed = (body: unknown): boolean => sameRights('rights', left, body).length === 0;
    const good = Object.entries(changes).map(([step, some]) => [step, change(some)]);
    return {
      clear: remove,
      create,
      ...Object.fromEntries(good),
      none: change([]),
      noKind: change([{ kind: { Empty: {} } }]),
      otherId: change([other], `${id}-other`, id),
      unknown: change([other], ABSENT.user),
      list: retryUntilShown(rightsOfUser(ledger, id), isListed),
      get,
      remove,
    };
  };
  const life = scenario<StepName>(operation, {
    name: 'scratch-user',
    clause,
    sends,
    effect: 'reversible',
    steps,
  });
  return { ...kind, operation, life };
}

const inLife = inCase(({ life }: RightsChange) => life);

const rightsLaws: readonly Law<RightsChange>[] = [
  rule('accepted', {
    test: ({ life: { test }, good }) =>
      test({ given: ['create'], judge: good.map((step) => accepts(step)) }),
  }),
  rule('shows-changed-rights', {
    // Rights that are not stored are changed again by the repeated request.
    test: inLife(
      ({ good }) => ['create', ...good],
      (at, { member, changed }) =>
        all(
          ...Object.entries(changed(at)).map(([step, rights]) =>
            // A response may name a right as often as the request.
            sameRights(member, rights, eachOnce(member, at[step as StepName].response.body)),
          ),
        ),
    ),
  }),
  rule('lists-changed-rights', {
    test: inLife(
      ({ good }) => ['create', ...good.filter((step) => step !== 'none'), 'list'],
      (at, { left }) => sameRights('rights', left(at), at.list.response.body),
    ),
  }),
  rule('keeps-resource-version', {
    test: inLife(['create', 'change', 'get'], ({ create, get }) => {
      const at = ['user', 'metadata', 'resourceVersion'];
      return difference(shown(create, ...at), shown(get, ...at), `/${at.join('/')}`);
    }),
  }),
];
