/** Faults in what the rights of a token allow. */
import { adminOnly, anyCaller } from '../auth.ts';
import { altering } from '../fault.ts';
import { guard } from '../operators/access.ts';
import { edited } from '../operators/edits.ts';
import { on, VET } from '../operators/operations.ts';
import type { Route } from '../route.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const paths =
  (pattern: RegExp): ((route: Route) => boolean) =>
  ({ path }) =>
    pattern.test(path);

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
  'any-user-reads-updates': {
    description: 'Every user may read the updates of all parties.',
    killedBy: 'ledger/{updates*,update-by-*,transaction-*}/rejects-party-without-read-right',
    versions: EVERY_VERSION,
    token: 'reader',
    change: guard(paths(/^\/v2\/updates/), anyCaller),
  },
  'any-user-reads-completions': {
    description: 'Every user may read the completions of all parties.',
    killedBy: 'ledger/completions/rejects-party-without-read-right',
    token: 'reader',
    change: guard(on.completions, anyCaller),
  },
  'any-user-looks-up-contracts': {
    description: 'Every user may look up single contracts.',
    killedBy: 'ledger/{contract-by-id,events-by-contract-id}/rejects-party-without-read-right',
    token: 'reader',
    change: guard(paths(/^\/v2\/(contracts|events)/), anyCaller),
  },
  'second-party-needs-no-right': {
    description: 'The right to read is checked for the first party of a filter only.',
    killedBy:
      'ledger/{active-contracts,active-contracts-page,events-by-contract-id}/rejects-party-without-read-right',
    token: 'reader',
    change: altering([on.contracts, on.contractsPage, on.events], onlyFirstParty),
  },
  'any-user-submits': {
    description: 'Every user may submit commands for all parties.',
    killedBy:
      'ledger/{submit,submit-and-wait,submit-and-wait-for-transaction,submit-and-wait-for-transaction-tree}/rejects-party-without-act-right',
    versions: EVERY_VERSION,
    allow: 'irreversible',
    token: 'reader',
    change: guard(
      paths(/^\/v2\/commands\/(async\/submit|submit-and-wait(-for-transaction(-tree)?)?)$/),
      anyCaller,
    ),
  },
  'any-party-needs-no-right': {
    description: 'A filter for any party needs no right: the guard checks named parties only.',
    killedBy: 'ledger/{active-contracts,updates}/rejects-any-party-without-right',
    token: 'reader',
    change: altering([on.contracts, on.updates], onlyNamedParties),
  },
  'any-user-administrates': {
    description: 'Every user may read users and identity providers.',
    killedBy: 'ledger/{users-list,user,user-rights,identity-providers-list}/rejects-plain-user',
    token: 'reader',
    change: guard(
      ({ method, path }) => method === 'GET' && /^\/v2\/(users|idps)/.test(path),
      anyCaller,
    ),
  },
  'any-user-lists-parties': {
    description:
      'Every user may list parties, validate archives and try changes of vetted packages.',
    killedBy:
      'ledger/{parties-list,dars-validate,package-vetting-update,package-vetting-change}/rejects-plain-user',
    token: 'reader',
    change: guard([on.parties, on.validateDar, ...VET], anyCaller),
  },
  'packages-for-administrators-only': {
    description: 'Only administrators may read packages and their status.',
    killedBy: 'ledger/{package,package-status}/accepts-every-user',
    token: 'reader',
    change: guard(paths(/^\/v2\/packages\/\{/), adminOnly),
  },
  'preferences-for-administrators-only': {
    description: 'Only administrators may read preferred packages and generate topology.',
    killedBy:
      'ledger/{generate-topology,preferred-package-version,preferred-packages}/accepts-every-user',
    token: 'reader',
    change: guard(paths(/preferred-package|generate-topology/), adminOnly),
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
  'state-for-administrators-only': {
    description: 'Only administrators may read the ledger end, pruned offsets and packages.',
    killedBy: 'ledger/{ledger-end,latest-pruned-offsets,packages-list}/accepts-every-user',
    token: 'reader',
    change: guard([on.ledgerEnd, on.pruned, on.packages], adminOnly),
  },
});
