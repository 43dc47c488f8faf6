/** Faults in what filters select, and in what they add. */

import type { Which } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import type { Json } from '../operators/json.ts';
import { CONTRACTS, LISTS, on } from '../operators/operations.ts';
import { filterBy, inFormats, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

type Filters = (filters: unknown[]) => unknown[];
interface Filter {
  readonly identifierFilter?: { readonly case: string; readonly value: { readonly value: object } };
}

const includes = (json: unknown, word: string): boolean => JSON.stringify(json).includes(word);
const firstOnly: Filters = (filters) => filters.slice(0, 1);
const lastOnly: Filters = (filters) => filters.slice(-1);
/** Without template filters; an empty list selects everything. */
const withoutTemplates: Filters = (filters) =>
  filters.filter((one) => !includes(one, '"TemplateFilter"'));

/** Interface filters with other members. */
const interfaces =
  (change: (filter: NonNullable<Filter['identifierFilter']>) => object): Filters =>
  (filters) =>
    (filters as Filter[]).map(({ identifierFilter: filter }) => ({
      identifierFilter: filter?.case === 'InterfaceFilter' ? change(filter) : filter,
    }));
const viewing = (includeInterfaceView: boolean): Filters =>
  interfaces(({ case: kind, value: { value } }) => ({
    case: kind,
    value: { value: { ...value, includeInterfaceView } },
  }));
const wildcard = (): object => ({
  case: 'WildcardFilter',
  value: { value: { includeCreatedEventBlob: false } },
});

/** Uses only the first of the parties. */
const firstParty = (which: Which): Change =>
  request(which, inFormats('filtersByParty'), (byParty) =>
    Object.fromEntries(Object.entries(byParty as object).slice(0, 1)),
  );

const ENTRY = 'contractEntry.*.createdEvent';
const PAGE_BLOBS = 'activeContracts.*.contractEntry.JsActiveContract.createdEvent.createdEventBlob';
const CONSUMING = '*.update.Transaction.value.events.*.ExercisedEvent.consuming';

export const filterFaults: readonly LedgerFault[] = table({
  'page-filters-overlooked | active-contracts-page/template-filter-selects-template | Pages of active contracts ignore template filters.':
    filterBy(on.contractsPage, withoutTemplates),
  'first-party-only-in-lists | {active-contracts,active-contracts-page}/parties-add-up | both | Lists of active contracts use only the first of several parties.':
    firstParty(CONTRACTS),
  'first-party-only-in-updates | updates/parties-combine | both | Lists of updates use only the first of several parties.':
    firstParty([...LISTS, on.updatesPage]),
  'no-filter-is-nothing | {active-contracts,active-contracts-page}/missing-filter-selects-all | both | A party without a filter sees no active contract.':
    respond(
      CONTRACTS,
      '',
      (json) => (Array.isArray(json) ? [] : { ...(json as object), activeContracts: [] }),
      ({ body }) => !includes((body as { eventFormat: unknown }).eventFormat, '"case"'),
    ),
  'first-filter-only | active-contracts/template-filters-add-up | both | Lists of active contracts use only the first filter of a party.':
    filterBy(on.contracts, firstOnly),
  'last-filter-only | active-contracts-page/template-filters-add-up | Pages of active contracts use only the last filter of a party.':
    filterBy(on.contractsPage, lastOnly),
  'filters-of-updates-do-not-add-up | updates/template-filters-combine | both | Lists of updates use only the first filter of a party.':
    filterBy(LISTS, firstOnly),
  'filters-overlooked-by-pages-of-updates | updates-page/template-filter-selects-events | Pages of updates ignore template filters.':
    filterBy(on.updatesPage, withoutTemplates),
  'lookups-ignore-filters | {update-by-offset,update-by-id}/template-filter-selects-events | both | The lookup of an update ignores template filters.':
    filterBy([on.updateByOffset, on.updateById], withoutTemplates),
  'ends-hidden-from-observers | updates/{consuming-exercises-match-archived-events,acs-delta-marks-changes} | both | Lists of changes show the end of a contract only if a signatory is among the requested parties.':
    respond(LISTS, '*.update.Transaction.value.events', (events, _call, ledger) =>
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
  'exercises-never-consume | updates/consuming-exercises-match-archived-events | No exercise is consuming.':
    respond(LISTS, CONSUMING, edit.to(false)),
  'exercises-always-consume | updates/consuming-exercises-match-archived-events | both | Every exercise is consuming.':
    respond(LISTS, CONSUMING, edit.to(true)),
  'interface-filters-overlooked | active-contracts/interface-filter-selects-implementations | both | An interface filter selects all active contracts.':
    filterBy(on.contracts, (filters) =>
      includes(filters, 'InterfaceFilter')
        ? [...filters, { identifierFilter: undefined }]
        : filters,
    ),
  'interface-filters-are-wildcards | active-contracts-page/interface-filter-selects-implementations | Pages read an interface filter as a wildcard.':
    filterBy(on.contractsPage, interfaces(wildcard)),
  'interface-views-never-shown | active-contracts-page/interface-views-only-on-request | Pages of active contracts never show views of interfaces.':
    filterBy(on.contractsPage, viewing(false)),
  'interface-views-always-shown | active-contracts/interface-views-only-on-request | both | Active contracts show views of interfaces that are only filtered for.':
    filterBy(on.contracts, viewing(true)),
  'views-of-another-interface | active-contracts/interface-views-only-on-request | The view of an interface has the id of another one.':
    respond(on.contracts, `*.${ENTRY}.interfaceViews.*.interfaceId`, edit.append('Otherwise')),
  'page-blob-never-sent | active-contracts-page/blobs-only-on-request | Pages of active contracts never show blobs.':
    respond(on.contractsPage, PAGE_BLOBS, edit.to('')),
  'page-blob-always-sent | active-contracts-page/blobs-only-on-request | Pages of active contracts always show blobs.':
    respond(on.contractsPage, PAGE_BLOBS, edit.to('YXNzYXk=')),
});
