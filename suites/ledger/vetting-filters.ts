/** Filters of the list of vetted packages: by package, by synchronizer and participant, and across pages. */
import { type CheckResult, type CompleteExchange, call, finding, sent } from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import type { Area } from './chapter.ts';
import { ABSENT, pageOf } from './formats.ts';
import { canonical, differing, elements, member, string } from './members.ts';
import { sequence } from './sequences.ts';

const CLAUSE = 'vetted-packages-are-filtered';

/** What a filter names; an empty list lets everything through. */
interface Filter {
  readonly packageIds?: readonly string[];
  readonly synchronizerIds?: readonly string[];
  readonly participantIds?: readonly string[];
  readonly packageNamePrefixes?: readonly string[];
}

/** Requirements on the filters of the list. */
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
      'the list; one package, one synchronizer, and both together in pages; the beginning of a name; and a package, a synchronizer and a participant that nobody knows',
    // What others vet in the meantime would be missed in the first list.
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
        // Participants are called as parties are.
        noParticipant: list({ participantIds: [ABSENT.party] }),
      };
    },
  });
  return [
    filtered.expects({
      name: 'package-filter-selects',
      clause: CLAUSE,
      statement:
        'With a filter of packages just these are shown, wherever they are vetted; of a package that nobody knows nothing.',
      cause:
        'packageIds is overlooked, or chooses rows whose packages are then all shown, or a filter that matches nothing counts as none.',
      fix: 'Choose packages one by one; where none is left there is nothing to show.',
      given: ['all'],
      judge: [
        ({ all, ofPackage }) => selects(all, ofPackage),
        ({ noPackage }) => selectsNothing(noPackage),
      ],
    }),
    filtered.expects({
      name: 'name-prefix-selects',
      clause: CLAUSE,
      statement:
        'The beginning of a package name chooses every package whose name begins so, and no other.',
      cause: 'packageNamePrefixes is compared with whole names, or is looked for anywhere in them.',
      fix: 'Let through the packages whose name begins with one of the prefixes.',
      given: ['all'],
      judge: ({ all, ofPrefix }) => {
        if (ofPrefix.response.status !== 200) return expects200(ofPrefix.response.status);
        const prefix = prefixFrom(all.response.body);
        const rows = rowsIn(all.response.body);
        const shown = beginning(rowsIn(ofPrefix.response.body), '');
        const stranger = shown.find((name) => !name.startsWith(prefix));
        if (stranger !== undefined)
          return [finding('/vettedPackages', `names that begin with ${prefix}`, stranger)];
        // A full page may not be the last one.
        if (rows.length >= Number(member(sent(all.request), 'pageSize'))) return [];
        return differing('/vettedPackages', beginning(rows, prefix), shown);
      },
    }),
    filtered.expects({
      name: 'topology-filter-selects',
      clause: CLAUSE,
      statement:
        'With a filter of synchronizers just their rows are shown, with all packages; of a synchronizer or a participant that nobody knows none.',
      cause:
        'topologyStateFilter is overlooked, or read in part, or a name that is not known counts as no filter.',
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
      name: 'pages-keep-the-filter',
      clause: CLAUSE,
      statement: 'Every page shows only what the filter names, however many follow the first.',
      cause: 'A page that is asked for with a token is read on from the token alone.',
      fix: 'Apply the filter of the request to each page.',
      given: ['all', 'first'],
      judge: (at) => {
        const pages: CompleteExchange[] = [at.first];
        if (string(at.first.response.body, 'nextPageToken') !== '') pages.push(at.second);
        const [, second] = pages;
        if (second !== undefined && string(second.response.body, 'nextPageToken') !== '')
          pages.push(at.third);
        const refused = pages.find(({ response }) => response.status !== 200);
        if (refused !== undefined) return expects200(refused.response.status);
        return pages.flatMap(strangers);
      },
    }),
  ];
};

type Chosen = Pick<Filter, 'packageIds' | 'synchronizerIds'>;

/** A package and a synchronizer that the list shows first; none where it shows nothing. */
function chosenFrom(all: unknown): Required<Chosen> | undefined {
  const [first] = rowsIn(all);
  const [packageId] = idsIn(first).slice(-1);
  return packageId === undefined
    ? undefined
    : { packageIds: [packageId], synchronizerIds: [string(first, 'synchronizerId')] };
}

/** All but the last letter of a package name; empty where none is shown that is long enough. */
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

/** Whether a filter of a request lets this through. */
function names(filter: unknown, list: string, id: string): boolean {
  const named = elements(filter, list);
  return named.length === 0 || named.includes(id);
}

/** What is owed of one row: where it is, and those of its packages that the filter names. */
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

/** The rows of an answer as far as a filter names them; those of which nothing is left do not count. */
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
  const wrong = strangers(some);
  if (wrong.length > 0) return wrong;
  const rows = rowsIn(all.response.body);
  // A full page may not be the last one.
  if (rows.length >= Number(member(sent(all.request), 'pageSize'))) return [];
  const filter = sent(some.request);
  return differing('/vettedPackages', left(rows, filter), left(rowsIn(some.response.body), {}));
}

/** What a page shows although the filter of its request does not name it. */
function strangers({ request, response }: CompleteExchange) {
  const filter = sent(request);
  const rows = rowsIn(response.body);
  const [kept, shown] = [left(rows, filter), left(rows, {})];
  const other = shown.find((one) => !kept.includes(one));
  const wanted = canonical(filter);
  return other === undefined ? [] : [finding('/vettedPackages', `only ${wanted}`, other)];
}

/** A refusal says nothing here: what is not known may be told as such. */
function selectsNothing(exchange: CompleteExchange): CheckResult {
  return exchange.response.status === 200 ? strangers(exchange) : undefined;
}
