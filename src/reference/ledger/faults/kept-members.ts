/** Faults in what is stored of users, parties and identity providers, and in what a change leaves behind. */

import { LedgerError } from '../errors.ts';
import { type LedgerFault, remembering, table, together } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, listAt, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { always, respond, type When } from '../operators/respond.ts';
import { after, rejectAfter, restore } from '../operators/state.ts';
import type { Right } from '../rights.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';
import { userJson } from '../users/json.ts';

/** Lists other rows for the parties that the run allocates. */
const listing = (change: (row: Json) => Json | undefined, when: When = always): Change =>
  respond(
    on.parties,
    'partyDetails',
    (rows) =>
      (rows as Json[]).flatMap((row) =>
        String(row['party']).startsWith('assay-') ? (change(row) ?? []) : [row],
      ),
    when,
  );

const idOf = ({ path }: Call): string => path['user-id'] ?? '';
const MASKED = ['is_deactivated', 'metadata.annotations'];

export const keptMemberFaults: readonly LedgerFault[] = table({
  'new-user-begins-plain': {
    description: 'A new user has no primary party and no rights, and is active.',
    killedBy: 'ledger/users-create/{keeps-primary-party,keeps-rights,keeps-deactivation}',
    change: together(
      request(on.createUser, 'user', edit.merge({ primaryParty: '', isDeactivated: false })),
      request(on.createUser, '', edit.merge({ rights: [] })),
    ),
  },
  'removed-id-stays-taken': {
    description: 'The id of a removed user stays taken.',
    killedBy: 'ledger/user-delete/frees-id',
    change: rejectAfter(
      [on.deleteUser, 'path.user-id'],
      [on.createUser, 'body.user.id'],
      new LedgerError('USER_ALREADY_EXISTS', 6, 'The id was already used.'),
    ),
  },
  'moved-user-begins-anew': {
    description: 'A user that moves to another identity provider loses its annotations.',
    killedBy: 'ledger/user-identity-provider/move-keeps-other-members',
    change: after(on.moveUser, ({ path }, { users }) => {
      const user = users.find(path['user-id'] ?? '');
      if (user !== undefined) user.annotations = {};
    }),
  },
  'changed-user-loses-rights': {
    description: 'A change or a move of a user removes its rights.',
    killedBy: 'ledger/{user-update/update-keeps-rights,user-identity-provider/move-keeps-rights}',
    change: after([on.updateUser, on.moveUser], ({ path }, { users }) => {
      users.find(path['user-id'] ?? '')?.rights.clear();
    }),
  },
  'moves-from-anywhere': {
    description: 'A move ignores the identity provider from which the user is moved.',
    killedBy: 'ledger/user-identity-provider/rejects-other-source',
    change: request(on.moveUser, '', (body, { path }, { users }) => ({
      ...(body as Json),
      sourceIdentityProviderId: users.find(path['user-id'] ?? '')?.identityProviderId ?? '',
    })),
  },
  'party-listed-by-filter-only': {
    description: 'The list of parties has new parties only with a filter.',
    killedBy: 'ledger/{parties-allocate,external-parties-allocate}/listed-without-filter',
    change: listing(
      () => undefined,
      (call) => !call.query.has('filter-party'),
    ),
  },
  'annotations-replaced': {
    description: 'A change of the annotations of a user removes all others.',
    killedBy: 'ledger/user-update/update-changes-named-members',
    change: request(on.updateUser, 'user.metadata.annotations', (given, call, { users }) => {
      const former = Object.keys(users.find(idOf(call))?.annotations ?? {});
      return { ...Object.fromEntries(former.map((name) => [name, ''])), ...Object(given) };
    }),
  },
  'annotations-in-ascii': {
    description: 'Annotations of a new user have question marks instead of non-ASCII letters.',
    killedBy: 'ledger/users-create/created-as-sent',
    change: request(on.createUser, 'user.metadata.annotations', (given) =>
      Object.fromEntries(
        Object.entries(Object(given)).map(([name, value]) => [
          name,
          String(value).replaceAll(/[^ -~]/g, '?'),
        ]),
      ),
    ),
  },
  'rights-come-back': {
    description: 'A new user has the rights of the removed one with the same id.',
    killedBy: 'ledger/user-delete/removes-rights',
    change: remembering(({ users }) => {
      const removed = new Map<string, readonly (readonly [string, Right])[]>();
      return together(
        restore(on.deleteUser, (call) => {
          const user = users.find(idOf(call));
          return () => user && removed.set(user.id, [...user.rights]);
        }),
        after(on.createUser, (_call, _ledger, { json }) => {
          const { id, rights } = users.get(String(valueAt(json, 'user.id')));
          for (const [key, right] of removed.get(id) ?? []) rights.set(key, right);
        }),
      );
    }),
  },
  'update-mask-overlooked': {
    description: 'An update of a user changes every member, regardless of its mask.',
    killedBy: 'ledger/user-update/update-keeps-other-members',
    change: request(on.updateUser, 'updateMask.paths', (paths) => {
      const given = paths as readonly string[];
      return given.length > 0 && given.every((path) => MASKED.includes(path)) ? MASKED : given;
    }),
  },
  'update-mask-only-checked': {
    description: 'An update of a user also deactivates it if the request says so outside its mask.',
    killedBy: 'ledger/user-update/update-keeps-unnamed-members',
    change: request(
      on.updateUser,
      'updateMask.paths',
      (paths) => [...(paths as readonly string[]), 'is_deactivated'],
      ({ body }) =>
        valueAt(body, 'user.isDeactivated') === true &&
        listAt(valueAt(body, 'updateMask'), 'paths').length > 0,
    ),
  },
  'removed-user-listed': {
    description: 'A list of users without a page size has removed users.',
    killedBy: 'ledger/user-delete/not-listed-after-removal',
    change: remembering(({ users, version }) => {
      const removed: unknown[] = [];
      return together(
        restore(on.deleteUser, (call) => {
          const user = users.find(idOf(call));
          return () => user && removed.push(userJson(user, version));
        }),
        respond(
          on.users,
          'users',
          (rows) => [...removed, ...(rows as unknown[])],
          ({ query }) => !query.has('pageSize'),
        ),
      );
    }),
  },
});
