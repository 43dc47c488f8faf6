/** The life of a scratch user: created, and removed with all its rights. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  finding,
  type Requirement,
  sent,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { difference, holds } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { lists, retryUntilAsIn, retryUntilGone, retryUntilShown } from './patience.ts';
import { accepted, all, changes, listIn, sequence, textIn, within } from './sequences.ts';

export const userLife: Area = (ledger) => [...creationOf(ledger), ...deletionOf(ledger)];

/** The member that an update changes, as a mask names it. The document wants both members of a mask. */
export function mask(...paths: readonly string[]): object {
  return { paths, unknownFields: { fields: {} } };
}

/** A new user of whom nobody has heard, and who may do nothing. */
function newUser(id: string): object {
  const metadata = { resourceVersion: '', annotations: { assay: 'made' } };
  return { id, primaryParty: '', isDeactivated: false, metadata, identityProviderId: '' };
}

/** The requests that make, find and remove a scratch user. Making it names its removal. */
export function scratchUser(
  ledger: Ledger,
  id: string,
  rights: readonly object[] = [],
): { readonly create: Call; readonly get: Call; readonly remove: Call } {
  const path = { 'user-id': id };
  const remove = call(ledger.operation('user-delete'), { path });
  const made = call(ledger.operation('users-create'), { json: { user: newUser(id), rights } });
  return {
    create: { ...made, undo: remove },
    get: call(ledger.operation('user'), { path }),
    remove,
  };
}

function creationOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('users-create');
  const clause = 'users-are-created';
  const life = sequence(operation, {
    name: 'scratch-user',
    sends: 'a scratch user: created, found, listed, created once more, and removed',
    effect: 'reversible',
    steps: (_, tag) => {
      const id = `assay-${tag}`;
      const { create, get, remove } = scratchUser(ledger, id);
      const { undo: _undo, ...again } = create;
      const list = call(ledger.operation('users-list'), { query: { pageSize: 1000 } });
      // A run that was killed may have left the user behind.
      return {
        clear: remove,
        create,
        get: ({ create: made }) => retryUntilAsIn(made, 'user', get),
        list: ({ create: made }) =>
          within(made, 'user') === undefined
            ? list
            : retryUntilShown(list, (body) => isCut(body) || lists(body, 'users', 'id', id)),
        again,
        remove,
      };
    },
  });
  return [
    ...changes(life, {
      clause,
      statement: 'A good new user is accepted.',
      cause:
        'Members that the document calls optional are insisted on, or fewer characters are allowed in ids than the document names.',
      fix: 'Take both as documented.',
      good: ['create'],
    }),
    life.expects({
      name: 'answered-as-sent',
      clause,
      statement: 'The answer shows the user as it was sent, with a resource version.',
      cause: 'Some members are not stored and come back as defaults, or the version is left out.',
      fix: 'Store what was sent, and answer with what was stored.',
      given: ['create'],
      judge: ({ create }) => {
        const owed = within(sent(create.request), 'user');
        const version = textIn(create.response.body, 'user', 'metadata', 'resourceVersion');
        return all(
          sameUser(owed, within(create.response.body, 'user')),
          version
            ? []
            : [finding('/user/metadata/resourceVersion', 'a version', describe(version))],
        );
      },
    }),
    life.expects({
      name: 'found-afterwards',
      clause,
      statement: 'A new user is found by its id as the creation showed it.',
      cause: 'The look-up reads a cache from before, or leaves members out.',
      fix: 'Renew the cache before you answer, and encode users by one function.',
      given: ['create'],
      judge: ({ create, get }) =>
        all(expects200(get.response.status), difference(create.response.body, get.response.body)),
    }),
    life.expects({
      name: 'listed-afterwards',
      clause: 'users-are-listed',
      statement: 'A new user is in the list of users.',
      cause: 'The list comes from a cache, or leaves out users that have no rights.',
      fix: 'List every user that the caller may see, from where the creation wrote.',
      given: ['create', 'list'],
      judge: ({ create, list }) => {
        const id = textIn(create.response.body, 'user', 'id') ?? '';
        if (isCut(list.response.body)) return undefined;
        const there = lists(list.response.body, 'users', 'id', id);
        return there ? [] : [finding('/users', `${id} among them`, 'not there')];
      },
    }),
    life.expects({
      name: 'same-id-refused',
      clause,
      statement: 'A second user of the same id is refused with 409 USER_ALREADY_EXISTS.',
      cause: 'The second creation overwrites the first, or is answered as if it were new.',
      fix: 'Insert only where there is no such id, and answer 409 USER_ALREADY_EXISTS.',
      given: ['create'],
      judge: ({ again }) => expectsError(again, 409, 'USER_ALREADY_EXISTS'),
    }),
  ];
}

