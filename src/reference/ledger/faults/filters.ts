/** Faults in what filters let through, and what they add. */
import { altering, answeringJson, type Which } from '../fault.ts';
import { LedgerError } from '../route.ts';
import type { Change } from '../steps.ts';
import { AMONG_CONTRACTS, AMONG_UPDATES, edited, type LedgerFault, of } from './tools.ts';
import { asking } from './updates.ts';

const LIST = 'postV2StateActive-contracts';
const PAGE = 'getV2StateActive-contracts-page';
const ANYWHERE = [
  'eventFormat',
  'updateFormat.includeTransactions.eventFormat',
  'updateFormat.includeReassignments',
];

/** A change that refuses what filters make wrong, and then goes by some of them. */
export const filteringBy = (which: Which, pick: (filters: unknown[]) => unknown[]): Change =>
  altering(which, ({ handle }) => ({
    handle: async (ask, ledger) => {
      try {
        await handle(ask, ledger);
      } catch (error) {
        if (!(error instanceof LedgerError) || error.code !== 'UPDATE_NOT_FOUND') throw error;
      }
      const body = structuredClone(ask.body);
      for (const format of ANYWHERE) {
        edited(body, `${format}.filtersByParty.*.cumulative`, (list) => pick(list as unknown[]));
      }
      return handle({ ...ask, body }, ledger);
    },
  }));

/** What is left is let through, and an empty list lets everything through. */
const withoutTemplates = (filters: unknown[]): unknown[] =>
  filters.filter((one) => !JSON.stringify(one).includes('"TemplateFilter"'));

const blobOnPages = (blob: string): Change =>
  answeringJson(PAGE, (json) =>
    edited(
      json,
      'activeContracts.*.contractEntry.JsActiveContract.createdEvent.createdEventBlob',
      () => blob,
    ),
  );

interface Filter {
  readonly identifierFilter?: { readonly case: string; readonly value: { readonly value: object } };
}

/** Interface filters with other members. */
const interfaces =
  (edit: (filter: NonNullable<Filter['identifierFilter']>) => object) =>
  (filters: unknown[]): unknown[] =>
    (filters as Filter[]).map(({ identifierFilter: filter }) => ({
      identifierFilter: filter?.case === 'InterfaceFilter' ? edit(filter) : filter,
    }));

const viewing = (includeInterfaceView: boolean) =>
  interfaces(({ case: kind, value: { value } }) => ({
    case: kind,
    value: { value: { ...value, includeInterfaceView } },
  }));

const wildcard = (): object => ({
  case: 'WildcardFilter',
  value: { value: { includeCreatedEventBlob: false } },
});

/** A change that goes by the first of the parties only. */
const firstPartyOnly = (which: Which): Change =>
  asking(which, (body) => {
    const alone = structuredClone(body);
    for (const format of ANYWHERE) {
      edited(alone, `${format}.filtersByParty`, (byParty) =>
        Object.fromEntries(Object.entries(byParty as object).slice(0, 1)),
      );
    }
    return alone;
  });

/** Each of two faults in the views of interfaces trips both of their requirements. */
const VIEWS = of('*', '{interface-filter-selects,interface-views-when-asked-for}');

const consuming = (always: boolean): Change =>
  answeringJson(['postV2Updates', 'postV2UpdatesFlats'], (json) =>
    edited(json, '*.update.Transaction.value.events.*.ExercisedEvent.consuming', () => always),
  );

