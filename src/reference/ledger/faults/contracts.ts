/** Faults in active contracts, their events, and the lookup of one. */
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { accept } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const CREATED = '*.contractEntry.JsActiveContract.createdEvent';

export const contractFaults: readonly LedgerFault[] = table({
  'archived-contract-never-began': {
    description: 'The events of an archived contract omit its creation.',
    killedBy: 'ledger/events-by-contract-id/archived-contract-matches-updates',
    change: respond(on.events, '', (json) =>
      (json as Json)['archived'] ? { ...(json as Json), created: null } : json,
    ),
  },
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
  'active-contracts-of-others': {
    description: 'The list shows active contracts of parties that are not in the request.',
    killedBy: 'ledger/active-contracts/witnesses-are-requested-parties',
    change: request(on.contracts, 'eventFormat', edit.anyParty),
  },
  'active-contract-has-another-template': {
    description: 'The list shows another template of a contract than its events.',
    killedBy: 'ledger/events-by-contract-id/created-event-matches-list',
    change: respond(on.contracts, `${CREATED}.templateId`, edit.append('2')),
  },
  'blob-never-sent': {
    description: 'The list never shows blobs.',
    killedBy: 'ledger/active-contracts/blobs-only-on-request',
    change: respond(on.contracts, `${CREATED}.createdEventBlob`, edit.to('')),
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
  'events-of-another-contract': {
    description: 'The events of a contract have the id of another contract.',
    killedBy: 'ledger/events-by-contract-id/created-event-matches-list',
    change: respond(on.events, 'created.createdEvent.contractId', (id) =>
      String(id).replace(/.$/, (c) => (c === '0' ? '1' : '0')),
    ),
  },
  'unknown-contract-has-no-events': {
    description: 'An unknown contract gets 200 and no events.',
    killedBy: 'ledger/events-by-contract-id/{rejects-unknown-contract,unknown-contract-error}',
    change: accept({ codes: ['CONTRACT_EVENTS_NOT_FOUND'] }, { created: null, archived: null }),
  },
  'contract-by-id-is-another': {
    description: 'The lookup of a contract returns another contract.',
    killedBy: 'ledger/contract-by-id/created-event-matches-list',
    change: altering(on.contract, ({ handle }) => ({
      handle: async (call, ledger) => {
        await handle(call, ledger);
        const { contractId } = call.body as { contractId: string };
        const all = [...ledger.history.contracts.values()];
        const other = all.find(({ contract }) => contract.id !== contractId);
        const body = { contractId: other?.contract.id ?? '', queryingParties: [] };
        return handle({ ...call, body }, ledger);
      },
    })),
  },
  'contract-by-id-altered': {
    description: 'The lookup of a contract shows other arguments than its events.',
    killedBy: 'ledger/contract-by-id/created-event-matches-list',
    change: respond(on.contract, 'createdEvent.createArgument', edit.merge({ name: 'another' })),
  },
  'contract-shown-to-unrelated-parties': {
    description: 'The lookup of a contract ignores the querying parties.',
    killedBy: 'ledger/contract-by-id/hides-from-unrelated-party',
    change: request(on.contract, '', edit.merge({ queryingParties: [] })),
  },
  'unknown-contract-is-null': {
    description: 'An unknown contract gets 200 and null.',
    killedBy: 'ledger/contract-by-id/{rejects-unknown-contract,unknown-contract-error}',
    change: accept({ codes: ['CONTRACT_PAYLOAD_NOT_FOUND'] }, { createdEvent: null }),
  },
});