/** True where more pages follow. */
function isCut(page: unknown): boolean {
  return Boolean(textIn(page, 'nextPageToken'));
}

/** The same user but for its resource version, which every change makes anew. */
export function sameUser(owed: unknown, user: unknown): CheckResult {
  const bare = (one: unknown): object => ({
    ...(one as object),
    // The older version tells nothing of it, and a new user has it only where it was asked for.
    primaryPartyAuthentication: undefined,
    metadata: { annotations: within(one, 'metadata', 'annotations') },
  });
  return holds(bare(owed), bare(user), '/user');
}

/** What is not found when it is to be removed cannot be there already when it is created. */
function takenStill(removal: CompleteExchange, creation: CompleteExchange): CheckResult {
  if (removal.response.status !== 404) return undefined;
  const { status } = creation.response;
  if (status !== 409) return expects200(status);
  return [finding('status', '200, since there is no such user', '409')];
}

function deletionOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('user-delete');
  const clause = 'users-are-deleted-with-their-rights';
  const life = sequence(operation, {
    name: 'scratch-user',
    sends: 'a scratch user with a right: removed, looked for, removed again, and created anew',
    effect: 'reversible',
    steps: ({ listedParties: [party = ABSENT.party] }, tag) => {
      const id = `assay-${tag}`;
      const right = { kind: { CanReadAs: { value: { party } } } };
      const { create, get, remove } = scratchUser(ledger, id, [right]);
      const rights = call(ledger.operation('user-rights'), { path: { 'user-id': id } });
      return {
        clear: remove,
        create,
        // Whoever remembers the user from here must forget them at the removal.
        found: get,
        rightsFound: rights,
        delete: remove,
        get: retryUntilGone(get),
        rights: retryUntilGone(rights),
        again: remove,
        anew: scratchUser(ledger, id).create,
        rightsAnew: rights,
        remove,
      };
    },
  });
  type Asked = 'get' | 'rights' | 'again';
  const gone = (name: Asked, said: string, what: string, when = '') =>
    life.expects({
      name: said,
      clause,
      statement: `After the removal ${what} is answered with 404 USER_NOT_FOUND${when}.`,
      cause:
        'A cache keeps the user, or nothing counts as something: no rights as an empty list, no removed row as a success.',
      fix: 'Look the user up first, and answer 404 USER_NOT_FOUND.',
      given: ['create', 'delete'],
      judge: (at) => expectsError(at[name], 404, 'USER_NOT_FOUND'),
    });
  const soon = ', six seconds later at the latest';
  return [
    life.expects({
      name: 'accepted',
      clause,
      statement: 'The removal of a user is accepted.',
      cause: 'The removal is refused while the user has rights, or wants more than its path.',
      fix: 'Remove the rights together with the user.',
      judge: [
        ({ create, delete: removed }) =>
          accepted(create) ? expects200(removed.response.status) : undefined,
        // A user that could not be removed is still there when the case is sent again.
        ({ clear }) =>
          clear.response.status === 404 ? undefined : expects200(clear.response.status),
      ],
    }),
    life.expects({
      name: 'created-anew',
      level: 'SHOULD',
      clause,
      statement: 'After the removal a new user of the same id can be created, and removed as well.',
      cause: 'The user is marked as removed and keeps its id.',
      fix: 'Take the id away with the user, so that it can be given again.',
      judge: [
        ({ clear, create }) => takenStill(clear, create),
        ({ delete: removed, again, anew, remove }) => {
          if (!accepted(removed)) return undefined;
          return accepted(anew) ? expects200(remove.response.status) : takenStill(again, anew);
        },
      ],
    }),
    gone('get', 'user-is-gone', 'the user', soon),
    gone('rights', 'rights-are-gone', 'the list of the rights', soon),
    gone('again', 'second-removal-refused', 'another removal'),
    life.expects({
      name: 'rights-stay-gone',
      clause,
      statement: 'A new user of the same id has none of the rights of the one that was removed.',
      cause: 'Rights stay in the store under the id, and come back with it.',
      fix: 'Remove them in the same transaction as the user.',
      given: ['create', 'delete', 'anew', 'rightsAnew'],
      judge: ({ rightsAnew }) => {
        const { length } = listIn(rightsAnew.response.body, 'rights');
        return length === 0 ? [] : [finding('/rights', 'none', `${length}`)];
      },
    }),
  ];
}
