/** Faults in what filters select, and in what they add. */

import type { Which } from '../fault.ts';
import type { Json } from '../operators/json.ts';
import { CONTRACTS, LISTS, on } from '../operators/operations.ts';
import { filterBy, inFormats, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

type Filters = (filters: unknown[]) => unknown[];
const firstOnly: Filters = (filters) => filters.slice(0, 1);
const lastOnly: Filters = (filters) => filters.slice(-1);
/** Uses only the first of the parties. */
const firstParty = (which: Which): Change =>
  request(which, inFormats('filtersByParty'), (byParty) =>
    Object.fromEntries(Object.entries(byParty as object).slice(0, 1)),
  );

export const filterFaults: readonly LedgerFault[] = table({
  'first-party-only-in-lists': {
    description: 'Lists of active contracts use only the first of several parties.',
    killedBy: 'ledger/{active-contracts,active-contracts-page}/parties-add-up',
    versions: EVERY_VERSION,
    change: firstParty(CONTRACTS),
  },
  'first-filter-only': {
    description: 'Lists of active contracts use only the first filter of a party.',
    killedBy: 'ledger/active-contracts/template-filters-add-up',
    versions: EVERY_VERSION,
    change: filterBy(on.contracts, firstOnly),
  },
  'last-filter-only': {
    description: 'Pages of active contracts use only the last filter of a party.',
    killedBy: 'ledger/active-contracts-page/template-filters-add-up',
    change: filterBy(on.contractsPage, lastOnly),
  },
  'ends-hidden-from-observers': {
    description:
      'Lists of changes show the end of a contract only if a signatory is among the requested parties.',
    killedBy: 'ledger/updates/{consuming-exercises-match-archived-events,acs-delta-marks-changes}',
    versions: EVERY_VERSION,
    change: respond(LISTS, '*.update.Transaction.value.events', (events, _call, ledger) =>
      (events as Json[]).filter(({ ArchivedEvent: ended }) => {
        if (ended === undefined) return true;
        const { contractId, witnessParties } = ended as {
          contractId: string;
          witnessParties: readonly string[];
        };
        const contract = ledger.history.contracts.get(contractId)?.contract;
        return contract?.signatories.some((party) => witnessParties.includes(party));
      }),
    ),
  },
});
