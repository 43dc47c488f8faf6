/** Faults in what the rights of a token allow. */
import { adminOnly, anyCaller } from '../auth.ts';
import { altering } from '../fault.ts';
import { guard } from '../operators/access.ts';
import { edited } from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
import type { Route } from '../route.ts';
import { type LedgerFault, table } from './table.ts';

/** A rule that checks only parties that are named one by one. */
function onlyNamedParties({ authorise }: Route): Partial<Route> {
  const named: Route['authorise'] = (call, ledger) => {
    const text = JSON.stringify(call.body);
    if (!text.includes('"filtersForAnyParty"') || text.includes('"filtersForAnyParty":null'))
      authorise(call, ledger);
  };
  return { authorise: named };
}

/** A rule that checks the first party of the request only. */
function onlyFirstParty({ authorise }: Route): Partial<Route> {
  const first: Route['authorise'] = (call, ledger) => {
    const body = structuredClone(call.body);
    edited(body, 'eventFormat.filtersByParty', (parties) =>
      Object.fromEntries(Object.entries(Object(parties)).slice(0, 1)),
    );
    authorise({ ...call, body }, ledger);
  };
  return { authorise: first };
}

export const rightsFaults: readonly LedgerFault[] = table({
  'any-user-reads-completions': {
    description: 'Every user may read the completions of all parties.',
    killedBy: 'ledger/completions/rejects-party-without-read-right',
    token: 'reader',
    change: guard(on.completions, anyCaller),
  },
  'second-party-needs-no-right': {
    description: 'The right to read is checked for the first party of a filter only.',
    killedBy:
      'ledger/{active-contracts,active-contracts-page,events-by-contract-id}/rejects-party-without-read-right',
    token: 'reader',
    change: altering([on.contracts, on.contractsPage, on.events], onlyFirstParty),
  },
  'any-party-needs-no-right': {
    description: 'A filter for any party needs no right: the guard checks named parties only.',
    killedBy: 'ledger/{active-contracts,updates}/rejects-any-party-without-right',
    token: 'reader',
    change: altering([on.contracts, on.updates], onlyNamedParties),
  },
  'own-user-for-administrators-only': {
    description: 'Only administrators may read their own user.',
    killedBy: 'ledger/authenticated-user/allows-every-user',
    token: 'reader',
    change: guard(on.self, adminOnly),
  },
  'own-rights-for-administrators-only': {
    description: 'Only administrators may read a user and its rights, even their own.',
    killedBy: 'ledger/{user,user-rights}/allows-own-user',
    token: 'reader',
    change: guard([on.user, on.rights], adminOnly),
  },
});
