/** Faults in what is read of a request: a member is checked and then ignored, or one of several counts. */

import { type LedgerFault, table, together } from '../fault.ts';
import type { Filters } from '../filters/decode.ts';
import * as edit from '../operators/edits.ts';
import type { Json } from '../operators/json.ts';
import { CONTRACTS, on } from '../operators/operations.ts';
import { inFormats, request } from '../operators/request.ts';
import type { Change } from '../steps.ts';
import { from } from '../versions.ts';

/** Edits the filters by party in the requests for active contracts. */
const ofParties = (change: (byParty: Readonly<Record<string, Filters>>) => object): Change =>
  request(CONTRACTS, inFormats('filtersByParty'), (byParty) =>
    change(byParty as Readonly<Record<string, Filters>>),
  );

export const ignoredMemberFaults: readonly LedgerFault[] = table({
  'only-the-first-package-vetted': {
    description: 'A change to vetted packages affects only its first package.',
    killedBy: 'ledger/package-vetting-update/each-reference-is-resolved',
    change: request(on.vet, 'changes.*.operation.value.value.packages', edit.first(1)),
  },
  'parties-on-the-first-synchronizer': {
    description: 'New parties are on the first synchronizer.',
    killedBy: 'ledger/parties-allocate/party-is-on-the-named-synchronizer',
    change: request(
      on.allocate,
      'synchronizerId',
      (_id, _call, { synchronizers }) => synchronizers[0],
    ),
  },
  'owners-of-external-parties-ignored': {
    description: 'The user that the allocation of an external party names does not get the right.',
    killedBy: 'ledger/external-parties-allocate/named-user-may-act',
    versions: from('3.5'),
    change: request(on.allocateExternal, 'userId', edit.to('')),
  },
  'first-command-only': {
    description: 'The server executes the first command of a submission and drops the others.',
    killedBy: 'ledger/submit-and-wait-for-transaction{,-tree}/executes-each-command',
    change: together(
      request(on.forTransaction, 'commands.commands', edit.first(1)),
      request(on.forTree, 'commands', edit.first(1)),
    ),
  },
  'first-mask-path-only': {
    description: 'An update changes only the first member that its mask names.',
    killedBy: 'ledger/*/update-changes-named-members',
    change: request([on.updateUser, on.updateIdp], 'updateMask.paths', edit.first(1)),
  },
  'updates-found-by-part-of-id': {
    description: 'A lookup compares the first 64 characters of an update id.',
    killedBy: 'ledger/*/rejects-unknown-update',
    change: request([on.updateById, on.transactionById], 'updateId', (id, _call, { history }) => {
      const start = String(id).slice(0, 64);
      return history.updates.find(({ updateId }) => updateId.startsWith(start))?.updateId ?? id;
    }),
  },
  'filters-of-all-parties-for-each': {
    description: 'The filters of all parties apply to each of them.',
    killedBy: 'ledger/active-contracts*/parties-add-up',
    change: ofParties((byParty) => {
      const cumulative = Object.values(byParty).flatMap((one) => one.cumulative);
      return Object.fromEntries(Object.keys(byParty).map((party) => [party, { cumulative }]));
    }),
  },
  'parties-lost-beside-any-party': {
    description: 'Filters by party are ignored if there is a filter for any party.',
    killedBy: 'ledger/active-contracts*/party-filters-add-to-any-party',
    change: request(CONTRACTS, 'eventFormat', (format) =>
      (format as Json | undefined)?.['filtersForAnyParty'] === undefined
        ? format
        : edit.merge({ filtersByParty: {} })(format),
    ),
  },
});
