/** Faults in the life of identity providers. */

import type { Ledger } from '../ledger.ts';
import * as edit from '../operators/edits.ts';
import { valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { skip } from '../operators/rejections.ts';
import { respond, type When } from '../operators/respond.ts';
import { after, before, remembering, restore, stale } from '../operators/state.ts';
import { ok } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const config = 'identityProviderConfig';
const idIn = (json: unknown): string => String(valueAt(json, `${config}.identityProviderId`) ?? '');
const find = ({ idps }: Ledger, id: unknown) =>
  idps.all().find((one) => one.identityProviderId === id);
const target =
  (is: (id: unknown, ledger: Ledger) => boolean): When =>
  ({ body }, ledger) =>
    is(valueAt(body, 'targetIdentityProviderId'), ledger);

export const identityProviderFaults: readonly LedgerFault[] = table({
  'idp-list-stale | identity-providers-create/listed-as-created | writes | The list of identity providers never changes.':
    remembering((ledger) => {
      const atStart = structuredClone(ledger.idps.all());
      return respond(on.idps, 'identityProviderConfigs', edit.to(atStart));
    }),
  'idp-created-twice | identity-providers-create/{rejects-taken-id,taken-id-error} | writes | The server creates an identity provider whose id is taken.':
    before(on.createIdp, ({ body }, ledger) => {
      if (find(ledger, idIn(body))) ledger.idps.remove(idIn(body));
    }),
  'deleted-idp-stays | identity-provider-delete/{rejects-read-after-removal,read-after-removal-error} | writes | A removed identity provider is still found.':
    stale(on.idp, 'idp-id'),
  'idp-change-not-kept | identity-provider-update/{update-changes-named-members,update-keeps-other-members,read-as-updated} | writes | The server does not store a change of an identity provider.':
    restore(on.updateIdp, ({ path }, ledger) => {
      const earlier = find(ledger, path['idp-id']);
      return () => earlier && ledger.idps.replace(earlier);
    }),
  'user-not-moved | user-identity-provider/moves-to-target | both writes | The server does not store the move of a user to an identity provider.':
    skip(
      on.moveUser,
      ok({}),
      target((id, ledger) => find(ledger, id) !== undefined),
    ),
  'user-not-moved-back | user-identity-provider/moves-to-target | writes | The server does not store the move of a user to the default identity provider.':
    skip(
      on.moveUser,
      ok({}),
      target((id) => id === ''),
    ),
  'idp-is-another | identity-providers-list/read-as-listed | The lookup of an identity provider shows another issuer than the list.':
    respond(on.idp, `${config}.issuer`, edit.append('/2')),
  'unknown-idp-is-empty | identity-provider/{rejects-unknown-resource,unknown-resource-error} | An unknown identity provider gets 200 and an empty configuration.':
    skip(
      on.idp,
      ({ path }) => {
        const empty = { isDeactivated: false, issuer: '', jwksUrl: '', audience: '' };
        return ok({ [config]: { identityProviderId: path['idp-id'] ?? '', ...empty } });
      },
      ({ path }, ledger) => find(ledger, path['idp-id']) === undefined,
    ),
  'idp-created-deactivated | identity-providers-create/read-as-created | writes | A created identity provider is deactivated.':
    after(on.createIdp, (_call, { idps }, { json }) => {
      const made = idps.get(idIn(json));
      idps.replace({ ...made, isDeactivated: !made.isDeactivated });
    }),
});
