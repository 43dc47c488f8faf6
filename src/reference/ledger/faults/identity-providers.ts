/** Faults in the life of identity providers. */

import type { Ledger } from '../ledger.ts';
import * as edit from '../operators/edits.ts';
import { valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { skip } from '../operators/rejections.ts';
import { respond, type When } from '../operators/respond.ts';
import { after, before, remembering, restore, stale } from '../operators/state.ts';
import { ok } from '../reply.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const config = 'identityProviderConfig';
const idIn = (json: unknown): string => String(valueAt(json, `${config}.identityProviderId`) ?? '');
const find = ({ idps }: Ledger, id: unknown) =>
  idps.all().find((one) => one.identityProviderId === id);
const target =
  (is: (id: unknown, ledger: Ledger) => boolean): When =>
  ({ body }, ledger) =>
    is(valueAt(body, 'targetIdentityProviderId'), ledger);

export const identityProviderFaults: readonly LedgerFault[] = table({
  'idp-list-stale': {
    description: 'The list of identity providers never changes.',
    killedBy: 'ledger/identity-providers-create/listed-as-created',
    allow: 'writes',
    change: remembering((ledger) => {
      const atStart = structuredClone(ledger.idps.all());
      return respond(on.idps, 'identityProviderConfigs', edit.to(atStart));
    }),
  },
  'idp-created-twice': {
    description: 'The server creates an identity provider whose id is taken.',
    killedBy: 'ledger/identity-providers-create/{rejects-taken-id,taken-id-error}',
    allow: 'writes',
    change: before(on.createIdp, ({ body }, ledger) => {
      if (find(ledger, idIn(body))) ledger.idps.remove(idIn(body));
    }),
  },
  'deleted-idp-stays': {
    description: 'A removed identity provider is still found.',
    killedBy:
      'ledger/identity-provider-delete/{rejects-read-after-removal,read-after-removal-error}',
    allow: 'writes',
    change: stale(on.idp, 'idp-id'),
  },
  'idp-change-not-kept': {
    description: 'The server does not store a change of an identity provider.',
    killedBy:
      'ledger/identity-provider-update/{update-changes-named-members,update-keeps-other-members,read-as-updated}',
    allow: 'writes',
    change: restore(on.updateIdp, ({ path }, ledger) => {
      const earlier = find(ledger, path['idp-id']);
      return () => earlier && ledger.idps.replace(earlier);
    }),
  },
  'user-not-moved': {
    description: 'The server does not store the move of a user to an identity provider.',
    killedBy: 'ledger/user-identity-provider/moves-to-target',
    versions: EVERY_VERSION,
    allow: 'writes',
    change: skip(
      on.moveUser,
      ok({}),
      target((id, ledger) => find(ledger, id) !== undefined),
    ),
  },
  'user-not-moved-back': {
    description: 'The server does not store the move of a user to the default identity provider.',
    killedBy: 'ledger/user-identity-provider/moves-to-target',
    allow: 'writes',
    change: skip(
      on.moveUser,
      ok({}),
      target((id) => id === ''),
    ),
  },
  'idp-is-another': {
    description: 'The lookup of an identity provider shows another issuer than the list.',
    killedBy: 'ledger/identity-providers-list/read-as-listed',
    change: respond(on.idp, `${config}.issuer`, edit.append('/2')),
  },
  'unknown-idp-is-empty': {
    description: 'An unknown identity provider gets 200 and an empty configuration.',
    killedBy: 'ledger/identity-provider/{rejects-unknown-resource,unknown-resource-error}',
    change: skip(
      on.idp,
      ({ path }) => {
        const empty = { isDeactivated: false, issuer: '', jwksUrl: '', audience: '' };
        return ok({ [config]: { identityProviderId: path['idp-id'] ?? '', ...empty } });
      },
      ({ path }, ledger) => find(ledger, path['idp-id']) === undefined,
    ),
  },
  'idp-created-deactivated': {
    description: 'A created identity provider is deactivated.',
    killedBy: 'ledger/identity-providers-create/read-as-created',
    allow: 'writes',
    change: after(on.createIdp, (_call, { idps }, { json }) => {
      const made = idps.get(idIn(json));
      idps.replace({ ...made, isDeactivated: !made.isDeactivated });
    }),
  },
});
