/** Faults in the life of users: ids, creation, lookup, change, rights, removal. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DecodeError } from '../errors.ts';
import { handling, type LedgerFault, reading, remembering, table, together } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { listAt, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, firstReply, restore } from '../operators/state.ts';
import type { Reply } from '../reply.ts';
import type { Right } from '../rights.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';

const idOf = ({ path }: Call): string => path['user-id'] ?? '';
const createdId = ({ json }: Reply): string => String(valueAt(json, 'user.id'));
/** The kinds of the rights in a request. */
const kindsIn = ({ body }: Call): unknown[] =>
  listAt(body, 'rights').map((right) => valueAt(right, 'kind.case'));

/** The paths in the mask of an update. */
const pathsIn = ({ body }: Call): unknown[] => listAt(valueAt(body, 'updateMask'), 'paths');

/** Changes the user ids of paths before the lookup. */
const readingUserIds =
  (read: (id: string) => string): Change =>
  ({ find }) => ({
    find: (method, pathname) => {
      const { route, path } = find(method, pathname);
      const id = path['user-id'];
      return { route, path: id === undefined ? path : { ...path, 'user-id': read(id) } };
    },
  });

type Rights = Map<string, Right>;

/** Adds all of these rights. */
function add(rights: Rights, all: Iterable<readonly [string, Right]>): void {
  for (const [key, right] of all) rights.set(key, right);
}

function rewrite(rights: Rights | undefined, all: Iterable<readonly [string, Right]>): void {
  rights?.clear();
  if (rights) add(rights, all);
}

