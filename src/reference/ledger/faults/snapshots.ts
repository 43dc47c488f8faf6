/** Faults in contracts that are active at an offset before the end. */
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** Reads an offset between the pruned one and the end as the end. */
const atTheEnd = (operationId: string): Change =>
  request(operationId, 'activeAtOffset', (offset, _call, { history }) =>
    Number(offset) > history.pruned && Number(offset) < history.end ? history.end : offset,
  );

const moving = (entry: Json): unknown => valueAt(entry, 'contractEntry.JsIncompleteUnassigned');

/** An entry as if the contract had never left. */
export function atHome(entry: unknown): unknown {
  const away = moving(entry as Json);
  if (!isRecord(away)) return entry;
  const synchronizerId = valueAt(away, 'unassignedEvent.source');
  const active = { createdEvent: away['createdEvent'], synchronizerId, reassignmentCounter: 0 };
  return { ...(entry as Json), contractEntry: { JsActiveContract: active } };
}

const settled = edit.keep((entry) => moving(entry) === undefined);

export const snapshotFaults: readonly LedgerFault[] = table({
  'active-contracts-of-the-end': {
    description: 'The list shows the active contracts of the end at every offset.',
    killedBy: 'ledger/active-contracts/snapshot-agrees-with-updates',
    versions: EVERY_VERSION,
    change: atTheEnd(on.contracts),
  },
  'moving-contract-vanishes': {
    description: 'The list omits a contract between two synchronizers.',
    killedBy: 'ledger/active-contracts/unfinished-reassignments-are-listed',
    change: respond(on.contracts, '', settled),
  },
  'moving-contract-is-active': {
    description: 'A contract that left a synchronizer is listed as active there.',
    killedBy: 'ledger/active-contracts/snapshot-agrees-with-updates',
    versions: EVERY_VERSION,
    change: respond(on.contracts, '*', atHome),
  },
});
