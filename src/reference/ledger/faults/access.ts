/** Faults in authorization: what tokens, rights and operations without a guard let through. */

import { denied } from '../errors.ts';
import { altering, type LedgerFault, rejecting, table } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { CONTRACT_PAGES, on } from '../operators/operations.ts';
import type { Right } from '../rights.ts';
import type { Route } from '../route.ts';

/** A rule that checks only the first party of a request. */
function onlyFirstParty({ authorise }: Route): Partial<Route> {
  const first: Route['authorise'] = (call, ledger) => {
    const body = structuredClone(call.body);
    edit.edited(body, 'eventFormat.filtersByParty', (parties) =>
      Object.fromEntries(Object.entries(Object(parties)).slice(0, 1)),
    );
    authorise({ ...call, body }, ledger);
  };
  return { authorise: first };
}

/** A rule that knows only one kind of right. */
const withOnly =
  (known: Right['kind']) =>
  ({ authorise }: Route): Partial<Route> => ({
    authorise: ({ caller, ...call }, ledger) => {
      const rights = caller.rights.filter(({ kind }) => kind === known);
      authorise({ ...call, caller: { ...caller, rights } }, ledger);
    },
  });

export const accessFaults: readonly LedgerFault[] = table({
  'no-token-as-200': {
    description: 'A request without a token is rejected with 200 and an error object.',
    killedBy: 'ledger/*/{success-has-no-error-object,rejects-missing-token}',
    change: rejecting((reply) => (reply.status === 401 ? { ...reply, status: 200 } : reply)),
  },
  'second-party-needs-no-right': {
    description: 'The right to read is checked only for the first party of a filter.',
    killedBy:
      'ledger/{active-contracts,*contracts-page,events-by-contract-id}/rejects-party-without-read-right',
    token: 'reader',
    change: altering([on.contracts, ...CONTRACT_PAGES, on.events], onlyFirstParty),
  },
  'only-administrators-of-providers': {
    description:
      'Administrators of the participant may not list users, parties and identity providers, or validate archives.',
    killedBy:
      'ledger/{users-list,parties-list,identity-providers-list,dars-validate}/accepts-sufficient-rights',
    change: altering(
      [on.users, on.parties, on.idps, on.validateDar],
      withOnly('IdentityProviderAdmin'),
    ),
  },
  'lookups-of-others-are-denied': {
    description:
      'Every lookup of a party, of an identity provider, and of any other user is denied.',
    killedBy: 'ledger/{user,user-rights,party,identity-provider}/accepts-sufficient-rights',
    change: altering([on.user, on.rights, on.party, on.idp], ({ authorise }) => ({
      authorise: (call, ledger) => {
        if (call.path['user-id'] !== call.caller.userId) throw denied();
        authorise(call, ledger);
      },
    })),
  },
});
