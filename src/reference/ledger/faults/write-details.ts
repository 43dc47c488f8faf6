/** Faults in what a change of users, parties and identity providers leaves behind. */
import { altering, together } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { listAt, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, remembering, restore } from '../operators/state.ts';
import type { Right } from '../rights.ts';
import type { Call } from '../route.ts';
import { userJson } from '../users/json.ts';
import { type LedgerFault, table } from './table.ts';

const idOf = ({ path }: Call): string => path['user-id'] ?? '';
const MASKED = ['is_deactivated', 'metadata.annotations'];

export const writeDetailFaults: readonly LedgerFault[] = table({
  'annotations-replaced': {
    description: 'A change of the annotations of a user removes all others.',
    killedBy: 'ledger/user-update/update-changes-named-members',
    change: request(on.updateUser, 'user.metadata.annotations', (given, call, { users }) => {
      const former = Object.keys(users.find(idOf(call))?.annotations ?? {});
      return { ...Object.fromEntries(former.map((name) => [name, ''])), ...Object(given) };
    }),
  },
  'empty-annotation-overlooked': {
    description: 'An empty value does not remove an annotation.',
    killedBy: 'ledger/user-update/update-changes-named-members',
    change: request(on.updateUser, 'user.metadata.annotations', (given) =>
      Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => value !== '')),
    ),
  },
  'annotations-in-ascii': {
    description: 'Annotations of a new user have question marks for letters beyond ASCII.',
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
    description: 'A change of a user changes every member, whatever its mask.',
    killedBy: 'ledger/user-update/update-keeps-other-members',
    change: request(on.updateUser, 'updateMask.paths', (paths) => {
      const given = paths as readonly string[];
      return given.length > 0 && given.every((path) => MASKED.includes(path)) ? MASKED : given;
    }),
  },
  'user-change-overlooked': {
    description: 'A change of a user changes nothing.',
    killedBy: 'ledger/user-update/update-changes-named-members',
    change: altering(on.updateUser, ({ handle }) => ({
      handle: async (call, ledger) => {
        const user = ledger.users.find(idOf(call));
        const before = user && structuredClone({ ...user, rights: undefined });
        const reply = await handle(call, ledger);
        if (user === undefined || before === undefined) return reply;
        const { primaryParty, isDeactivated, annotations } = before;
        Object.assign(user, { primaryParty, isDeactivated, annotations });
        edit.edited(reply.json, 'user', edit.merge({ primaryParty, isDeactivated }));
        edit.edited(reply.json, 'user.metadata.annotations', () => annotations);
        return reply;
      },
    })),
  },
  'deleted-idp-listed': {
    description: 'A removed identity provider is still listed.',
    killedBy: 'ledger/identity-provider-delete/not-listed-after-removal',
    change: remembering(() => {
      const ever = new Map<unknown, unknown>();
      return respond(on.idps, '', (json) => {
        for (const one of listAt(json, 'identityProviderConfigs'))
          ever.set(valueAt(one, 'identityProviderId'), one);
        return { identityProviderConfigs: [...ever.values()] };
      });
    }),
  },
  'removed-user-listed': {
    description: 'A list of users without a page size has removed ones.',
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
  'party-allocated-without-annotations': {
    description: 'The annotations of a new party are lost.',
    killedBy: 'ledger/parties-allocate/created-as-sent',
    change: request(on.allocate, 'localMetadata.annotations', edit.to({})),
  },
  'zero-characters-crash': {
    description: 'The database fails at a zero character in an annotation.',
    killedBy: 'ledger/users-create/no-server-error',
    change: request(on.createUser, 'user.metadata.annotations', (annotations) => {
      if (!JSON.stringify(annotations).includes('\\u0000')) return annotations;
      throw new Error('a text has a zero character');
    }),
  },
});
