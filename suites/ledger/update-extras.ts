/** What formats add to the events of updates: blobs and views, as lists of active contracts show them. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { entriesOf, qualifiedName, templatesOf } from './active-entries.ts';
import { filterFor } from './active-interfaces.ts';
import { difference } from './alike.ts';
import type { Area } from './chapter.ts';
import { type EventFormat, eventsOf, limitFor, transactionsIn, updatesOf } from './formats.ts';
import { elements, member, string } from './members.ts';
import { endOf, window } from './offsets.ts';
import { completeUpTo, eventsIn, updatesIn } from './shown-updates.ts';
import { inARow, related } from './update-requests.ts';

const FOLLOW = 'updates-follow-their-filters';

export const updateExtras: Area = (ledger) => [
  ...listed(ledger),
  ...(ledger.has('updates-page') ? [paged(ledger)] : []),
];

/** Everything with its blob, and with the view of an interface where one is known. */
function withEverything(f: Fixtures): EventFormat {
  const views = f.interfaces.slice(0, 1).map((interfaceId) => filterFor(interfaceId, true));
  const wildcard = { WildcardFilter: { value: { includeCreatedEventBlob: true } } };
  return formatOf(f, [{ identifierFilter: wildcard }, ...views]);
}

/** Contracts of one template, which the latest updates may show, with their blobs. */
function ofTemplate(f: Fixtures): EventFormat {
  const [templateId = ''] = templatesOf(f);
  const value = { templateId, includeCreatedEventBlob: true };
  return formatOf(f, [{ identifierFilter: { TemplateFilter: { value } } }]);
}

function formatOf({ parties }: Fixtures, cumulative: readonly object[]): EventFormat {
  return {
    filtersByParty: Object.fromEntries(parties.map((party) => [party, { cumulative }])),
    verbose: false,
  };
}

function listed({ operation: byChapter }: Parameters<Area>[0]): readonly Requirement[] {
  const [contracts, updates] = [byChapter('active-contracts'), byChapter('updates')];
  const probe = related(updates, {
    name: 'with-extras',
    needs: ['updates', 'contracts', 'ledgerEnd'],
    sends:
      'active contracts and transactions with blobs and the view of an interface, and transactions with the blobs of one template',
    caseGroups: (f) => {
      const ask = (format: EventFormat): Call =>
        call(updates, {
          query: { limit: limitFor(f) },
          json: { ...window(f), updateFormat: transactionsIn(format) },
        });
      const all = withEverything(f);
      const json = { activeAtOffset: endOf(f), eventFormat: all };
      const list = call(contracts, { query: { limit: limitFor(f) }, json });
      return [inARow('extras', [list, ask(all), ask(ofTemplate(f))])];
    },
  });
  const id = (name: string): string => `ledger/updates/${name}`;
  return [
    requirement({
      id: id('blobs-when-asked-for'),
      level: 'MUST',
      clause: FOLLOW,
      statement: 'Created events of updates carry their blob where a filter asks for it.',
      cause:
        'includeCreatedEventBlob is read where active contracts are listed, and not where updates are; or of wildcards only.',
      fix: 'Make created events by one function, with the flags of the filters that let them through.',
      probes: [probe],
      relation: ([, ...lists]) => {
        const created = lists.flatMap(createdIn);
        if (lists.some((list) => updatesIn(list) === undefined)) return undefined;
        const bare = created.find((event) => string(event, 'createdEventBlob') === '');
        if (created.length === 0) return 'inapplicable';
        return bare === undefined
          ? []
          : [finding(`blob of contract ${string(bare, 'contractId')}`, 'a blob', 'none')];
      },
    }),
    requirement({
      id: id('extras-as-in-active-contracts'),
      level: 'SHOULD',
      clause: FOLLOW,
      statement:
        'The created event of an active contract has the blob and the views there that it has in the list of active contracts.',
      cause:
        'Updates and active contracts have encoders of their own, and one of them forgets the view or makes the blob of something else.',
      fix: 'Encode created events by one function.',
      probes: [probe],
      relation: ([list, all]) => {
        if (list?.response.status !== 200 || all === undefined) return undefined;
        if (updatesIn(all) === undefined) return undefined;
        const known = new Map(
          entriesOf(list.response.body).map(({ contractId, created }) => [contractId, created]),
        );
        const shared = createdIn(all).filter((event) => known.has(string(event, 'contractId')));
        if (shared.length === 0) return 'inapplicable';
        const pairs = shared.map(
          (event) => [known.get(string(event, 'contractId')), event] as const,
        );
        const spared = new Set(pairs.flatMap((pair) => pair.flatMap(failedIn)));
        const [owed, got] = [0, 1].map((i) => pairs.map((pair) => extrasOf(pair[i], spared)));
        return difference(owed, got);
      },
    }),
  ];
}

