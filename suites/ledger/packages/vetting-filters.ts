/** Filters of the list of vetted packages: by package, by synchronizer and participant, and across pages. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  finding,
  sent,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import type { Area } from '../area.ts';
import { ABSENT, pageOf } from '../requests/formats.ts';
import { canonical, differing, elements, member, string } from '../requests/members.ts';
import { sequence } from '../requests/sequences.ts';

const CLAUSE = 'vetted-packages-are-filtered';

/** What a filter selects; an empty list selects everything. */
interface Filter {
  readonly packageIds?: readonly string[];
  readonly synchronizerIds?: readonly string[];
  readonly participantIds?: readonly string[];
  readonly packageNamePrefixes?: readonly string[];
}

export const vettingFilters: Area = (ledger) => {
  const operation = ledger.operation('package-vetting-list');
  const list = (filter: Filter, page: object = {}) => {
    const { packageIds = [], packageNamePrefixes = [] } = filter;
    const { synchronizerIds = [], participantIds = [] } = filter;
    const packageMetadataFilter = { packageIds, packageNamePrefixes };
    const topologyStateFilter = { participantIds, synchronizerIds };
    return call(operation, { json: { packageMetadataFilter, topologyStateFilter, ...page } });
  };
  const filtered = sequence(operation, {
    name: 'filtered',
    sends:
      'the list; one package, one synchronizer, and both together in pages; the begin of a name; and an unknown package, synchronizer and participant',
    // What others vet meanwhile is missing in the first list.
    alone: true,
    steps: (fixtures) => {
      const next = (before: unknown, filter: Filter | undefined, pageSize: number) => {
        const pageToken = string(before, 'nextPageToken');
        return filter === undefined || pageToken === ''
          ? undefined
          : list(filter, { pageSize, pageToken });
      };
      const half = (page: unknown): number => Math.max(1, Math.ceil(rowsIn(page).length / 2));
      const ofAll = (all: unknown, make: (filter: Required<Chosen>) => Filter) => {
        const chosen = chosenFrom(all);
        return chosen === undefined ? undefined : list(make(chosen));
      };
      const pageSize = pageOf(fixtures, 'maxVettedPackagesPageSize', 100);
      return {
        all: call(operation, { json: { pageSize } }),
        ofPackage: ({ all }) => ofAll(all, ({ packageIds }) => ({ packageIds })),
        ofSynchronizer: ({ all }) => ofAll(all, ({ synchronizerIds }) => ({ synchronizerIds })),
        ofBoth: ({ all }) => ofAll(all, (both) => both),
        first: ({ all, ofBoth }) => {
          const chosen = chosenFrom(all);
          return chosen === undefined ? undefined : list(chosen, { pageSize: half(ofBoth) });
        },
        second: ({ all, ofBoth, first }) => next(first, chosenFrom(all), half(ofBoth)),
        third: ({ all, ofBoth, second }) => next(second, chosenFrom(all), half(ofBoth)),
        ofPrefix: ({ all }) => {
          const prefix = prefixFrom(all);
          return prefix === '' ? undefined : list({ packageNamePrefixes: [prefix] });
        },
        noPackage: list({ packageIds: [ABSENT.packageId] }),
        noSynchronizer: list({ synchronizerIds: [ABSENT.synchronizer] }),
        // Participant ids have the form of party ids.
        noParticipant: list({ participantIds: [ABSENT.party] }),
      };
    },
  });
  return [
    filtered.expects({
      name: 'package-id-filter-selects-packages',
      clause: CLAUSE,
      statement: 'A package id filter selects exactly the vettings of these packages.',
      cause:
        'packageIds is ignored, selects whole rows, or counts as absent if it matches nothing.',
      fix: 'Select packages one by one; a filter that matches nothing selects nothing.',
      given: ['all'],
      judge: [
        ({ all, ofPackage }) => selects(all, ofPackage),
        ({ noPackage }) => selectsNothing(noPackage),
      ],
    }),
    filtered.expects({
      name: 'name-prefix-selects-all-matches',
      clause: CLAUSE,
      statement: 'A name prefix selects exactly the packages whose name begins with it.',
      cause: 'packageNamePrefixes matches whole names only, or anywhere in a name.',
      fix: 'Select the packages whose name begins with one of the prefixes.',
      given: ['all'],
      judge: ({ all, ofPrefix }) => {
        if (ofPrefix.response.status !== 200) return expects200(ofPrefix.response.status);
        const prefix = prefixFrom(all.response.body);
        const rows = rowsIn(all.response.body);
        const shown = beginning(rowsIn(ofPrefix.response.body), '');
        const other = shown.find((name) => !name.startsWith(prefix));
        if (other !== undefined)
          return [finding('/vettedPackages', `names that begin with ${prefix}`, other)];
        // A full page may not be the last one.
        if (rows.length >= Number(member(sent(all.request), 'pageSize'))) return [];
        return differing('/vettedPackages', beginning(rows, prefix), shown);
      },
    }),
    filtered.expects({
      name: 'topology-filter-selects-rows',
      clause: CLAUSE,
      statement:
        'A topology filter selects exactly the rows of its synchronizers and participants.',
      cause: 'topologyStateFilter is ignored or read in part, or an unknown id counts as absent.',
      fix: 'Compare both ids of each row with the filter.',
      given: ['all'],
      judge: [
        ({ all, ofSynchronizer }) => selects(all, ofSynchronizer),
        ({ all, ofBoth }) => selects(all, ofBoth),
        ({ noSynchronizer }) => selectsNothing(noSynchronizer),
        ({ noParticipant }) => selectsNothing(noParticipant),
      ],
    }),
    filtered.expects({
      name: 'pages-keep-filter',
      clause: CLAUSE,
      statement: 'Each page holds only what the filter selects.',
      cause: 'A page with a token ignores the filter of the request.',
      fix: 'Apply the filter of the request to each page.',
      given: ['all', 'first'],
      judge: (at) => {
        const pages: CompleteExchange[] = [at.first];
        if (string(at.first.response.body, 'nextPageToken') !== '') pages.push(at.second);
        const [, second] = pages;
        if (second !== undefined && string(second.response.body, 'nextPageToken') !== '')
          pages.push(at.third);
        const rejected = pages.find(({ response }) => response.status !== 200);
        if (rejected !== undefined) return expects200(rejected.response.status);
        return pages.flatMap(unselected);
      },
    }),
  ];
};

