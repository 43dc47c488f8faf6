/** Faults in the life of users: created, read, changed, given rights, removed. */
import { altering, answering, answeringJson, refusingCode } from '../fault.ts';
import { ok } from '../route.ts';
import { cached, edited, type LedgerFault, listAt, of } from './tools.ts';

const RIGHTS = 'newlyGrantedRights';
const allow = 'writes';

/** A right as a request names it. */
interface Asked {
  readonly kind: { readonly case: string };
}

export const userFaults: readonly LedgerFault[] = [
  {
    id: 'unknown-user-is-empty',
    says: 'A user that nobody created is answered with 200 and no user.',
    caughtBy: of('user', 'unknown-user'),
    alsoTrips: [of('user*', '*')],
    change: refusingCode('USER_NOT_FOUND', () => ok({})),
  },
  {
    id: 'user-is-another',
    says: 'The look-up of a user answers with the first user of the list.',
    caughtBy: of('user', 'is-the-one-asked-for'),
    alsoTrips: [of('{users-list,authenticated-user}', '*')],
    versions: ['3.4', '3.5'],
    change: answeringJson('getV2UsersUser-id', (json, _ask, { users }) => {
      const [first] = users.of('');
      return edited(json, 'user.id', () => first?.id);
    }),
  },
  {
    id: 'last-user-is-another',
    says: 'From the third user of the list on the look-up answers with the first.',
    caughtBy: of('user', 'is-the-one-asked-for'),
    alsoTrips: [of('{users-list,authenticated-user}', '*')],
    change: answeringJson('getV2UsersUser-id', (json, _ask, { users }) => {
      const [first, second] = users.of('');
      return edited(json, 'user.id', (id) => (id === second?.id ? id : first?.id));
    }),
  },
  {
    id: 'later-rights-not-found',
    says: 'The rights of a user between the first and the last of the list are not found.',
    caughtBy: of('user-rights', 'accepted'),
    change: altering('getV2UsersUser-idRights', ({ handle }) => ({
      handle: (ask, ledger) => {
        const ids = ledger.users.of('').map(({ id }) => id);
        const amid = ids.slice(1, -1).includes(ask.path['user-id'] ?? '');
        return handle(amid ? { ...ask, path: { 'user-id': 'nobody' } } : ask, ledger);
      },
    })),
  },
  {
    id: 'rights-of-unknown-user-are-none',
    says: 'A user that nobody created has an empty list of rights.',
    caughtBy: of('user-rights', 'unknown-user'),
    change: altering('getV2UsersUser-idRights', ({ handle }) => ({
      handle: (ask, ledger) =>
        ledger.users.find(ask.path['user-id'] ?? '') === undefined
          ? ok({ rights: [] })
          : handle(ask, ledger),
    })),
  },
  {
    id: 'created-user-not-readable',
    says: 'A user is created and not found afterwards.',
    caughtBy: of('users-create', 'found-afterwards'),
    alsoTrips: [of('user*', '*')],
    allow,
    change: answering('postV2Users', (reply, _ask, { users }) => {
      users.remove((reply.json as { user: { id: string } }).user.id);
      return reply;
    }),
  },
  {
    id: 'created-user-has-other-members',
    says: 'A created user has no annotations, whatever was asked for.',
    caughtBy: of('users-create', 'found-afterwards'),
    alsoTrips: [of('user*', '*')],
    allow,
    change: altering('postV2Users', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        const { user } = reply.json as { user: { id: string } };
        Object.assign(ledger.users.get(user.id), {
          annotations: {},
          primaryParty: '',
          isDeactivated: false,
        });
        return reply;
      },
    })),
  },
  {
    id: 'user-created-twice',
    says: 'A user that is there already is created again.',
    caughtBy: of('users-create', 'same-id-refused'),
    allow,
    change: altering('postV2Users', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { user } = ask.body as { user?: { id: string } };
        if (user !== undefined && ledger.users.find(user.id)) ledger.users.remove(user.id);
        return handle(ask, ledger);
      },
    })),
  },
  {
    id: 'deleted-user-stays',
    says: 'A user who is removed is still found.',
    caughtBy: of('user-delete', 'user-is-gone'),
    alsoTrips: [of('user*', '*')],
    allow,
    change: cached('getV2UsersUser-id', 'user-id'),
  },
  {
    id: 'deleted-user-keeps-rights',
    says: 'The rights of a removed user are still listed.',
    caughtBy: of('user-delete', 'rights-are-gone'),
    alsoTrips: [of('{user-delete,user-rights*}', '*')],
    allow,
    change: cached('getV2UsersUser-idRights', 'user-id'),
  },
  {
    id: 'user-change-not-kept',
    says: 'A change of a user is answered and not kept.',
    caughtBy: of('user-update', 'kept'),
    alsoTrips: [of('user-update', '*')],
    allow,
    change: altering('patchV2UsersUser-id', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const user = ledger.users.find(ask.path['user-id'] ?? '');
        const before = user === undefined ? undefined : { ...user };
        const reply = await handle(ask, ledger);
        if (user !== undefined) Object.assign(user, before);
        return reply;
      },
    })),
  },
  {
    id: 'resource-version-never-changes',
    says: 'The resource version of a user stays the same through every change.',
    caughtBy: of('user-update', 'new-resource-version'),
    alsoTrips: [of('user-update', '*')],
    allow,
    change: altering('patchV2UsersUser-id', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        const user = ledger.users.find(ask.path['user-id'] ?? '');
        if (user !== undefined) user.resourceVersion = 0;
        return { ...reply, json: edited(reply.json, 'user.metadata.resourceVersion', () => '0') };
      },
    })),
  },
  {
    id: 'stale-resource-version-taken',
    says: 'A change made from an older version of a user is taken.',
    caughtBy: of('user-update', 'old-version-refused'),
    allow,
    change: altering('patchV2UsersUser-id', ({ handle }) => ({
      handle: (ask, ledger) =>
        handle(
          { ...ask, body: edited(ask.body, 'user.metadata.resourceVersion', () => '') },
          ledger,
        ),
    })),
  },
  {
    id: 'granting-changes-the-version',
    says: 'Granting rights changes the resource version of the user.',
    caughtBy: of('user-rights-grant', 'resource-version-kept'),
    alsoTrips: [of('user-rights-revoke', 'resource-version-kept')],
    allow,
    change: answering('postV2UsersUser-idRights', (reply, ask, { users }) => {
      users.get(ask.path['user-id'] ?? '').resourceVersion += 1;
      return reply;
    }),
  },
  {
    id: 'rights-not-granted',
    says: 'Granted rights are told and not listed afterwards.',
    caughtBy: of('user-rights-grant', 'listed-afterwards'),
    alsoTrips: [of('user-rights*', '*')],
    allow,
    change: altering('postV2UsersUser-idRights', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const user = ledger.users.get(ask.path['user-id'] ?? '');
        const before = [...user.rights];
        const reply = await handle(ask, ledger);
        user.rights.clear();
        for (const [key, right] of before) user.rights.set(key, right);
        return reply;
      },
    })),
  },
  {
    id: 'granted-again-is-new',
    says: 'Rights that a user has already are told as newly granted.',
    caughtBy: of('user-rights-grant', 'only-new-rights-answered'),
    alsoTrips: [of('user-rights-grant', 'listed-afterwards')],
    allow,
    change: altering('postV2UsersUser-idRights', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const user = ledger.users.get(ask.path['user-id'] ?? '');
        const had = new Map(user.rights);
        user.rights.clear();
        const reply = await handle(ask, ledger);
        for (const [key, right] of had) user.rights.set(key, right);
        return { ...reply, json: { [RIGHTS]: listAt(reply.json, RIGHTS) } };
      },
    })),
  },
  {
    id: 'rights-not-revoked',
    says: 'Revoked rights are told and still listed.',
    caughtBy: of('user-rights-revoke', 'not-listed-afterwards'),
    alsoTrips: [of('user-rights*', '*')],
    allow,
    change: altering('patchV2UsersUser-idRights', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const user = ledger.users.get(ask.path['user-id'] ?? '');
        const before = [...user.rights];
        const reply = await handle(ask, ledger);
        for (const [key, right] of before) user.rights.set(key, right);
        return reply;
      },
    })),
  },
  {
    id: 'rights-revoked-by-kind',
    says: 'With a right all others of its kind are revoked, whichever party they are about.',
    caughtBy: of('user-rights-revoke', 'not-listed-afterwards'),
    allow,
    change: altering('patchV2UsersUser-idRights', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        const { rights } = ledger.users.get(ask.path['user-id'] ?? '');
        const kinds = listAt(ask.body, 'rights').map((right) => (right as Asked).kind.case);
        for (const [key, { kind }] of rights) if (kinds.includes(kind)) rights.delete(key);
        return reply;
      },
    })),
  },
  {
    id: 'rights-granted-by-kind',
    says: 'A right of a kind that the user has is not granted, whichever party it is about.',
    caughtBy: of('user-rights-grant', 'only-new-rights-answered'),
    alsoTrips: [of('user-rights-grant', 'listed-afterwards')],
    allow,
    change: altering('postV2UsersUser-idRights', ({ handle }) => ({
      handle: (ask, ledger) => {
        const user = ledger.users.find(ask.path['user-id'] ?? '');
        const kinds = [...(user?.rights.values() ?? [])].map(({ kind }): string => kind);
        const rights = listAt(ask.body, 'rights').filter(
          (right) => !kinds.includes((right as Asked).kind.case),
        );
        return handle({ ...ask, body: { ...(ask.body as object), rights } }, ledger);
      },
    })),
  },
  {
    id: 'user-of-the-path-overlooked',
    says: 'A change whose body names another user than the path is taken.',
    caughtBy: of('user-update', 'other-id-refused'),
    allow,
    change: altering('patchV2UsersUser-id', ({ authorise }) => ({
      authorise: (ask, ledger) => {
        const { user } = ask.body as { user?: { id: string } };
        authorise({ ...ask, path: { 'user-id': user?.id ?? '' }, body: ask.body }, ledger);
      },
    })),
  },
  {
    id: 'user-list-stale',
    says: 'The list of users stays as it was when the ledger was started.',
    caughtBy: of('users-create', 'listed-afterwards'),
    alsoTrips: [of('users-list', '*')],
    allow,
    change: (honest, ledger) => {
      const atStart = new Set(ledger.users.of('').map(({ id }) => id));
      return answeringJson('getV2Users', (json) =>
        edited(json, 'users', (users) =>
          (users as { id: string }[]).filter(({ id }) => atStart.has(id)),
        ),
      )(honest, ledger);
    },
  },
  {
    id: 'users-wrapped',
    says: 'The list of users stands in an object of its own inside the answer.',
    caughtBy: of('users-list', 'answer-is-not-wrapped'),
    change: answeringJson('getV2Users', (users) => ({ result: users })),
  },
  {
    id: 'rights-wrapped',
    says: 'The rights of a user stand in an object of their own inside the answer.',
    caughtBy: of('user-rights', 'answer-is-not-wrapped'),
    change: answeringJson('getV2UsersUser-idRights', (rights) => ({ result: rights })),
  },
  {
    id: 'listed-under-another-id',
    says: 'The first user of the list is not found under the id that the list tells.',
    caughtBy: of('users-list', 'found-by-id'),
    alsoTrips: [of('{users-list,user,user-rights}', '*')],
    change: answeringJson('getV2Users', (json) => edited(json, 'users.0.id', (id) => `${id}-`)),
  },
];
