/** Faults in the life of identity providers. */

import type { Ledger } from '../ledger.ts';
import * as edit from '../operators/edits.ts';
import { valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { skip } from '../operators/rejections.ts';
import { respond, type When } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import { ok } from '../reply.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

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
});
