/** Filters of the list of vetted packages: by package, by synchronizer and participant, and across pages. */
import type { CheckResult, CompleteExchange, Finding, Operation } from '../../../src/kit.ts';
import { call, sent } from '../../../src/kit.ts';
import { difference, elements, string, strings } from '../../kit/json.ts';
import { all, isAccepted, unexpected } from '../../kit/judges.ts';
import { nextTokenOf } from '../../kit/pages.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { ABSENT, namesake, pageOf } from '../requests/formats.ts';
import { rulesIn } from '../rules.ts';
import { idsIn, isLastPage, namesIn, packagesIn, rowsOf } from './vetting-rows.ts';

const rule = rulesIn('4.2-package-vetting', 'packages/vetting-filters.ts');

/** The criteria of a filter; an empty list selects everything. */
interface Filter {
  readonly packageIds?: readonly string[];
  readonly synchronizerIds?: readonly string[];
  readonly participantIds?: readonly string[];
  readonly packageNamePrefixes?: readonly string[];
}

/** Makes filtered lists. Without a size the server would decide how much it shows. */
const listsOf = (operation: Operation, pageSize: number) => {
  return (filter: Filter, page: object = {}) => {
    const { packageIds = [], packageNamePrefixes = [] } = filter;
    const { synchronizerIds = [], participantIds = [] } = filter;
    const packageMetadataFilter = { packageIds, packageNamePrefixes };
    const topologyStateFilter = { participantIds, synchronizerIds };
    const json = { packageMetadataFilter, topologyStateFilter, pageSize, ...page };
    return call(operation, { json });
  };
};

/** The list without a filter, with it, and with it in pages. */
const filteredLists = (operation: Operation) => {
  return scenario(operation, {
    name: 'filtered',
    clause: 'vetted-packages-are-filtered',
    sends:
      'the list; some packages; a synchronizer with a participant; both places with packages, in pages too; the starts of names; and an unknown package, synchronizer and participant',
    // Packages that were vetted meanwhile are missing in the first list.
    alone: true,
    steps: (fixtures) => {
      const pageSize = pageOf(fixtures, 'maxVettedPackagesPageSize', 100);
      const list = listsOf(operation, pageSize);
      const half = (page: unknown): number => Math.max(1, Math.ceil(listed(page).length / 2));
      /** Makes a filter from the whole list. */
      const ofAll = (all: unknown, make: (chosen: Chosen) => Filter, page?: object) => {
        const chosen = chosenFrom(all);
        return chosen === undefined ? undefined : list(make(chosen), page);
      };
      const next = (all: unknown, before: unknown, make: typeof both, page: object = {}) => {
        const pageToken = string(before, 'nextPageToken');
        return pageToken === '' ? undefined : ofAll(all, make, { ...page, pageToken });
      };
      return {
        all: call(operation, { json: { pageSize } }),
        ofPackages: ({ all }) => ofAll(all, ({ packageIds }) => ({ packageIds })),
        ofPlace: ({ all }) => ofAll(all, firstPlace),
        // The rows of other synchronizers follow.
        afterPlace: ({ all, ofPlace }) => next(all, ofPlace, firstPlace),
        ofBoth: ({ all }) => ofAll(all, both),
        first: ({ all, ofBoth }) => ofAll(all, both, { pageSize: half(ofBoth) }),
        second: ({ all, ofBoth, first }) => next(all, first, both, { pageSize: half(ofBoth) }),
        ofPrefix: ({ all }) => {
          const prefix = prefixFrom(all);
          const packageNamePrefixes = [prefix, ABSENT.packageName];
          return prefix === '' ? undefined : list({ packageNamePrefixes });
        },
        ofInfix: ({ all }) => {
          const infix = prefixFrom(all).slice(1);
          return infix === '' ? undefined : list({ packageNamePrefixes: [infix] });
        },
        ofEither: ({ all }) => {
          const packageNamePrefixes = [ABSENT.packageName, prefixFrom(all)];
          const other = packageBeside(all, prefixFrom(all));
          const either = { packageIds: [other ?? ''], packageNamePrefixes };
          return other === undefined ? undefined : list(either);
        },
        noPackage: list({ packageIds: [ABSENT.packageId] }),
        noSynchronizer: list({ synchronizerIds: [ABSENT.synchronizer] }),
        noParticipant: ({ all }) =>
          ofAll(all, ({ participantIds }) => ({ participantIds: participantIds.map(namesake) })),
      };
    },
  });
};

export const vettingFilters: Area = (ledger) =>
  filteredLists(ledger.operation('package-vetting-list')).rules(
    rule('package-id-filter-selects-packages', {
      given: ['all'],
      judge: [
        ({ all, ofPackages }) => selects(all, ofPackages),
        ({ noPackage }) => selectsNothing(noPackage),
      ],
    }),
    rule('name-prefix-selects-all-matches', {
      given: ['all'],
      judge: [
        ({ all, ofPrefix }) => selects(all, ofPrefix),
        ({ all, ofInfix }) => selects(all, ofInfix),
      ],
    }),
    rule('package-filters-combine', {
      given: ['all', 'ofPrefix', 'ofPackages'],
      judge: ({ all, ofEither }) => selects(all, ofEither),
    }),
    rule('topology-filter-selects-rows', {
      given: ['all'],
      judge: [
        ({ all, ofPlace }) => selects(all, ofPlace),
        ({ all, ofBoth }) => selects(all, ofBoth),
        ({ noSynchronizer }) => selectsNothing(noSynchronizer),
        ({ noParticipant }) => selectsNothing(noParticipant),
      ],
    }),
    rule('pages-keep-filter', {
      given: ['all', 'first'],
      judge: [
        (at) =>
          all(
            unselected(at.first),
            followed(at.first, () => at.second),
          ),
        (at) => followed(at.ofPlace, () => at.afterPlace),
      ],
    }),
  );

