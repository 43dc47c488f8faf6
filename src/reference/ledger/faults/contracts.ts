/** Faults in contracts: lookups, active contracts at an offset, and what filters select and add. */

import { handling, type LedgerFault, table, type Which } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, listAt, names, valueAt } from '../operators/json.ts';
import { CONTRACTS, on, VETTED } from '../operators/operations.ts';
import { FORMATS, filterBy, inFormats, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';

/** Reads the offset of an archival as the one before it. */
const beforeArchivals = (operationId: string): Change =>
  request(operationId, 'activeAtOffset', (offset, _call, { history }) =>
    [...history.contracts.values()].some(({ archived }) => archived?.offset === Number(offset))
      ? Number(offset) - 1
      : offset,
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

/** Uses only the first of the parties. */
const firstParty = (which: Which): Change =>
  request(which, inFormats('filtersByParty'), (byParty) =>
    Object.fromEntries(Object.entries(byParty as object).slice(0, 1)),
  );

/** The same body without its filters. */
const unfiltered = (call: Call): { body: unknown } => {
  const body = structuredClone(call.body);
  for (const format of FORMATS.slice(0, 2))
    edit.edited(body, `${format}.filtersByParty.*.cumulative`, () => []);
  return { body };
};

/** Applies the limit of a list before the filters. */
const cutFirst = (operationId: string, id: string): Change =>
  handling(operationId, (handle) => async (call, ledger) => {
    const limit = Number(call.query.get('limit'));
    if (!names(call.body, 'TemplateFilter') || !(limit < 50)) return handle(call, ledger);
    const query = new URLSearchParams(call.query);
    query.set('limit', '199');
    const first = (await handle({ ...call, ...unfiltered(call) }, ledger)).json as unknown[];
    const passing = await handle({ ...call, query }, ledger);
    const kept = new Set(first.slice(0, limit).map((one) => idIn(one, id)));
    const json = (passing.json as unknown[]).filter((one) => kept.has(idIn(one, id)));
    return { ...passing, json };
  });

const idIn = (element: unknown, name: string): string =>
  new RegExp(`"${name}":"([^"]*)"`).exec(JSON.stringify(element))?.[1] ?? '';

const PREFIXES = 'packageMetadataFilter.packageNamePrefixes';

export const contractFaults: readonly LedgerFault[] = table({
  'active-contract-twice': {
    description: 'The list repeats an active contract.',
    killedBy: 'ledger/active-contracts/entries-exist-at-offset',
    change: respond(on.contracts, '', (list) =>
      (list as Json[]).slice(0, 1).concat(list as Json[]),
    ),
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
  'archived-contracts-stay-for-an-offset': {
    description: 'A contract is still listed at the offset of its archival.',
    killedBy: 'ledger/active-contracts/snapshot-agrees-with-updates',
    change: beforeArchivals(on.contracts),
  },
  'moving-contract-vanishes': {
    description: 'The list omits a contract that is between two synchronizers.',
    killedBy: 'ledger/active-contracts/unfinished-reassignments-are-listed',
    change: respond(on.contracts, '', settled),
  },
  'first-party-only-in-lists': {
    description: 'Lists of active contracts use only the first of several parties.',
    killedBy: 'ledger/{active-contracts,*contracts-page}/parties-add-up',
    change: firstParty(CONTRACTS),
  },
  'first-filter-only': {
    description: 'Lists of active contracts use only the first filter of a party.',
    killedBy: 'ledger/{active-contracts,*contracts-page}/template-filters-add-up',
    change: filterBy(CONTRACTS, (filters) => filters.slice(0, 1)),
  },
  'contracts-cut-before-filtered': {
    description: 'The server cuts active contracts at the limit before it filters them.',
    killedBy: 'ledger/active-contracts/limit-counts-filtered-contracts',
    change: cutFirst(on.contracts, 'contractId'),
  },
  'prefixes-only-without-ids': {
    description: 'Package name prefixes count only if the filter has no package ids.',
    killedBy: 'ledger/package-vetting-list/package-filters-combine',
    change: request(
      VETTED,
      PREFIXES,
      edit.to([]),
      ({ body }) => listAt(valueAt(body, 'packageMetadataFilter'), 'packageIds').length > 0,
    ),
  },
});
