/** Faults in contracts: those that are active, their events, and the look-up of one. */
import { altering, answeringJson, refusingCode } from '../fault.ts';
import { ok } from '../route.ts';
import { AMONG_CONTRACTS, edited, type Json, type LedgerFault, of } from './tools.ts';
import { listing } from './updates.ts';

const ACTIVE = 'postV2StateActive-contracts';
const created = '*.contractEntry.JsActiveContract.createdEvent';

export const contractFaults: readonly LedgerFault[] = [
  {
    id: 'archived-contract-never-began',
    description:
      'The look-up of an archived contract shows its archived event and not how it began.',
    killedBy: of('events-by-contract-id', 'archived-event-is-the-one-of-the-updates'),
    change: answeringJson('postV2EventsEvents-by-contract-id', (json) => {
      const told = json as { readonly archived?: unknown };
      return told.archived ? { ...told, created: null } : told;
    }),
  },
  {
    id: 'archived-contract-is-active',
    description: 'Archived contracts are listed as active.',
    killedBy: of('events-by-contract-id', 'archived-event-is-the-one-of-the-updates'),
    collateral: [of('active-contracts*', 'as-the-updates-tell')],
    versions: ['3.4', '3.5'],
    change: (_honest, { history }) => {
      for (const tracked of history.contracts.values()) delete tracked.archived;
      return {};
    },
  },
  {
    id: 'active-contract-left-out',
    description: 'The newest active contract is left out of the list.',
    killedBy: of('active-contracts', 'limit-is-a-prefix'),
    collateral: [AMONG_CONTRACTS],
    change: listing(ACTIVE, (list) => list.slice(0, -1)),
  },
  {
    id: 'active-contract-twice',
    description: 'An active contract is listed twice.',
    killedBy: of('active-contracts', 'entries-stand-at-the-offset'),
    collateral: [AMONG_CONTRACTS],
    change: listing(ACTIVE, (list) => [...list.slice(0, 1), ...list]),
  },
  {
    id: 'active-contracts-of-others',
    description: 'Active contracts of parties who were not asked for are listed.',
    killedBy: of('active-contracts', 'entries-are-for-the-asking-parties'),
    collateral: [of('updates', 'extras-as-in-active-contracts'), AMONG_CONTRACTS],
    change: altering(ACTIVE, ({ handle }) => ({
      handle: (ask, ledger) => {
        const body = edited(structuredClone(ask.body), 'eventFormat', (format) => ({
          ...(format as object),
          filtersByParty: {},
          filtersForAnyParty: { cumulative: [] },
        }));
        return handle({ ...ask, body }, ledger);
      },
    })),
  },
  {
    id: 'active-contract-has-another-template',
    description: 'The list calls the template of a contract otherwise than its events.',
    killedBy: of('events-by-contract-id', 'created-event-is-the-listed-one'),
    collateral: [AMONG_CONTRACTS],
    change: listing(ACTIVE, (list) => edited(list, `${created}.templateId`, (id) => `${id}2`)),
  },
  {
    id: 'blob-never-sent',
    description: 'Contracts come without their blob, though it was asked for.',
    killedBy: of('active-contracts', 'blobs-when-asked-for'),
    collateral: [
      of('active-contracts', '{template,interface}-filter-asks-for-blobs'),
      of('updates', 'extras-as-in-active-contracts'),
    ],
    change: listing(ACTIVE, (list) => edited(list, `${created}.createdEventBlob`, () => '')),
  },
  {
    id: 'active-contract-has-ended',
    description: 'The events of an active contract name an archival.',
    killedBy: of('events-by-contract-id', 'active-contract-is-not-archived'),
    collateral: [AMONG_CONTRACTS],
    change: answeringJson('postV2EventsEvents-by-contract-id', (json, ask) => {
      const {
        created: { createdEvent: event, synchronizerId },
      } = json as {
        created: { createdEvent: Json; synchronizerId: string };
      };
      const { contractId, templateId, packageName, witnessParties, offset, nodeId } = event;
      const archivedEvent = {
        offset,
        nodeId,
        contractId,
        templateId,
        packageName,
        witnessParties,
        implementedInterfaces: [],
      };
      return {
        ...(json as object),
        archived: { archivedEvent, synchronizerId },
        ...(ask.body ? {} : {}),
      };
    }),
  },
  {
    id: 'events-of-another-contract',
    description: 'The events of a contract are those of another contract.',
    killedBy: of('events-by-contract-id', 'created-event-is-the-listed-one'),
    collateral: [
      of(
        'events-by-contract-id',
        '{archived-event-is-the-one-of-the-updates,is-the-one-asked-for}',
      ),
    ],
    change: answeringJson('postV2EventsEvents-by-contract-id', (json) =>
      edited(json, 'created.createdEvent.contractId', (id) =>
        String(id).replace(/.$/, (c) => (c === '0' ? '1' : '0')),
      ),
    ),
  },
  {
    id: 'unknown-contract-has-no-events',
    description: 'The events of an unknown contract are answered with 200 and none.',
    killedBy: of('events-by-contract-id', 'unknown-contract-not-found'),
    collateral: [
      of('events-by-contract-id', 'filtered-events-not-found'),
      of('events-by-contract-id', 'strangers-do-not-find-it'),
    ],
    change: refusingCode('CONTRACT_EVENTS_NOT_FOUND', () => ok({ created: null, archived: null })),
  },
  {
    id: 'contract-by-id-is-another',
    description: 'The look-up of a contract answers with another contract.',
    killedBy: of('contract-by-id', 'data-is-the-listed-one'),
    collateral: [of('contract-by-id', 'is-the-one-asked-for')],
    change: altering('postV2ContractsContract-by-id', ({ handle }) => ({
      handle: async (ask, ledger) => {
        await handle(ask, ledger);
        const { contractId } = ask.body as { contractId: string };
        const all = [...ledger.history.contracts.values()];
        const other = all.find(({ contract }) => contract.id !== contractId);
        const body = { contractId: other?.contract.id ?? '', queryingParties: [] };
        return handle({ ...ask, body }, ledger);
      },
    })),
  },
  {
    id: 'contract-by-id-altered',
    description: 'The look-up of a contract has other arguments than its events.',
    killedBy: of('contract-by-id', 'data-is-the-listed-one'),
    change: answeringJson('postV2ContractsContract-by-id', (json) =>
      edited(json, 'createdEvent.createArgument', (values) => ({
        ...(values as object),
        name: 'another',
      })),
    ),
  },
  {
    id: 'contract-shown-to-strangers',
    description: 'The look-up of a contract does not look at the querying parties.',
    killedBy: of('contract-by-id', 'strangers-do-not-find-it'),
    change: altering('postV2ContractsContract-by-id', ({ handle }) => ({
      handle: (ask, ledger) =>
        handle({ ...ask, body: { ...(ask.body as object), queryingParties: [] } }, ledger),
    })),
  },
  {
    id: 'unknown-contract-is-null',
    description: 'The look-up of an unknown contract answers with 200 and null.',
    killedBy: of('contract-by-id', 'unknown-contract-not-found'),
    collateral: [of('contract-by-id', '*')],
    change: refusingCode('CONTRACT_PAYLOAD_NOT_FOUND', () => ok({ createdEvent: null })),
  },
];
