/** Faults in what filters select, and in what they add. */

import type { Which } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import type { Json } from '../operators/json.ts';
import { CONTRACTS, LISTS, on } from '../operators/operations.ts';
import { filterBy, inFormats, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

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
  'page-filters-overlooked': {
    description: 'Pages of active contracts ignore template filters.',
    killedBy: 'ledger/active-contracts-page/template-filter-selects-template',
    change: filterBy(on.contractsPage, withoutTemplates),
  },
  'first-party-only-in-lists': {
    description: 'Lists of active contracts use only the first of several parties.',
    killedBy: 'ledger/{active-contracts,active-contracts-page}/parties-add-up',
    versions: EVERY_VERSION,
    change: firstParty(CONTRACTS),
  },
  'first-party-only-in-updates': {
    description: 'Lists of updates use only the first of several parties.',
    killedBy: 'ledger/updates/parties-combine',
    versions: EVERY_VERSION,
    change: firstParty([...LISTS, on.updatesPage]),
  },
  'no-filter-is-nothing': {
    description: 'A party without a filter sees no active contract.',
    killedBy: 'ledger/{active-contracts,active-contracts-page}/missing-filter-selects-all',
    versions: EVERY_VERSION,
    change: respond(
      CONTRACTS,
      '',
      (json) => (Array.isArray(json) ? [] : { ...(json as object), activeContracts: [] }),
      ({ body }) => !includes((body as { eventFormat: unknown }).eventFormat, '"case"'),
    ),
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
  'filters-of-updates-do-not-add-up': {
    description: 'Lists of updates use only the first filter of a party.',
    killedBy: 'ledger/updates/template-filters-combine',
    versions: EVERY_VERSION,
    change: filterBy(LISTS, firstOnly),
  },
  'filters-overlooked-by-pages-of-updates': {
    description: 'Pages of updates ignore template filters.',
    killedBy: 'ledger/updates-page/template-filter-selects-events',
    change: filterBy(on.updatesPage, withoutTemplates),
  },
  'lookups-ignore-filters': {
    description: 'The lookup of an update ignores template filters.',
    killedBy: 'ledger/{update-by-offset,update-by-id}/template-filter-selects-events',
    versions: EVERY_VERSION,
    change: filterBy([on.updateByOffset, on.updateById], withoutTemplates),
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
  'exercises-never-consume': {
    description: 'No exercise is consuming.',
    killedBy: 'ledger/updates/consuming-exercises-match-archived-events',
    change: respond(LISTS, CONSUMING, edit.to(false)),
  },
  'exercises-always-consume': {
    description: 'Every exercise is consuming.',
    killedBy: 'ledger/updates/consuming-exercises-match-archived-events',
    versions: EVERY_VERSION,
    change: respond(LISTS, CONSUMING, edit.to(true)),
  },
  'interface-filters-overlooked': {
    description: 'An interface filter selects all active contracts.',
    killedBy: 'ledger/active-contracts/interface-filter-selects-implementations',
    versions: EVERY_VERSION,
    change: filterBy(on.contracts, (filters) =>
      includes(filters, 'InterfaceFilter')
        ? [...filters, { identifierFilter: undefined }]
        : filters,
    ),
  },
  'interface-filters-are-wildcards': {
    description: 'Pages read an interface filter as a wildcard.',
    killedBy: 'ledger/active-contracts-page/interface-filter-selects-implementations',
    change: filterBy(on.contractsPage, interfaces(wildcard)),
  },
  'interface-views-never-shown': {
    description: 'Pages of active contracts never show views of interfaces.',
    killedBy: 'ledger/active-contracts-page/interface-views-only-on-request',
    change: filterBy(on.contractsPage, viewing(false)),
  },
  'interface-views-always-shown': {
    description: 'Active contracts show views of interfaces that are only filtered for.',
    killedBy: 'ledger/active-contracts/interface-views-only-on-request',
    versions: EVERY_VERSION,
    change: filterBy(on.contracts, viewing(true)),
  },
  'views-of-another-interface': {
    description: 'The view of an interface has the id of another one.',
    killedBy: 'ledger/active-contracts/interface-views-only-on-request',
    change: respond(
      on.contracts,
      `*.${ENTRY}.interfaceViews.*.interfaceId`,
      edit.append('Otherwise'),
    ),
  },
  'page-blob-never-sent': {
    description: 'Pages of active contracts never show blobs.',
    killedBy: 'ledger/active-contracts-page/blobs-only-on-request',
    change: respond(on.contractsPage, PAGE_BLOBS, edit.to('')),
  },
  'page-blob-always-sent': {
    description: 'Pages of active contracts always show blobs.',
    killedBy: 'ledger/active-contracts-page/blobs-only-on-request',
    change: respond(on.contractsPage, PAGE_BLOBS, edit.to('YXNzYXk=')),
  },
});