export const filterFaults: readonly LedgerFault[] = [
  {
    id: 'page-filters-overlooked',
    description:
      'Pages of active contracts hold those of every template, whatever is filtered for.',
    killedBy: of('active-contracts-page', 'template-filter-selects'),
    collateral: [of('active-contracts-page', 'template-filter-asks-for-blobs')],
    change: filteringBy(PAGE, withoutTemplates),
  },
  {
    id: 'first-party-only-in-lists',
    description:
      'Of several parties only the first one is looked at where active contracts are listed.',
    killedBy: of('{active-contracts,active-contracts-page}', 'parties-add-up'),
    collateral: [AMONG_CONTRACTS],
    versions: ['3.4', '3.5'],
    change: firstPartyOnly([LIST, PAGE]),
  },
  {
    id: 'first-party-only-in-updates',
    description: 'Of several parties only the first one is looked at where updates are listed.',
    killedBy: of('updates', 'parties-add-up'),
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
    change: firstPartyOnly([
      'postV2Updates',
      'postV2UpdatesFlats',
      'postV2UpdatesGet-updates-page',
    ]),
  },
  {
    id: 'no-filter-is-nothing',
    description: 'A party without a filter sees no active contract.',
    killedBy: of('{active-contracts,active-contracts-page}', 'no-filter-is-everything'),
    collateral: [AMONG_CONTRACTS],
    versions: ['3.4', '3.5'],
    change: answeringJson([LIST, PAGE], (json, { body }) => {
      const text = JSON.stringify((body as { eventFormat: unknown }).eventFormat);
      if (text.includes('"case"')) return json;
      return Array.isArray(json) ? [] : { ...(json as object), activeContracts: [] };
    }),
  },
  {
    id: 'first-filter-only',
    description: 'Of several filters of a party only the first one is looked at.',
    killedBy: of('active-contracts', 'template-filters-add-up'),
    collateral: [
      of('active-contracts', 'template-filter-asks-for-blobs'),
      of('updates', 'extras-as-in-active-contracts'),
      VIEWS,
    ],
    versions: ['3.4', '3.5'],
    change: filteringBy(LIST, (list) => list.slice(0, 1)),
  },
  {
    id: 'last-filter-only',
    description: 'Of several filters of a party only the last one is looked at.',
    killedBy: of('active-contracts-page', 'template-filters-add-up'),
    collateral: [of('active-contracts-page', 'wildcard-beside-a-template')],
    change: filteringBy(PAGE, (list) => list.slice(-1)),
  },
  {
    id: 'filters-of-updates-do-not-add-up',
    description: 'Of several filters of a party lists of updates go by the first one only.',
    killedBy: of('updates', 'template-filters-add-up'),
    collateral: [of('updates', 'extras-as-in-active-contracts')],
    versions: ['3.4', '3.5'],
    change: filteringBy(['postV2Updates', 'postV2UpdatesFlats'], (list) => list.slice(0, 1)),
  },
  {
    id: 'filters-overlooked-by-pages-of-updates',
    description:
      'Pages of updates show events on contracts of every template, whatever is filtered for.',
    killedBy: of('updates-page', 'only-the-asked-templates'),
    change: filteringBy('postV2UpdatesGet-updates-page', withoutTemplates),
  },
  {
    id: 'filters-overlooked-by-look-ups',
    description: 'A look-up of an update shows all events, whatever template is filtered for.',
    killedBy: of('{update-by-offset,update-by-id}', 'only-the-asked-template'),
    versions: ['3.4', '3.5'],
    change: filteringBy(
      ['postV2UpdatesUpdate-by-offset', 'postV2UpdatesUpdate-by-id'],
      withoutTemplates,
    ),
  },
  {
    id: 'exercises-never-consume',
    description: 'No exercise says that it consumes its contract.',
    killedBy: of('updates', 'consuming-exercises-archive'),
    collateral: [AMONG_UPDATES],
    change: consuming(false),
  },
  {
    id: 'exercises-always-consume',
    description: 'Every exercise says that it consumes its contract.',
    killedBy: of('updates', 'consuming-exercises-archive'),
    collateral: [AMONG_UPDATES],
    versions: ['3.4', '3.5'],
    change: consuming(true),
  },
  {
    id: 'interface-filters-overlooked',
    description:
      'With an interface filter all active contracts are listed, those of the interface with their view.',
    killedBy: of('active-contracts', 'interface-filter-selects'),
    collateral: [of('active-contracts', 'interface-filter-asks-for-blobs'), VIEWS],
    versions: ['3.4', '3.5'],
    change: filteringBy(LIST, (filters) =>
      JSON.stringify(filters).includes('InterfaceFilter')
        ? [...filters, { identifierFilter: undefined }]
        : filters,
    ),
  },
  {
    id: 'interface-filters-are-wildcards',
    description:
      'On pages an interface filter lets everything through and shows nothing of the interface.',
    killedBy: of('active-contracts-page', 'interface-filter-selects'),
    collateral: [of('active-contracts-page', 'interface-filter-asks-for-blobs'), VIEWS],
    change: filteringBy(PAGE, interfaces(wildcard)),
  },
  {
    id: 'interface-views-never-shown',
    description: 'No active contract on a page carries the view of an interface.',
    killedBy: of('active-contracts-page', 'interface-views-when-asked-for'),
    collateral: [VIEWS],
    change: filteringBy(PAGE, viewing(false)),
  },
  {
    id: 'interface-views-always-shown',
    description:
      'Active contracts carry the view of an interface that they were only filtered for.',
    killedBy: of('active-contracts', 'interface-views-when-asked-for'),
    versions: ['3.4', '3.5'],
    change: filteringBy(LIST, viewing(true)),
  },
  {
    id: 'views-of-another-interface',
    description: 'The view of an interface is shown under the id of another one.',
    killedBy: of('active-contracts', 'interface-views-when-asked-for'),
    collateral: [of('updates', 'extras-as-in-active-contracts'), VIEWS],
    change: answeringJson(LIST, (json) =>
      edited(
        json,
        '*.contractEntry.*.createdEvent.interfaceViews.*.interfaceId',
        (id) => `${id}Otherwise`,
      ),
    ),
  },
  {
    id: 'page-blob-never-sent',
    description: 'Contracts of a page come without their blob, though it was asked for.',
    killedBy: of('active-contracts-page', 'blobs-when-asked-for'),
    collateral: [of('active-contracts-page', '{template,interface}-filter-asks-for-blobs')],
    change: blobOnPages(''),
  },
  {
    id: 'page-blob-always-sent',
    description: 'Contracts of a page come with their blob, though nobody asked for it.',
    killedBy: of('active-contracts-page', 'blobs-when-asked-for'),
    collateral: [
      of(
        'active-contracts-page',
        '{pages-hold-the-list,blobs-differ,interface-filter-asks-for-blobs}',
      ),
    ],
    change: blobOnPages('YXNzYXk='),
  },
];