const listed = (body: unknown): readonly unknown[] => elements(body, 'vettedPackages');

type Chosen = Required<Omit<Filter, 'packageNamePrefixes'>>;

/** The last packages of the first row, and two places; `undefined` if there is none. */
function chosenFrom(all: unknown): Chosen | undefined {
  const rows = listed(all);
  const ids = idsIn(rows[0]);
  // The first row comes last, because a server may read the first id of a filter alone.
  const two = (name: string) => [
    ...new Set([rows.at(-1), rows[0]].map((row) => string(row, name))),
  ];
  // Some packages must be left out.
  const packageIds = ids.slice(ids.length > 2 ? -2 : -1);
  const [synchronizerIds, participantIds] = [two('synchronizerId'), two('participantId')];
  return ids.length === 0 ? undefined : { packageIds, synchronizerIds, participantIds };
}

/** One participant of several: a server may read only one of the two lists. */
const firstPlace = ({ synchronizerIds, participantIds }: Chosen): Filter => ({
  synchronizerIds: synchronizerIds.slice(-1),
  participantIds: participantIds.slice(-1),
});

/** Packages of each of the two places. */
const both = (chosen: Chosen): Filter => chosen;

/** A package name without its last letter; empty if no name is long enough. */
function prefixFrom(all: unknown): string {
  return namesIn(listed(all)).toSorted().at(-1)?.slice(0, -1) ?? '';
}

/** The id of a package whose name does not begin so; `undefined` if there is none. */
function packageBeside(all: unknown, prefix: string): string | undefined {
  const other = listed(all)
    .flatMap(packagesIn)
    .find((one) => prefix !== '' && !string(one, 'packageName').startsWith(prefix));
  return other === undefined ? undefined : string(other, 'packageId');
}

/** The packages of a row that the filter selects, each with its place. */
function selectedIn(row: unknown, request: unknown): readonly string[] {
  const selected = (list: string, id: string): boolean => {
    const named = elements(request, 'topologyStateFilter', list);
    return named.length === 0 || named.includes(id);
  };
  const synchronizerId = string(row, 'synchronizerId');
  const participantId = string(row, 'participantId');
  const there =
    selected('synchronizerIds', synchronizerId) && selected('participantIds', participantId);
  const ids = strings(request, 'packageMetadataFilter', 'packageIds');
  const prefixes = strings(request, 'packageMetadataFilter', 'packageNamePrefixes');
  const isSelected = (one: unknown): boolean =>
    ids.length + prefixes.length === 0 ||
    ids.includes(string(one, 'packageId')) ||
    prefixes.some((prefix) => string(one, 'packageName').startsWith(prefix));
  if (!there) return [];
  return packagesIn(row)
    .filter(isSelected)
    .map((one) => `${string(one, 'packageId')} of ${participantId} on ${synchronizerId}`);
}

function allSelectedIn(page: CompleteExchange, request: unknown): readonly string[] {
  return rowsOf(page).flatMap((row) => selectedIn(row, request));
}

/** The filtered list equals the filter's selection from the whole list, as far as that is known. */
function selects(all: CompleteExchange, some: CompleteExchange): CheckResult {
  if (!isAccepted(some)) return expects200(some.response.status);
  const wrong = unselected(some);
  const filter = sent(some.request);
  const expected = allSelectedIn(all, filter);
  // If the first page has selected rows, the filtered list is not empty.
  if (wrong.length > 0) return wrong;
  if (!isLastPage(all) && (rowsOf(some).length > 0 || expected.length === 0)) return [];
  return difference(expected, allSelectedIn(some, {}), '/vettedPackages');
}

/** A package of a page that its filter does not select. */
function unselected(page: CompleteExchange): readonly Finding[] {
  const kept = allSelectedIn(page, sent(page.request));
  const other = allSelectedIn(page, {}).find((one) => !kept.includes(one));
  return other === undefined ? [] : [unexpected(other, '/vettedPackages')];
}

/** The page after this one, if there is one: a page that was not sent makes the case inconclusive when it is read. */
function followed(page: CompleteExchange, next: () => CompleteExchange): CheckResult {
  if (nextTokenOf(page) === '') return 'inapplicable';
  const after = next();
  return isAccepted(after) ? unselected(after) : expects200(after.response.status);
}

/** A rejection is inconclusive: an unknown id may be rejected. */
function selectsNothing(exchange: CompleteExchange): CheckResult {
  return isAccepted(exchange) ? unselected(exchange) : undefined;
}
