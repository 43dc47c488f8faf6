/** Faults in the life of users: creation, lookup, change, rights, removal. */
import { altering, together } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import * as edit from '../operators/edits.ts';
import { listAt, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { accept, skip } from '../operators/rejections.ts';
import { misread, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, before, remembering, restore, stale } from '../operators/state.ts';
import { ok, type Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import { type LedgerFault, table } from './table.ts';

const idOf = ({ path }: Call): string => path['user-id'] ?? '';
const createdId = ({ json }: Reply): string => String(valueAt(json, 'user.id'));
/** The kinds of the rights in a request. */
const kindsIn = ({ body }: Call): unknown[] =>
  listAt(body, 'rights').map((right) => valueAt(right, 'kind.case'));

/** Gives a user the rights of now again. */
function rightsBack(call: Call, { users }: Ledger, clear: boolean): () => void {
  const { rights } = users.get(idOf(call));
  const earlier = [...rights];
  return () => {
    if (clear) rights.clear();
    for (const [key, right] of earlier) rights.set(key, right);
  };
}

export const userFaults: readonly LedgerFault[] = table({
  'unknown-user-is-empty | user/{rejects-unknown-resource,unknown-resource-error} | An unknown user gets 200 and an empty object.':
    accept({ codes: ['USER_NOT_FOUND'] }, {}),
  'user-is-another | user/response-matches-request | both | The lookup of a user returns the first user of the list.':
    respond(on.user, 'user.id', (_id, _call, { users }) => users.of('')[0]?.id),
  'last-user-is-another | user/response-matches-request | The lookup of the third user and of later ones returns the first.':
    respond(on.user, 'user.id', (id, _call, { users }) => {
      const [first, second] = users.of('');
      return id === second?.id ? id : first?.id;
    }),
  'later-rights-not-found | user-rights/accepted | The rights of a user in the middle of the list are not found.':
    misread(on.rights, (call, { users }) => {
      const ids = users.of('').map(({ id }) => id);
      return ids.slice(1, -1).includes(idOf(call)) ? { path: { 'user-id': 'no-such-user' } } : {};
    }),
  'rights-of-unknown-user-are-none | user-rights/{rejects-unknown-resource,unknown-resource-error} | An unknown user has an empty list of rights.':
    skip(on.rights, ok({ rights: [] }), (call, { users }) => users.find(idOf(call)) === undefined),
  'created-user-not-readable | users-create/read-as-created | writes | A created user is unknown afterwards.':
    after(on.createUser, (_call, { users }, reply) => {
      users.remove(createdId(reply));
    }),
  'created-user-has-other-members | users-create/read-as-created | writes | The server drops the members of a created user.':
    after(on.createUser, (_call, { users }, reply) =>
      Object.assign(users.get(createdId(reply)), {
        annotations: {},
        primaryParty: '',
        isDeactivated: false,
      }),
    ),
  'user-created-twice | users-create/{rejects-taken-id,taken-id-error} | writes | The server creates a user whose id is taken.':
    before(on.createUser, ({ body }, { users }) => {
      const id = String(valueAt(body, 'user.id'));
      if (users.find(id)) users.remove(id);
    }),
  'deleted-user-stays | user-delete/{rejects-read-after-removal,read-after-removal-error} | writes | A removed user is still found.':
    stale(on.user, 'user-id'),
  'deleted-user-keeps-rights | user-delete/{rejects-rights-after-removal,rights-after-removal-error} | writes | The rights of a removed user are still listed.':
    stale(on.rights, 'user-id'),
  'user-change-not-kept | user-update/read-as-updated | writes | The server does not store a change of a user.':
    restore(on.updateUser, (call, { users }) => {
      const user = users.find(idOf(call));
      const earlier = user && { ...user };
      return () => user && Object.assign(user, earlier);
    }),
  'resource-version-never-changes | user-update/update-changes-resource-version | writes | The resource version of a user never changes.':
    together(
      after(on.updateUser, (call, { users }) => {
        users.get(idOf(call)).resourceVersion = 0;
      }),
      respond(on.updateUser, 'user.metadata.resourceVersion', edit.to('0')),
    ),
  'stale-resource-version-taken | user-update/{rejects-stale-version,stale-version-error} | writes | The server accepts a change from an older version of a user.':
    request(on.updateUser, 'user.metadata.resourceVersion', edit.to('')),
  'granting-changes-the-version | user-rights-grant/keeps-resource-version | writes | Granting rights changes the resource version of the user.':
    after(on.grant, (call, { users }) => {
      users.get(idOf(call)).resourceVersion += 1;
    }),
  'rights-not-granted | user-rights-grant/lists-changed-rights | writes | The server does not store granted rights.':
    restore(on.grant, (call, ledger) => rightsBack(call, ledger, true)),
  'granted-again-is-new | user-rights-grant/shows-changed-rights | writes | Rights that a user already has are reported as newly granted.':
    restore(on.grant, (call, ledger) => {
      const back = rightsBack(call, ledger, false);
      ledger.users.get(idOf(call)).rights.clear();
      return back;
    }),
  'rights-not-revoked | user-rights-revoke/lists-changed-rights | writes | The server does not remove revoked rights.':
    restore(on.revoke, (call, ledger) => rightsBack(call, ledger, false)),
  'rights-revoked-by-kind | user-rights-revoke/lists-changed-rights | writes | With a right the server revokes all others of its kind.':
    after(on.revoke, (call, { users }) => {
      const { rights } = users.get(idOf(call));
      for (const [key, { kind }] of rights) if (kindsIn(call).includes(kind)) rights.delete(key);
    }),
  'rights-granted-by-kind | user-rights-grant/shows-changed-rights | writes | The server does not grant a right of a kind that the user already has.':
    request(on.grant, 'rights', (rights, call, { users }) => {
      const own = [...(users.find(idOf(call))?.rights.values() ?? [])].map(({ kind }) => kind);
      return (rights as { kind: { case: string } }[]).filter(
        (right) => !own.some((kind) => kind === right.kind.case),
      );
    }),
  'user-of-the-path-overlooked | user-update/{rejects-other-id,other-id-error} | writes | The server accepts a change whose body names another user than the path.':
    altering(on.updateUser, ({ authorise }) => ({
      authorise: (call, ledger) => {
        const id = String(valueAt(call.body, 'user.id') ?? '');
        authorise({ ...call, path: { 'user-id': id } }, ledger);
      },
    })),
  'user-list-stale | users-create/listed-as-created | writes | The list of users never changes.':
    remembering((ledger) => {
      const atStart = new Set<unknown>(ledger.users.of('').map(({ id }) => id));
      return respond(
        on.users,
        'users',
        edit.keep(({ id }) => atStart.has(id)),
      );
    }),
  'users-wrapped | users-list/response-is-not-wrapped | The list of users is wrapped in an object.':
    respond(on.users, '', edit.wrap),
  'rights-wrapped | user-rights/response-is-not-wrapped | The rights of a user are wrapped in an object.':
    respond(on.rights, '', edit.wrap),
  'listed-under-another-id | users-list/read-as-listed | The list has the first user under an id that is not found.':
    respond(on.users, 'users.0.id', edit.append('-')),
});
