/** Filters of the list of vetted packages: what chapters choose for them from the whole list, and how they judge the lists. */
import { type CheckResult, type CompleteExchange, type Finding, sent } from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import { difference, elements, string, strings } from '../../kit/json.ts';
import { isAccepted, unexpected } from '../../kit/judges.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { expects200 } from '../../kit/statuses.ts';
import { namesake } from '../requests/formats.ts';
import { idsIn, isLastPage, isToFollow, namesIn, packagesIn, rowsOf } from './vetting-rows.ts';

const listed = (body: unknown): readonly unknown[] => elements(body, 'vettedPackages');

/** The last packages of the first row, and two places; `undefined` if there is none. */
function chosenFrom(all: unknown) {
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

/** The id of a package whose name does not begin so; `undefined` if there is none. */
function packageBeside(all: unknown, prefix: string): string | undefined {
  const other = listed(all)
    .flatMap(packagesIn)
    .find((one) => !string(one, 'packageName').startsWith(prefix));
  return other === undefined ? undefined : string(other, 'packageId');
}

export const VETTING_FILTER_HOLES: Readonly<Record<string, Hole>> = {
  /** Packages, synchronizers and participants of a list, for its filters. */
  chosenFrom: (_, all) => chosenFrom(all),
  /** A package name in a list without its last letter; `undefined` if no name is long enough. */
  prefixFrom: (_, all) => namesIn(listed(all)).toSorted().at(-1)?.slice(0, -1) || undefined,
  packageBeside: (_, given) => {
    const { of: all, prefix } = given as { readonly of: unknown; readonly prefix: string };
    return packageBeside(all, prefix);
  },
  /** Half the number of these elements, and 1 at least. */
  halfOf: (_, all) => Math.max(1, Math.ceil(elements(all).length / 2)),
  /** Unknown ids with these names. */
  namesakes: (_, ids) => strings(ids).map(namesake),
};

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

/** A package of a page that its filter does not select. */
function unselected(page: CompleteExchange): readonly Finding[] {
  const kept = allSelectedIn(page, sent(page.request));
  const other = allSelectedIn(page, {}).find((one) => !kept.includes(one));
  return other === undefined ? [] : [unexpected(other, '/vettedPackages')];
}

/** The filtered list, or its second page if the first one is empty, equals the filter's selection from the whole list, as far as that is known. */
function selectsVetted(
  some: CompleteExchange,
  all: CompleteExchange,
  next?: () => CompleteExchange,
): CheckResult {
  if (!isAccepted(some)) return expects200(some.response.status);
  if (next !== undefined && isToFollow(some)) return selectsVetted(next(), all);
  const wrong = unselected(some);
  const filter = sent(some.request);
  const expected = allSelectedIn(all, filter);
  if (wrong.length > 0) return wrong;
  if (isToFollow(some)) return 'inapplicable';
  // If the first page has selected rows, the filtered list is not empty.
  if (!isLastPage(all) && (rowsOf(some).length > 0 || expected.length === 0)) return [];
  return difference(expected, allSelectedIn(some, {}), '/vettedPackages');
}

/** The page has nothing that its filter leaves out. A rejection is inconclusive: an unknown id may be rejected. */
const keepsFilter = (page: CompleteExchange): CheckResult =>
  isAccepted(page) ? unselected(page) : undefined;

/** The page after this one, if there is one, keeps the filter too. */
function keepsFilterAfter(page: CompleteExchange, next: () => CompleteExchange): CheckResult {
  if (nextTokenOf(page) === '') return 'inapplicable';
  const after = next();
  return isAccepted(after) ? unselected(after) : expects200(after.response.status);
}

export const VETTING_FILTER_CHECKS = { selectsVetted, keepsFilter, keepsFilterAfter };
