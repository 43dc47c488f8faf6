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
    description: 'A user that nobody created is answered with 200 and no user.',
    killedBy: of('user', 'unknown-user'),
    collateral: [of('user*', '*')],
    change: refusingCode('USER_NOT_FOUND', () => ok({})),
  },
  {
    id: 'user-is-another',
    description: 'The look-up of a user answers with the first user of the list.',
    killedBy: of('user', 'is-the-one-asked-for'),
    collateral: [of('{users-list,authenticated-user}', '*')],
    versions: ['3.4', '3.5'],
    change: answeringJson('getV2UsersUser-id', (json, _ask, { users }) => {
      const [first] = users.of('');
      return edited(json, 'user.id', () => first?.id);
    }),
  },
  {
    id: 'last-user-is-another',
    description: 'From the third user of the list on the look-up answers with the first.',
    killedBy: of('user', 'is-the-one-asked-for'),
    collateral: [of('{users-list,authenticated-user}', '*')],
    change: answeringJson('getV2UsersUser-id', (json, _ask, { users }) => {
      const [first, second] = users.of('');
      return edited(json, 'user.id', (id) => (id === second?.id ? id : first?.id));
    }),
  },
  {
    id: 'later-rights-not-found',
    description: 'The rights of a user between the first and the last of the list are not found.',
    killedBy: of('user-rights', 'accepted'),
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
    description: 'A user that nobody created has an empty list of rights.',
    killedBy: of('user-rights', 'unknown-user'),
    change: altering('getV2UsersUser-idRights', ({ handle }) => ({
      handle: (ask, ledger) =>
        ledger.users.find(ask.path['user-id'] ?? '') === undefined
          ? ok({ rights: [] })
          : handle(ask, ledger),
    })),
  },
  {
    id: 'created-user-not-readable',
    description: 'A user is created and not found afterwards.',
    killedBy: of('users-create', 'found-afterwards'),
    collateral: [of('user*', '*')],
    allow,
    change: answering('postV2Users', (reply, _ask, { users }) => {
      users.remove((reply.json as { user: { id: string } }).user.id);
      return reply;
    }),
  },
  {
    id: 'created-user-has-other-members',
    description: 'A created user has no annotations, whatever was asked for.',
    killedBy: of('users-create', 'found-afterwards'),
    collateral: [of('user*', '*')],
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
    description: 'A user that is there already is created again.',
    killedBy: of('users-create', 'same-id-refused'),
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
    description: 'A user who is removed is still found.',
    killedBy: of('user-delete', 'user-is-gone'),
    collateral: [of('user*', '*')],
    allow,
    change: cached('getV2UsersUser-id', 'user-id'),
  },
  {
    id: 'deleted-user-keeps-rights',
    description: 'The rights of a removed user are still listed.',
    killedBy: of('user-delete', 'rights-are-gone'),
    collateral: [of('{user-delete,user-rights*}', '*')],
    allow,
    change: cached('getV2UsersUser-idRights', 'user-id'),
  },
  {
    id: 'user-change-not-kept',
    description: 'A change of a user is answered and not kept.',
    killedBy: of('user-update', 'kept'),
    collateral: [of('user-update', '*')],
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
    description: 'The resource version of a user stays the same through every change.',
    killedBy: of('user-update', 'new-resource-version'),
    collateral: [of('user-update', '*')],
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
    description: 'A change made from an older version of a user is taken.',
    killedBy: of('user-update', 'old-version-refused'),
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
    description: 'Granting rights changes the resource version of the user.',
    killedBy: of('user-rights-grant', 'resource-version-kept'),
    collateral: [of('user-rights-revoke', 'resource-version-kept')],
    allow,
    change: answering('postV2UsersUser-idRights', (reply, ask, { users }) => {
      users.get(ask.path['user-id'] ?? '').resourceVersion += 1;
      return reply;
    }),
  },
  {
    id: 'rights-not-granted',
    description: 'Granted rights are told and not listed afterwards.',
    killedBy: of('user-rights-grant', 'listed-afterwards'),
    collateral: [of('user-rights*', '*')],
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
    description: 'Rights that a user has already are told as newly granted.',
    killedBy: of('user-rights-grant', 'only-new-rights-answered'),
    collateral: [of('user-rights-grant', 'listed-afterwards')],
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
    description: 'Revoked rights are told and still listed.',
    killedBy: of('user-rights-revoke', 'not-listed-afterwards'),
    collateral: [of('user-rights*', '*')],
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
    description: 'With a right all others of its kind are revoked, whichever party they are about.',
    killedBy: of('user-rights-revoke', 'not-listed-afterwards'),
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
    description: 'A right of a kind that the user has is not granted, whichever party it is about.',
    killedBy: of('user-rights-grant', 'only-new-rights-answered'),
    collateral: [of('user-rights-grant', 'listed-afterwards')],
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
    description: 'A change whose body names another user than the path is taken.',
    killedBy: of('user-update', 'other-id-refused'),
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
    description: 'The list of users stays as it was when the ledger was started.',
    killedBy: of('users-create', 'listed-afterwards'),
    collateral: [of('users-list', '*')],
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
    description: 'The list of users stands in an object of its own inside the answer.',
    killedBy: of('users-list', 'answer-is-not-wrapped'),
    change: answeringJson('getV2Users', (users) => ({ result: users })),
  },
  {
    id: 'rights-wrapped',
    description: 'The rights of a user stand in an object of their own inside the answer.',
    killedBy: of('user-rights', 'answer-is-not-wrapped'),
    change: answeringJson('getV2UsersUser-idRights', (rights) => ({ result: rights })),
  },
  {
    id: 'listed-under-another-id',
    description: 'The first user of the list is not found under the id that the list tells.',
    killedBy: of('users-list', 'found-by-id'),
    collateral: [of('{users-list,user,user-rights}', '*')],
    change: answeringJson('getV2Users', (json) => edited(json, 'users.0.id', (id) => `${id}-`)),
  },
];
