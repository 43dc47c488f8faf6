import * as edit from '../operators/edits.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { respond } from '../operators/respond.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

export const contractFaults: readonly LedgerFault[] = table({
  'archived-contract-is-active': {
    description: 'Archived contracts are listed as active.',
    killedBy: 'ledger/events-by-contract-id/archived-contract-matches-updates',
    versions: EVERY_VERSION,
    change: (_steps, { history }) => {
      for (const tracked of history.contracts.values()) delete tracked.archived;
      return {};
    },
  },
  'active-contract-left-out': {
    description: 'The list omits the newest active contract.',
    killedBy: 'ledger/active-contracts/limit-returns-prefix',
    change: respond(on.contracts, '', edit.withoutLast),
  },
  'active-contract-twice': {
    description: 'The list has an active contract twice.',
    killedBy: 'ledger/active-contracts/entries-exist-at-offset',
    change: respond(on.contracts, '', edit.firstTwice),
  },
  'active-contract-has-ended': {
    description: 'The events of an active contract include an archival.',
    killedBy: 'ledger/events-by-contract-id/active-contract-has-no-archival',
    change: respond(on.events, '', (json) => {
      const created = valueAt(json, 'created') as Json;
      const { contractId, templateId, packageName, witnessParties, offset, nodeId } = created[
        'createdEvent'
      ] as Json;
      const own = { offset, nodeId, contractId, templateId, packageName, witnessParties };
      const archivedEvent = { ...own, implementedInterfaces: [] };
      const { synchronizerId } = created;
      return { ...(json as Json), archived: { archivedEvent, synchronizerId } };
    }),
  },
});
