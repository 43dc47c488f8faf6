/** Faults in what a change of users, parties and identity providers leaves behind. */
import { altering, answeringJson } from '../fault.ts';
import type { Right } from '../rights.ts';
import { ok } from '../route.ts';
import { edited, type LedgerFault, listAt, of } from './tools.ts';
import { asking } from './updates.ts';

const writes = { allow: 'writes' } as const;
const commands = { allow: 'irreversible' } as const;

export const writeDetailFaults: readonly LedgerFault[] = [
  {
    id: 'created-user-answered-bare',
    description: 'The answer to a creation shows the user without a primary party.',
    killedBy: of('users-create', 'answered-as-sent'),
    collateral: [of('user*', '*')],
    ...writes,
    change: answeringJson('postV2Users', (json) =>
      edited(json, 'user', (user) => ({
        ...(user as object),
        primaryParty: '',
        isDeactivated: true,
        metadata: { resourceVersion: '', annotations: {} },
      })),
    ),
  },
  {
    id: 'rights-come-back',
    description: 'A new user has the rights of the removed one of the same id.',
    killedBy: of('user-delete', 'rights-stay-gone'),
    ...writes,
    change: (honest, ledger) => {
      const removed = new Map<string, readonly (readonly [string, Right])[]>();
      const { users } = ledger;
      const remember = altering('deleteV2UsersUser-id', ({ handle }) => ({
        handle: (ask, at) => {
          const user = users.find(ask.path['user-id'] ?? '');
          const reply = handle(ask, at);
          if (user !== undefined) removed.set(user.id, [...user.rights]);
          return reply;
        },
      }));
      const giveBack = altering('postV2Users', ({ handle }) => ({
        handle: async (ask, at) => {
          const reply = await handle(ask, at);
          const { user } = reply.json as { user: { id: string } };
          const kept = users.get(user.id);
          for (const [key, right] of removed.get(user.id) ?? []) kept.rights.set(key, right);
          return reply;
        },
      }));
      const first = { ...honest, ...remember(honest, ledger) };
      return { ...first, ...giveBack(first, ledger) };
    },
  },
  {
    id: 'update-mask-overlooked',
    description: 'A change of a user sets every member, whatever its mask names.',
    killedBy: of('user-update', 'other-members-stay'),
    ...writes,
    change: asking('patchV2UsersUser-id', (body) => {
      const { updateMask } = body as { updateMask?: { paths: readonly string[] } };
      if (updateMask === undefined) return body;
      const { paths } = updateMask;
      const all = ['is_deactivated', 'metadata.annotations'];
      return paths.length > 0 && paths.every((path) => all.includes(path))
        ? { ...body, updateMask: { paths: all } }
        : body;
    }),
  },
  {
    id: 'user-change-overlooked',
    description: 'A change of a user changes nothing.',
    killedBy: of('user-update', 'named-members-change'),
    collateral: [of('user-update', '*')],
    ...writes,
    change: altering('patchV2UsersUser-id', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const user = ledger.users.find(ask.path['user-id'] ?? '');
        const before = user === undefined ? {} : structuredClone({ ...user, rights: undefined });
        const reply = await handle(ask, ledger);
        if (user === undefined) return reply;
        const { primaryParty, isDeactivated, annotations } = { ...user, ...before };
        Object.assign(user, { primaryParty, isDeactivated, annotations });
        const shown = { primaryParty, isDeactivated };
        return {
          ...reply,
          json: edited(
            edited(reply.json, 'user', (told) => ({ ...(told as object), ...shown })),
            'user.metadata.annotations',
            () => annotations,
          ),
        };
      },
    })),
  },
  {
    id: 'revoked-without-having',
    description: 'Rights that a user never had are told as revoked.',
    killedBy: of('user-rights-revoke', 'only-lost-rights-answered'),
    ...writes,
    change: answeringJson('patchV2UsersUser-idRights', (json) => {
      const other = { kind: { CanReadAsAnyParty: { value: {} } } };
      return edited(json, 'newlyRevokedRights', (list) => [...(list as unknown[]), other]);
    }),
  },
  {
    id: 'revoking-changes-the-version',
    description: 'Revoking rights changes the resource version of the user.',
    killedBy: of('user-rights-revoke', 'resource-version-kept'),
    ...writes,
    change: altering('patchV2UsersUser-idRights', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const reply = await handle(ask, ledger);
        ledger.users.get(ask.path['user-id'] ?? '').resourceVersion += 1;
        return reply;
      },
    })),
  },
  {
    id: 'idp-listed-twice',
    description: 'An identity provider is listed twice.',
    killedBy: of('identity-providers-list', 'each-once'),
    change: answeringJson('getV2Idps', (json) =>
      edited(json, 'identityProviderConfigs', (list) => [
        ...(list as unknown[]),
        ...(list as unknown[]),
      ]),
    ),
  },
  {
    id: 'idp-answered-otherwise',
    description: 'The answer to a creation shows the identity provider with another issuer.',
    killedBy: of('identity-providers-create', 'answered-as-sent'),
    collateral: [of('identity-provider*', '*')],
    ...writes,
    change: answeringJson('postV2Idps', (json) =>
      edited(json, 'identityProviderConfig.issuer', (issuer) => `${issuer}/2`),
    ),
  },
  {
    id: 'issuer-taken-twice',
    description: 'A second identity provider of the same issuer is created.',
    killedBy: of('identity-providers-create', 'same-issuer-refused'),
    ...writes,
    change: altering('postV2Idps', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { idps } = ledger;
        const { identityProviderConfig: asked } = ask.body as {
          identityProviderConfig?: { issuer: string; identityProviderId: string };
        };
        const id = asked?.identityProviderId;
        const same = idps
          .all()
          .find((one) => one.issuer === asked?.issuer && one.identityProviderId !== id);
        if (same !== undefined) return ok({ identityProviderConfig: asked });
        return handle(ask, ledger);
      },
    })),
  },
  {
    id: 'deleted-idp-listed',
    description: 'A removed identity provider is still listed.',
    killedBy: of('identity-provider-delete', 'not-listed-afterwards'),
    collateral: [of('identity-provider*', '*')],
    ...writes,
    change: (honest, ledger) => {
      const ever = new Map<string, unknown>();
      return answeringJson('getV2Idps', (json) => {
        for (const one of listAt(json, 'identityProviderConfigs')) {
          ever.set((one as { identityProviderId: string }).identityProviderId, one);
        }
        return { identityProviderConfigs: [...ever.values()] };
      })(honest, ledger);
    },
  },
  {
    id: 'party-change-from-an-old-version',
    description: 'A change made from an older version of a party is taken.',
    killedBy: of('party-update', 'old-version-refused'),
    ...commands,
    change: asking(
      'patchV2PartiesParty',
      (body) =>
        edited(
          structuredClone(body),
          'partyDetails.localMetadata.resourceVersion',
          () => '',
        ) as typeof body,
    ),
  },
];
