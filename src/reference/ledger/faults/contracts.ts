/** Faults in contracts and their events: lookups, active contracts at an offset, what they show of their updates. */
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

/** Reads an offset between the pruned one and the end as the end. */
const atTheEnd = (operationId: string): Change =>
  request(operationId, 'activeAtOffset', (offset, _call, { history }) =>
    Number(offset) > history.pruned && Number(offset) < history.end ? history.end : offset,
  );

const moving = (entry: Json): unknown => valueAt(entry, 'contractEntry.JsIncompleteUnassigned');

/** Shows an incomplete unassigned contract as active where it came from. */
export function atHome(entry: unknown): unknown {
  const away = moving(entry as Json);
  if (!isRecord(away)) return entry;
  const synchronizerId = valueAt(away, 'unassignedEvent.source');
  const active = { createdEvent: away['createdEvent'], synchronizerId, reassignmentCounter: 0 };
  return { ...(entry as Json), contractEntry: { JsActiveContract: active } };
}

const settled = edit.keep((entry) => moving(entry) === undefined);

export const contractFaults: readonly LedgerFault[] = table({
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
  'active-contracts-of-the-end': {
    description: 'The list shows the active contracts of the end at every offset.',
    killedBy: 'ledger/active-contracts/snapshot-agrees-with-updates',
    change: atTheEnd(on.contracts),
  },
  'moving-contract-vanishes': {
    description: 'The list omits a contract between two synchronizers.',
    killedBy: 'ledger/active-contracts/unfinished-reassignments-are-listed',
    change: respond(on.contracts, '', settled),
  },
});