export const userFaults: readonly LedgerFault[] = table({
  'created-user-not-readable': {
    description: 'A created user is unknown afterwards.',
    killedBy: 'ledger/users-create/read-as-created',
    change: after(on.createUser, (_call, { users }, reply) => {
      users.remove(createdId(reply));
    }),
  },
  'user-change-not-kept': {
    description: 'The server does not store a change to a user.',
    killedBy: 'ledger/user-update/read-as-updated',
    change: restore(on.updateUser, (call, { users }) => {
      const user = users.find(idOf(call));
      const earlier = user && { ...user };
      return () => user && Object.assign(user, earlier);
    }),
  },
  'active-is-no-value': {
    description: 'An update that sets isDeactivated to false changes nothing.',
    killedBy: 'ledger/user-update/update-changes-named-members',
    change: request(
      on.updateUser,
      'updateMask.paths',
      edit.keep((path) => path !== ('is_deactivated' as unknown)),
      ({ body }) => valueAt(body, 'user.isDeactivated') === false,
    ),
  },
  'active-provider-is-no-value': {
    description:
      'An update that sets isDeactivated of an identity provider to false changes nothing.',
    killedBy: 'ledger/identity-provider-update/update-changes-named-members',
    change: request(on.updateIdp, 'identityProviderConfig.isDeactivated', edit.to(true), (call) =>
      pathsIn(call).includes('is_deactivated'),
    ),
  },
  'list-of-providers-kept-on-update': {
    description: 'A cache keeps the list of identity providers until one is created or removed.',
    killedBy: 'ledger/identity-provider-update/listed-as-updated',
    change: remembering(() => {
      let kept: Reply | undefined;
      return together(
        handling(on.idps, (handle) => async (call, ledger) => {
          kept ??= structuredClone(await handle(call, ledger));
          return structuredClone(kept);
        }),
        after([on.createIdp, on.deleteIdp], () => {
          kept = undefined;
        }),
      );
    }),
  },
  'version-counts-for-metadata-only': {
    description:
      'An update of a user compares the resource version only if its mask names metadata.',
    killedBy: 'ledger/user-update/rejects-stale-version',
    change: request(
      on.updateUser,
      'user.metadata.resourceVersion',
      edit.to(''),
      (call) => !pathsIn(call).some((path) => String(path).startsWith('metadata')),
    ),
  },
  'empty-token-is-decoded': {
    description: 'An empty page token is decoded like one of a page, and rejected.',
    killedBy: 'ledger/{users,parties}-list/empty-page-token-is-the-start',
    change: query([on.users, on.parties], (own) => {
      if (own.get('pageToken') === '') own.set('pageToken', 'AA');
    }),
  },
  'users-have-no-other-members': {
    description: 'A new user with an unknown member is rejected.',
    killedBy: 'ledger/users-create/ignores-unknown-member-of-user',
    change: reading(on.createUser, (decoder) => (value, at) => {
      const user = valueAt(value, 'user');
      if (user && 'assayUnknownMember' in Object(user)) throw new DecodeError(`${at}/user`);
      return decoder(value, at);
    }),
  },
  'resource-version-never-changes': {
    description: 'The resource version of a user never changes.',
    killedBy: 'ledger/user-update/update-changes-resource-version',
    change: together(
      after(on.updateUser, (call, { users }) => {
        users.get(idOf(call)).resourceVersion = 0;
      }),
      respond(on.updateUser, 'user.metadata.resourceVersion', edit.to('0')),
    ),
  },
  'resource-version-of-one-bit': {
    description: 'The resource version of a user is 0 or 1 in turn.',
    killedBy: 'ledger/user-update/update-changes-resource-version',
    change: after(on.updateUser, (call, { users }, reply) => {
      const user = users.get(idOf(call));
      user.resourceVersion %= 2;
      Object(valueAt(reply.json, 'user.metadata'))['resourceVersion'] = String(
        user.resourceVersion,
      );
    }),
  },
  'rights-change-the-version': {
    description: 'A change to rights changes the resource version of the user.',
    killedBy: 'ledger/user-rights-{grant,revoke}/keeps-resource-version',
    change: after([on.grant, on.revoke], (call, { users }) => {
      users.get(idOf(call)).resourceVersion += 1;
    }),
  },
  'rights-not-changed': {
    description: 'The server does not store granted rights, and does not remove revoked ones.',
    killedBy: 'ledger/user-rights-{grant,revoke}/lists-changed-rights',
    change: restore([on.grant, on.revoke], (call, { users }) => {
      const { rights } = users.get(idOf(call));
      const earlier = [...rights];
      return () => rewrite(rights, earlier);
    }),
  },
  'version-compared-too-early': {
    description:
      'An update of a user compares the resource version, and is written some time later.',
    killedBy: 'ledger/user-update/version-guards-concurrent-updates',
    change: handling(on.updateUser, (handle) => async (call, ledger) => {
      const current = (): string => String(ledger.users.find(idOf(call))?.resourceVersion);
      const { user, ...body } = Object(call.body);
      const given = valueAt(user, 'metadata.resourceVersion');
      if (given !== current()) return handle(call, ledger);
      await sleep(20);
      const metadata = { ...Object(user).metadata, resourceVersion: current() };
      return handle({ ...call, body: { ...body, user: { ...user, metadata } } }, ledger);
    }),
  },
  'concurrent-rights-overwritten': {
    description:
      'A change of rights reads all rights of the user and writes them back later, which undoes changes made in between.',
    killedBy: 'ledger/user-rights-{grant,revoke}/keeps-concurrent-changes',
    change: handling([on.grant, on.revoke], (handle) => async (call, ledger) => {
      const before = [...(ledger.users.find(idOf(call))?.rights ?? [])];
      await sleep(20);
      const rights = ledger.users.find(idOf(call))?.rights;
      const meanwhile = [...(rights ?? [])];
      rewrite(rights, before);
      try {
        return await handle(call, ledger);
      } catch (error) {
        rewrite(rights, meanwhile);
        throw error;
      }
    }),
  },
  'rights-changed-twice': {
    description:
      'A response names the rights by a lookup before the change, so two concurrent changes both name the same rights.',
    killedBy: 'ledger/user-rights-{grant,revoke}/names-concurrent-change-once',
    change: handling([on.grant, on.revoke], (handle) => async (call, ledger) => {
      const before = [...(ledger.users.find(idOf(call))?.rights ?? [])];
      await sleep(20);
      const rights = ledger.users.find(idOf(call))?.rights ?? new Map<string, Right>();
      const meanwhile = new Map(rights);
      const lost = before.filter(([key]) => !rights.has(key));
      rewrite(rights, before);
      const reply = await handle(call, ledger);
      const known = new Set(before.map(([key]) => key));
      for (const [key, right] of meanwhile) if (!known.has(key)) rights.set(key, right);
      for (const [key] of lost) rights.delete(key);
      return reply;
    }),
  },
  'update-restores-revoked-rights': {
    description: 'An update of a user restores the rights that the user had at its creation.',
    killedBy: 'ledger/user-rights-revoke/update-keeps-rights-revoked',
    change: remembering(() => {
      const first = new Map<string, Rights>();
      return together(
        after(on.createUser, (_call, { users }, reply) => {
          const { id, rights } = users.get(createdId(reply));
          first.set(id, new Map(rights));
        }),
        after(on.updateUser, (call, { users }) => {
          const { id, rights } = users.get(idOf(call));
          add(rights, first.get(id) ?? []);
        }),
      );
    }),
  },
  'granted-again-is-new': {
    description: 'Rights that a user already has are reported as newly granted.',
    killedBy: 'ledger/user-rights-grant/shows-changed-rights',
    change: restore(on.grant, (call, { users }) => {
      const { rights } = users.get(idOf(call));
      const earlier = [...rights];
      rights.clear();
      return () => add(rights, earlier);
    }),
  },
  'rights-revoked-by-kind': {
    description: 'When it revokes a right, the server also revokes all others of its kind.',
    killedBy: 'ledger/user-rights-revoke/lists-changed-rights',
    change: after(on.revoke, (call, { users }) => {
      const { rights } = users.get(idOf(call));
      for (const [key, { kind }] of rights) if (kindsIn(call).includes(kind)) rights.delete(key);
    }),
  },
  'missing-user-stays-missing': {
    description: 'A cache remembers that a user is missing, even after the user is created.',
    killedBy: 'ledger/users-create/read-as-created',
    allow: 'writes',
    change: firstReply(on.user, ({ path }) => path['user-id']),
  },
  'provider-kept-as-first-read': {
    description: 'A cache keeps the first lookup of an identity provider, even after a change.',
    killedBy: 'ledger/identity-provider-update/read-as-updated',
    allow: 'writes',
    change: firstReply(on.idp, ({ path }) => path['idp-id']),
  },
  'user-list-stale': {
    description: 'The list of users never changes.',
    killedBy: 'ledger/users-create/listed-as-created',
    change: remembering((ledger) => {
      const atStart = new Set<unknown>(ledger.users.of('').map(({ id }) => id));
      return respond(
        on.users,
        'users',
        edit.keep(({ id }) => atStart.has(id)),
      );
    }),
  },
  'user-id-cut-at-a-hash': {
    description: 'The server cuts the id of a user in a path at its first #.',
    killedBy: 'ledger/users-create/keeps-special-characters',
    change: readingUserIds((id) => id.split('#')[0] ?? ''),
  },
});
