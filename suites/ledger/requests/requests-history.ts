/** The good requests for updates, contracts and completions. */
import type { Fixtures } from '../../../src/index.ts';
import { ABSENT, eventsOf, limitFor, transactionsOf, updatesOf } from './formats.ts';
import { endOf, prunedTo, wholeRange } from './offsets.ts';
import { idleOf } from './open-lists.ts';
import { one, parties, type Requests, userOf } from './request-parts.ts';
import { activeContracts } from './still-listed.ts';

const transaction = ({ updates }: Fixtures): Fixtures['updates'][number] =>
  one(updates.filter(({ kind }) => kind === 'transaction'));
const noTransaction = ({ updates, parties: readable }: Fixtures): string | undefined =>
  readable.length > 0 && updates.length > 0 && !updates.some(({ kind }) => kind === 'transaction')
    ? 'the ledger showed no transaction'
    : undefined;

const stream = (f: Fixtures) => ({ limit: limitFor(f) });

const EVENTS = activeContracts((contractId, readers) => ({
  contractId,
  eventFormat: eventsOf(readers),
}));
const CONTRACT = activeContracts((contractId, queryingParties) => ({
  contractId,
  queryingParties,
}));

/** An end is positive, so that an empty ledger has no closed range. */
const nothingYet = ({ ledgerEnd: [at] }: Fixtures): string | undefined =>
  at === 0 ? 'the ledger is empty' : undefined;

/** Without ledger end and pruning offset the accepted range is unknown. */
const HISTORY = ['parties', 'ledgerEnd', 'prunedTo'] as const;

const updates: Requests = {
  needs: HISTORY,
  notApplicableWhen: nothingYet,
  acceptable: (f) => [
    { query: stream(f), json: { ...wholeRange(f), updateFormat: updatesOf(parties(f)) } },
    {
      query: { ...stream(f), stream_idle_timeout_ms: idleOf(f) },
      json: {
        ...wholeRange(f),
        updateFormat: updatesOf(parties(f), 'TRANSACTION_SHAPE_LEDGER_EFFECTS', false),
      },
    },
    {
      query: { limit: 1 },
      json: { ...wholeRange(f), updateFormat: updatesOf(parties(f).slice(0, 1)) },
    },
  ],
};

/** A tree has no place for topology, and from 3.5 on the older form of the body is the one for trees. */
const trees: Requests = {
  ...updates,
  acceptable: (f, { contract }) => {
    const eventFormat = eventsOf(parties(f));
    const effects = transactionsOf(parties(f), 'TRANSACTION_SHAPE_LEDGER_EFFECTS');
    const updateFormat = { includeTransactions: effects, includeReassignments: eventFormat };
    const { filtersByParty } = eventFormat;
    const form = (verbose: boolean) =>
      contract.version.startsWith('3.4')
        ? { updateFormat }
        : { filter: { filtersByParty }, verbose };
    return [
      { query: stream(f), json: { ...wholeRange(f), ...form(false) } },
      { query: { limit: 1 }, json: { ...wholeRange(f), ...form(true) } },
    ];
  },
};

/** By the name of the operation. */
export const HISTORY_REQUESTS: Readonly<Record<string, Requests>> = {
  'active-contracts': {
    needs: ['parties', 'ledgerEnd'],
    acceptable: (f) => [
      { query: stream(f), json: { activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties) } },
      {
        query: { limit: 1 },
        json: { activeAtOffset: endOf(f), eventFormat: eventsOf(parties(f), true) },
      },
    ],
  },
  'active-contracts-page': {
    needs: ['parties', 'ledgerEnd'],
    acceptable: (f) => [
      { json: { activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties), maxPageSize: 10 } },
      { json: { activeAtOffset: endOf(f), eventFormat: eventsOf(parties(f), true) } },
    ],
  },
  completions: {
    needs: ['parties', 'prunedTo'],
    acceptable: (f) => [
      {
        query: { limit: limitFor(f), stream_idle_timeout_ms: idleOf(f) },
        json: { userId: userOf(f), parties: parties(f), beginExclusive: prunedTo(f) },
      },
    ],
  },
  'events-by-contract-id': {
    needs: 'contracts',
    acceptable: (f) => f.contracts.slice(0, 2).map(({ contractId }) => EVENTS.look(contractId, f)),
    listed: EVENTS,
    unknown: { json: { contractId: ABSENT.contractId, eventFormat: eventsOf([ABSENT.party]) } },
  },
  'contract-by-id': {
    needs: 'contracts',
    acceptable: (f) =>
      f.contracts.slice(0, 2).map(({ contractId }) => CONTRACT.look(contractId, f)),
    listed: CONTRACT,
    unknown: { json: { contractId: ABSENT.contractId, queryingParties: [ABSENT.party] } },
  },
  updates,
  'updates-flats': updates,
  'updates-trees': trees,
  'updates-page': {
    needs: HISTORY,
    notApplicableWhen: nothingYet,
    acceptable: (f) => [
      {
        json: {
          beginOffsetExclusive: prunedTo(f),
          endOffsetInclusive: endOf(f),
          maxPageSize: 10,
          updateFormat: updatesOf(parties(f)),
        },
      },
      {
        json: {
          beginOffsetExclusive: prunedTo(f),
          endOffsetInclusive: endOf(f),
          maxPageSize: 2,
          descendingOrder: true,
          updateFormat: updatesOf(parties(f)),
        },
      },
    ],
  },
  'transaction-tree-by-offset': {
    needs: 'updates',
    notApplicableWhen: noTransaction,
    acceptable: (f) => [
      { path: { offset: `${transaction(f).offset}` }, query: { parties: f.parties } },
    ],
    unknown: { path: { offset: `${ABSENT.later}` }, query: { parties: [ABSENT.party] } },
  },
  'transaction-tree-by-id': {
    needs: 'updates',
    notApplicableWhen: noTransaction,
    acceptable: (f) => [
      { path: { 'update-id': transaction(f).updateId }, query: { parties: f.parties } },
    ],
    unknown: { path: { 'update-id': ABSENT.updateId }, query: { parties: [ABSENT.party] } },
  },
  'transaction-by-offset': {
    needs: 'updates',
    notApplicableWhen: noTransaction,
    acceptable: (f) => [
      { json: { offset: transaction(f).offset, transactionFormat: transactionsOf(f.parties) } },
      { json: { offset: transaction(f).offset, requestingParties: f.parties } },
    ],
    unknown: { json: { offset: ABSENT.later, requestingParties: [ABSENT.party] } },
  },
  'transaction-by-id': {
    needs: 'updates',
    notApplicableWhen: noTransaction,
    acceptable: (f) => [
      { json: { updateId: transaction(f).updateId, transactionFormat: transactionsOf(f.parties) } },
      { json: { updateId: transaction(f).updateId, requestingParties: f.parties } },
    ],
    unknown: { json: { updateId: ABSENT.updateId, requestingParties: [ABSENT.party] } },
  },
  'update-by-offset': {
    needs: 'updates',
    acceptable: (f) =>
      f.updates
        .slice(0, 3)
        .map(({ offset }) => ({ json: { offset, updateFormat: updatesOf(f.parties) } })),
    unknown: { json: { offset: ABSENT.later, updateFormat: updatesOf([ABSENT.party]) } },
  },
  'update-by-id': {
    needs: 'updates',
    acceptable: (f) =>
      f.updates
        .slice(0, 3)
        .map(({ updateId }) => ({ json: { updateId, updateFormat: updatesOf(f.parties) } })),
    unknown: { json: { updateId: ABSENT.updateId, updateFormat: updatesOf([ABSENT.party]) } },
  },
};