type Chosen = Pick<Filter, 'packageIds' | 'synchronizerIds'>;

/** The last package and the synchronizer of the first row; `undefined` if there is none. */
function chosenFrom(all: unknown): Required<Chosen> | undefined {
  const [first] = rowsIn(all);
  const [packageId] = idsIn(first).slice(-1);
  return packageId === undefined
    ? undefined
    : { packageIds: [packageId], synchronizerIds: [string(first, 'synchronizerId')] };
}

/** A package name without its last letter; empty if no name is long enough. */
function prefixFrom(all: unknown): string {
  const [name = ''] = beginning(rowsIn(all), '').slice(-1);
  return name.slice(0, -1);
}

/** The names of the packages of these rows that begin so, each once, in order. */
function beginning(rows: readonly unknown[], prefix: string): readonly string[] {
  const names = rows
    .flatMap((one) => elements(one, 'packages'))
    .map((vetted) => string(vetted, 'packageName'));
  return [...new Set(names.filter((name) => name.startsWith(prefix)))].sort();
}

function rowsIn(body: unknown): readonly unknown[] {
  return elements(body, 'vettedPackages');
}

function idsIn(one: unknown): readonly string[] {
  return elements(one, 'packages').map((vetted) => string(vetted, 'packageId'));
}

/** Whether a filter of a request selects this id. */
function names(filter: unknown, list: string, id: string): boolean {
  const named = elements(filter, list);
  return named.length === 0 || named.includes(id);
}

/** What the filter leaves of a row: its place, and the packages that the filter selects. */
function leftOf(one: unknown, asked: unknown): unknown {
  const [synchronizerId, participantId] = [
    string(one, 'synchronizerId'),
    string(one, 'participantId'),
  ];
  const topology = member(asked, 'topologyStateFilter');
  const there =
    names(topology, 'synchronizerIds', synchronizerId) &&
    names(topology, 'participantIds', participantId);
  const ids = idsIn(one).filter((id) =>
    names(member(asked, 'packageMetadataFilter'), 'packageIds', id),
  );
  return there ? { synchronizerId, participantId, packages: [...ids].sort() } : { packages: [] };
}

/** The rows of a response as far as a filter selects them, without empty ones. */
function left(rows: readonly unknown[], asked: unknown): readonly string[] {
  return rows
    .map((one) => leftOf(one, asked))
    .filter((one) => elements(one, 'packages').length > 0)
    .map(canonical)
    .sort();
}

/** The filtered list is what the filter leaves of the whole one, as far as that is known. */
function selects(all: CompleteExchange, some: CompleteExchange): CheckResult {
  if (some.response.status !== 200) return expects200(some.response.status);
  const wrong = unselected(some);
  if (wrong.length > 0) return wrong;
  const rows = rowsIn(all.response.body);
  // A full page may not be the last one.
  if (rows.length >= Number(member(sent(all.request), 'pageSize'))) return [];
  const filter = sent(some.request);
  return differing('/vettedPackages', left(rows, filter), left(rowsIn(some.response.body), {}));
}

/** What a page holds although the filter of its request does not select it. */
function unselected({ request, response }: CompleteExchange) {
  const filter = sent(request);
  const rows = rowsIn(response.body);
  const [kept, shown] = [left(rows, filter), left(rows, {})];
  const other = shown.find((one) => !kept.includes(one));
  const wanted = canonical(filter);
  return other === undefined ? [] : [finding('/vettedPackages', `only ${wanted}`, other)];
}

/** A rejection is inconclusive: an unknown id may be rejected. */
function selectsNothing(exchange: CompleteExchange): CheckResult {
  return exchange.response.status === 200 ? unselected(exchange) : undefined;
}
