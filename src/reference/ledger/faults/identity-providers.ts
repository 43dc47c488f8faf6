/** Faults in the life of identity providers. */
import { altering, answering, answeringJson } from '../fault.ts';
import { ok } from '../route.ts';
import { cached, edited, type LedgerFault, of } from './tools.ts';

const allow = 'writes';
const config = 'identityProviderConfig';

export const identityProviderFaults: readonly LedgerFault[] = [
  {
    id: 'idp-list-stale',
    description: 'The list of identity providers stays as it was when the ledger was started.',
    killedBy: of('identity-providers-create', 'listed-afterwards'),
    collateral: [of('identity-provider*', '*')],
    allow,
    change: (honest, ledger) => {
      const atStart = structuredClone(ledger.idps.all());
      return answeringJson('getV2Idps', () => ({ identityProviderConfigs: atStart }))(
        honest,
        ledger,
      );
    },
  },
  {
    id: 'idp-created-twice',
    description: 'An identity provider that is there already is created again.',
    killedBy: of('identity-providers-create', 'same-id-refused'),
    allow,
    change: altering('postV2Idps', ({ handle }) => ({
      handle: (ask, ledger) => {
        const asked = (ask.body as Record<string, { identityProviderId: string } | undefined>)[
          config
        ];
        const id = asked?.identityProviderId ?? '';
        if (ledger.idps.all().some((one) => one.identityProviderId === id)) ledger.idps.remove(id);
        return handle(ask, ledger);
      },
    })),
  },
  {
    id: 'deleted-idp-stays',
    description: 'An identity provider that is removed is still found.',
    killedBy: of('identity-provider-delete', 'provider-is-gone'),
    collateral: [of('identity-provider*', '*')],
    allow,
    change: cached('getV2IdpsIdp-id', 'idp-id'),
  },
  {
    id: 'idp-change-not-kept',
    description: 'A change of an identity provider is answered and not kept.',
    killedBy: of('identity-provider-update', 'named-members-change'),
    collateral: [of('identity-provider-update', 'listed-as-changed')],
    allow,
    change: altering('patchV2IdpsIdp-id', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const before = ledger.idps
          .all()
          .find((one) => one.identityProviderId === ask.path['idp-id']);
        const reply = await handle(ask, ledger);
        if (before !== undefined) ledger.idps.replace(before);
        return reply;
      },
    })),
  },
  {
    id: 'user-not-moved',
    description: 'The move of a user is answered and not kept, so that the way back is denied.',
    killedBy: of('user-identity-provider', 'belongs-to-the-target'),
    collateral: [of('user-identity-provider', '{unknown-user,other-source-refused}')],
    versions: ['3.4', '3.5'],
    allow,
    change: altering('patchV2UsersUser-idIdentity-provider-id', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { targetIdentityProviderId: target } = ask.body as Record<string, string>;
        const known = ledger.idps.all().some((one) => one.identityProviderId === target);
        return known ? ok({}) : handle(ask, ledger);
      },
    })),
  },
  {
    id: 'user-not-moved-back',
    description: 'A user is moved to the default identity provider and stays where they were.',
    killedBy: of('user-identity-provider', 'belongs-to-the-target'),
    collateral: [of('user-identity-provider', '{unknown-user,other-source-refused}')],
    allow,
    change: altering('patchV2UsersUser-idIdentity-provider-id', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { targetIdentityProviderId: target } = ask.body as Record<string, string>;
        return target === '' ? ok({}) : handle(ask, ledger);
      },
    })),
  },
  {
    id: 'idp-is-another',
    description: 'The look-up of an identity provider answers with another issuer than the list.',
    killedBy: of('identity-providers-list', 'found-by-id'),
    collateral: [of('identity-provider*', '*')],
    change: answeringJson('getV2IdpsIdp-id', (json) =>
      edited(json, `${config}.issuer`, (issuer) => `${issuer}/2`),
    ),
  },
  {
    id: 'unknown-idp-is-empty',
    description:
      'An identity provider that nobody configured is answered with an empty configuration.',
    killedBy: of('identity-provider', 'unknown-provider'),
    collateral: [of('identity-provider-delete', 'provider-is-gone')],
    change: altering('getV2IdpsIdp-id', ({ handle }) => ({
      handle: (ask, ledger) => {
        const id = ask.path['idp-id'] ?? '';
        if (ledger.idps.all().some((one) => one.identityProviderId === id))
          return handle(ask, ledger);
        return ok({
          [config]: {
            identityProviderId: id,
            isDeactivated: false,
            issuer: '',
            jwksUrl: '',
            audience: '',
          },
        });
      },
    })),
  },
  {
    id: 'idp-created-deactivated',
    description: 'A created identity provider is found deactivated.',
    killedBy: of('identity-providers-create', 'found-afterwards'),
    collateral: [of('identity-provider*', '*')],
    allow,
    change: answering('postV2Idps', (reply, _ask, { idps }) => {
      const { identityProviderId } = (reply.json as Record<string, { identityProviderId: string }>)[
        config
      ] ?? { identityProviderId: '' };
      const made = idps.get(identityProviderId);
      idps.replace({ ...made, isDeactivated: !made.isDeactivated });
      return reply;
    }),
  },
];
