import { altering } from '../fault.ts';
import type { Filters } from '../filters/decode.ts';
import * as edit from '../operators/edits.ts';
import type { Json } from '../operators/json.ts';
import { CONTRACTS, on, UPLOADS, VET } from '../operators/operations.ts';
import { inFormats, query, request } from '../operators/request.ts';
import type { Change } from '../steps.ts';
import { NEWEST } from '../versions.ts';
import { type LedgerFault, table } from './table.ts';

/** Edits the filters by party in the requests for active contracts. */
const ofParties = (change: (byParty: Readonly<Record<string, Filters>>) => object): Change =>
  request(CONTRACTS, inFormats('filtersByParty'), (byParty) =>
    change(byParty as Readonly<Record<string, Filters>>),
  );

export const oneOfSeveralFaults: readonly LedgerFault[] = table({
  'first-mask-path-only': {
    description: 'An update changes only the first member that its mask names.',
    killedBy: 'ledger/*/update-changes-named-members',
    change: request([on.updateUser, on.updateIdp], 'updateMask.paths', edit.first(1)),
  },
  'hints-in-lower-case': {
    description: 'A new party has the hint of the request in lower case.',
    killedBy: 'ledger/parties-allocate/allocated-id-has-hint',
    change: request(on.allocate, 'partyIdHint', (hint) => String(hint).toLowerCase()),
  },
  'first-vetting-change-only': {
    description: 'A change of vetted packages executes only the first of its changes.',
    killedBy: 'ledger/package-vetting-update/dry-run-shows-period',
    change: request(VET, 'changes', edit.first(1)),
  },
  'vets-on-first-synchronizer': {
    description: 'An upload vets its packages on the first synchronizer.',
    killedBy: 'ledger/*-upload/uploaded-packages-are-vetted',
    change: query(UPLOADS, (parameters) => parameters.delete('synchronizerId')),
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
    description: 'The filters of all parties count for each of them.',
    killedBy: 'ledger/active-contracts*/parties-add-up',
    change: ofParties((byParty) => {
      const cumulative = Object.values(byParty).flatMap((one) => one.cumulative);
      return Object.fromEntries(Object.keys(byParty).map((party) => [party, { cumulative }]));
    }),
  },
  'parties-lost-beside-any-party': {
    description: 'Filters by party are ignored beside a filter for any party.',
    killedBy: 'ledger/active-contracts*/party-filters-add-to-any-party',
    change: request(CONTRACTS, 'eventFormat', (format) =>
      (format as Json | undefined)?.['filtersForAnyParty'] === undefined
        ? format
        : edit.merge({ filtersByParty: {} })(format),
    ),
  },
  'reassignments-by-transaction-format': {
    description: 'Reassignments are selected by the format of the transactions.',
    killedBy: 'ledger/updates*/witnesses-are-requested-parties',
    versions: [NEWEST],
    change: request([on.updates, on.updatesPage], 'updateFormat', (format) => {
      const { includeTransactions, includeReassignments } = format as Json;
      const events = (includeTransactions as Json | undefined)?.['eventFormat'];
      return includeReassignments && events
        ? edit.merge({ includeReassignments: events })(format)
        : format;
    }),
  },
  'active-until-after-its-end': {
    description: 'A contract is listed as active at the offset of its archival.',
    killedBy: 'ledger/active-contracts*/snapshot-agrees-with-updates',
    change: altering(CONTRACTS, ({ handle }) => ({
      handle: (call, ledger) => {
        const { activeAtOffset: at } = call.body as { readonly activeAtOffset?: number };
        const ended = [...ledger.history.contracts.values()].flatMap((contract) =>
          contract.archived?.offset === at ? [{ contract, archived: contract.archived }] : [],
        );
        for (const { contract } of ended) delete contract.archived;
        try {
          return handle(call, ledger);
        } finally {
          for (const { contract, archived } of ended) Object.assign(contract, { archived });
        }
      },
    })),
  },
});