/** The created events of the transactions of an answer. */
function createdIn(list: CompleteExchange): readonly unknown[] {
  return (updatesIn(list) ?? [])
    .filter(({ kind }) => kind === 'Transaction')
    .flatMap(eventsIn)
    .filter(({ kind }) => kind === 'CreatedEvent')
    .map(({ value }) => value);
}

/** The views that could not be computed, which may be so at one time and not at another. */
function failedIn(created: unknown): readonly string[] {
  return elements(created, 'interfaceViews')
    .filter((view) => Number(member(view, 'viewStatus', 'code') ?? 0) !== 0)
    .map((view) => viewOf(created, view));
}

function viewOf(created: unknown, view: unknown): string {
  return `${string(created, 'contractId')} ${qualifiedName(string(view, 'interfaceId'))}`;
}

/** The blob and the views of a contract, without the values of those that are spared. */
function extrasOf(created: unknown, spared: ReadonlySet<string>): unknown {
  const views = elements(created, 'interfaceViews').map((view) => {
    const of = viewOf(created, view);
    return { of, value: spared.has(of) ? undefined : member(view, 'viewValue') };
  });
  const [contractId, blob] = ['contractId', 'createdEventBlob'].map((name) =>
    string(created, name),
  );
  return { contractId, blob, views: views.sort((a, b) => (a.of < b.of ? -1 : 1)) };
}

function paged({ operation: byChapter }: Parameters<Area>[0]): Requirement {
  const [page, updates] = [byChapter('updates-page'), byChapter('updates')];
  const probe = related(page, {
    name: 'in-its-format',
    sends:
      'the list of a range and its page, transactions with all effects and verbose, and reassignments of the last party only',
    caseGroups: (f) => {
      const { beginExclusive, endInclusive } = window(f);
      const eventFormat = { ...eventsOf(f.parties), verbose: true };
      const transactionShape = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';
      const updateFormat = {
        ...updatesOf(f.parties, transactionShape, false),
        includeTransactions: { transactionShape, eventFormat },
        includeReassignments: eventsOf(f.parties.slice(-1)),
      };
      const range = { beginOffsetExclusive: beginExclusive, endOffsetInclusive: endInclusive };
      const list = { beginExclusive, endInclusive, updateFormat };
      return [
        inARow('format', [
          call(updates, { query: { limit: limitFor(f) }, json: list }),
          call(page, { json: { ...range, updateFormat } }),
        ]),
      ];
    },
  });
  return requirement({
    id: 'ledger/updates-page/as-listed-in-any-format',
    level: 'MUST',
    clause: 'updates-come-in-pages',
    statement: 'A page shows updates in the format of its request, just as the list does.',
    cause:
      'Pages are made with a format of their own: always as changes, or with one event format for transactions and reassignments.',
    fix: 'Use the format of the request for lists and pages alike.',
    probes: [probe],
    relation: ([list, shown]): CheckResult => {
      const [owed, got] = [list, shown].map((one) => one && updatesIn(one));
      if (list === undefined || shown === undefined || !owed || !got) return undefined;
      const upTo = Math.min(completeUpTo(list), completeUpTo(shown));
      const within = (all: typeof owed) => all.filter(({ offset }) => offset <= upTo);
      return owed.length === 0 ? 'inapplicable' : difference(within(owed), within(got));
    },
  });
}
