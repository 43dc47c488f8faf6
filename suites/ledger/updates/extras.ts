/** Blobs and views in the events of updates, as lists of active contracts show them. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
} from '../../../src/index.ts';
import { entriesOf, qualifiedName, templatesOf } from '../active/entries.ts';
import { filterFor } from '../active/interfaces.ts';
import type { Area } from '../area.ts';
import { difference } from '../requests/alike.ts';
import { type EventFormat, limitFor, transactionsIn } from '../requests/formats.ts';
import { elements, member, string } from '../requests/members.ts';
import { endOf, window } from '../requests/offsets.ts';
import { compared } from './requests.ts';
import { eventsIn, updatesIn } from './shown-updates.ts';

/** Everything with its blob, and with the view of a known interface. */
function withEverything(f: Fixtures): EventFormat {
  const views = f.interfaces.slice(0, 1).map((interfaceId) => filterFor(interfaceId, true));
  const wildcard = { WildcardFilter: { value: { includeCreatedEventBlob: true } } };
  return formatOf(f, [{ identifierFilter: wildcard }, ...views]);
}

/** Contracts of one template, with their blobs. */
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

export const updateExtras: Area = ({ operation: at }) => {
  const [contracts, updates] = [at('active-contracts'), at('updates')];
  const clause = 'updates-follow-their-filters';
  return compared(updates, {
    name: 'with-extras',
    needs: ['updates', 'contracts', 'ledgerEnd'],
    sends:
      'active contracts and transactions with blobs and the view of an interface, and transactions with the blobs of one template',
    steps: (f) => {
      const query = { limit: limitFor(f) };
      const request = (format: EventFormat): Call =>
        call(updates, { query, json: { ...window(f), updateFormat: transactionsIn(format) } });
      const eventFormat = withEverything(f);
      const list = call(contracts, { query, json: { activeAtOffset: endOf(f), eventFormat } });
      return [list, request(eventFormat), request(ofTemplate(f))];
    },
    rules: [
      {
        name: 'returns-requested-blobs',
        level: 'MUST',
        clause,
        statement: 'Created events of updates carry their blob where a filter requests it.',
        cause: 'includeCreatedEventBlob counts only for active contracts, or only in wildcards.',
        fix: 'Encode created events by one function, with the flags of the matching filters.',
        relation: ([, ...lists]) => {
          const created = lists.flatMap(createdIn);
          if (lists.some((list) => updatesIn(list) === undefined)) return undefined;
          const bare = created.find((event) => string(event, 'createdEventBlob') === '');
          if (created.length === 0) return 'inapplicable';
          return bare === undefined
            ? []
            : [finding(`blob of contract ${string(bare, 'contractId')}`, 'a blob', 'none')];
        },
      },
      {
        name: 'extras-match-active-contracts',
        level: 'SHOULD',
        clause,
        statement:
          'The created event of an active contract has the blob and the views of the list of active contracts.',
        cause: 'Updates and active contracts have separate encoders.',
        fix: 'Encode created events by one function.',
        relation: extrasMatch,
      },
    ],
  });
};

function extrasMatch([list, all]: readonly CompleteExchange[]): CheckResult {
  if (list?.response.status !== 200 || all === undefined) return undefined;
  if (updatesIn(all) === undefined) return undefined;
  const known = new Map(
    entriesOf(list.response.body).map(({ contractId, created }) => [contractId, created]),
  );
  const pairs = createdIn(all).flatMap((event): (readonly [unknown, unknown])[] => {
    const id = string(event, 'contractId');
    return known.has(id) ? [[known.get(id), event]] : [];
  });
  if (pairs.length === 0) return 'inapplicable';
  const spared = new Set(pairs.flatMap((pair) => pair.flatMap(failedIn)));
  const [expected, actual] = [0, 1].map((i) => pairs.map((pair) => extrasOf(pair[i], spared)));
  return difference(expected, actual);
}

/** The created events of the transactions of a response. */
function createdIn(list: CompleteExchange): readonly unknown[] {
  return (updatesIn(list) ?? [])
    .filter(({ kind }) => kind === 'Transaction')
    .flatMap(eventsIn)
    .filter(({ kind }) => kind === 'CreatedEvent')
    .map(({ value }) => value);
}

/** The views that could not be computed; this may change between two requests. */
function failedIn(created: unknown): readonly string[] {
  return elements(created, 'interfaceViews')
    .filter((view) => Number(member(view, 'viewStatus', 'code') ?? 0) !== 0)
    .map((view) => viewOf(created, view));
}

function viewOf(created: unknown, view: unknown): string {
  return `${string(created, 'contractId')} ${qualifiedName(string(view, 'interfaceId'))}`;
}

/** The blob and the views of a contract, without the values of the spared views. */
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
