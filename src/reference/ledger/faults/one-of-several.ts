/** Faults that read one of several values, or mix up the values of several. */
import type { RawCommands } from '../commands/decode.ts';
import { altering } from '../fault.ts';
import type { Filters } from '../filters/decode.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json } from '../operators/json.ts';
import { CONTRACTS, LISTS, on, UPLOADS, VET } from '../operators/operations.ts';
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
  'last-party-of-query-only': {
    description: 'A lookup of parties reads only the last one of the query.',
    killedBy: 'ledger/parties-list/shows-parties-of-query',
    change: query(on.party, (parameters) => {
      const last = parameters.getAll('parties').at(-1);
      if (last !== undefined) parameters.set('parties', last);
    }),
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
  'names-of-parties-filtered-only': {
    description: 'The filter of the list of parties is cut at its double colon.',
    killedBy: 'ledger/parties-list/filter-limits-parties',
    change: query(on.parties, (parameters) => {
      const [name = ''] = parameters.get('filter-party')?.split('::') ?? [];
      if (parameters.has('filter-party')) parameters.set('filter-party', name);
    }),
  },
  'updates-found-by-part-of-id': {
    description: 'A lookup compares the first 64 characters of an update id.',
    killedBy: 'ledger/*/rejects-unknown-update',
    change: request([on.updateById, on.transactionById], 'updateId', (id, _call, { history }) => {
      const start = String(id).slice(0, 64);
      return history.updates.find(({ updateId }) => updateId.startsWith(start))?.updateId ?? id;
    }),
  },
  'contracts-found-by-part-of-id': {
    description: 'A lookup compares the first 64 characters of a contract id.',
    killedBy: 'ledger/*/rejects-unknown-contract',
    change: request([on.contract, on.events], 'contractId', (id, _call, { history }) => {
      const start = String(id).slice(0, 64);
      return [...history.contracts.keys()].find((one) => one.startsWith(start)) ?? id;
    }),
  },
  'filters-of-first-party-for-all': {
    description: 'The filters of the first party count for every party.',
    killedBy: 'ledger/active-contracts*/parties-add-up',
    change: ofParties((byParty) => {
      const [first] = Object.values(byParty);
      return Object.fromEntries(Object.keys(byParty).map((party) => [party, first]));
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
  'parties-without-filters-left-out': {
    description: 'A party without filters gets nothing beside parties that have some.',
    killedBy: 'ledger/active-contracts*/parties-add-up',
    change: ofParties((byParty) => {
      const some = Object.entries(byParty).filter(
        ([
          ,
          {
            cumulative: [one],
          },
        ]) => one,
      );
      return some.length === 0 ? byParty : Object.fromEntries(some);
    }),
  },
  'interfaces-lost-beside-templates': {
    description: 'A filter for an interface is ignored beside one for a template.',
    killedBy: 'ledger/active-contracts*/template-filter-adds-to-interface-filter',
    change: request(CONTRACTS, inFormats('filtersByParty.*'), (filters) => {
      const { cumulative } = filters as Filters;
      const kindOf = ({ identifierFilter }: (typeof cumulative)[number]) => identifierFilter?.case;
      const wins = cumulative.some((one) => kindOf(one) === 'TemplateFilter');
      return wins
        ? { cumulative: cumulative.filter((one) => kindOf(one) !== 'InterfaceFilter') }
        : filters;
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
  'page-tokens-turn-the-order': {
    description: 'A page token sets the order of its first page for every request.',
    killedBy: 'ledger/updates-page/rejects-foreign-page-token',
    versions: [NEWEST],
    change: altering(on.updatesPage, ({ handle }) => ({
      handle: async (call, ledger) => {
        const body = call.body as Json;
        try {
          return await handle(call, ledger);
        } catch (error) {
          if (!isRecord(body) || !body['descendingOrder']) throw error;
          return handle({ ...call, body: { ...body, descendingOrder: false } }, ledger);
        }
      },
    })),
  },
  'right-of-first-actor-only': {
    description: 'A submission needs the right to act as the first of its parties only.',
    killedBy: 'ledger/submit-and-wait*/rejects-party-without-act-right',
    change: altering([on.submitAndWait, on.forTree], ({ authorise }) => ({
      authorise: (call, ledger) => {
        const body = call.body as RawCommands;
        authorise({ ...call, body: { ...body, actAs: body.actAs.slice(0, 1) } }, ledger);
      },
    })),
  },
  'descending-order-forgets-start': {
    description: 'In descending order a list of updates goes back to the first one.',
    killedBy: 'ledger/updates/descending-reverses-list',
    versions: [NEWEST],
    change: request(
      LISTS,
      'beginExclusive',
      (_begin, _call, { history }) => history.pruned,
      ({ body }) => (body as Json)['descendingOrder'] === true,
    ),
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
