/** The filters of the list of parties: its pages, and what chapters check of them. */
import type { Call, CheckResult, CompleteExchange, Exchange, Step } from '../../../src/kit.ts';
import { between, call, queryOf, worded } from '../../../src/kit.ts';
import type { From } from '../../kit/chapters/template.ts';
import { isAccepted, shownList, unless } from '../../kit/judges.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { pageOf } from '../requests/formats.ts';
import { partiesIn } from './party-checks.ts';

const filterOf = ({ request }: CompleteExchange): string | null =>
  queryOf(request.path).get('filter-party');

const isLaterPage = ({ request }: CompleteExchange): boolean =>
  queryOf(request.path).has('pageToken');

function startWithTheFilter(list: CompleteExchange): CheckResult {
  const filter = filterOf(list);
  if (!isAccepted(list) || filter === null) return undefined;
  const other = partiesIn(list).find((party) => !party.startsWith(filter));
  return unless(other === undefined, '/partyDetails', worded`${filter}…`, other);
}

/** The last page may be empty. */
function findsAParty(list: CompleteExchange): CheckResult {
  if (!isAccepted(list) || isLaterPage(list)) return undefined;
  const isFound = partiesIn(list).length > 0;
  return unless(isFound, '/partyDetails', worded`a party ${filterOf(list)}…`, 'none');
}

/** The pages show no party that the list with the same filter lacks. */
function staysWithinTheFilter(
  list: CompleteExchange,
  ...paged: readonly CompleteExchange[]
): CheckResult {
  if (!isAccepted(list) || nextTokenOf(list) !== '') return undefined;
  const filter = filterOf(list) ?? '';
  const listed = partiesIn(list);
  // What a filter selects is left to the server; its own list shows whether that is a prefix.
  const isPrefix = listed.length > 0 && listed.every((party) => party.startsWith(filter));
  const continued = paged.filter(isLaterPage);
  if (!isPrefix || continued.length === 0) return 'inapplicable';
  return continued.flatMap((page) => {
    // A party may be new, but then it starts with the filter.
    const other = (isAccepted(page) ? partiesIn(page) : []).find(
      (party) => !listed.includes(party) && !party.startsWith(filter),
    );
    const found = unless(other === undefined, '/partyDetails', 'parties of the list', other);
    return between([list, page], found, page);
  });
}

export const PARTY_FILTER_CHECKS = { startWithTheFilter, findsAParty, staysWithinTheFilter };

/** Parties with a common prefix that others follow, and their pages. */
export function filteredPages({ fixtures: f, operation }: From): readonly Step[] {
  const filter = beginningOf(f.listedParties);
  const page = (pageSize: number, pageToken?: string): Call =>
    call(operation, { query: { pageSize, 'filter-party': filter, pageToken } });
  const sizeAfter = (list: Exchange | undefined): number => {
    const { length } = shownList(list, 'partyDetails');
    // With three or more parties, the second page is not full: others would follow there.
    return Math.max(1, length > 2 ? length - 1 : length);
  };
  return [
    page(pageOf(f, 'maxPartiesPageSize', 50)),
    ([list]) => page(sizeAfter(list)),
    ([list, one]) => {
      const pageToken = nextTokenOf(one);
      return pageToken === '' ? undefined : page(sizeAfter(list), pageToken);
    },
  ];
}

/** A prefix that no party has. */
const NO_BEGINNING = 'assay-knows-no-such-party';

/** A prefix that few ids share, amid others; preferably one of two ids, so that pages follow. */
function beginningOf(ids: readonly string[]): string {
  const sorted = [...new Set(ids)].sort().map((party) => party.slice(0, 185));
  const isAmid = (beginning: string): boolean =>
    beginning !== '' && ![sorted[0], sorted.at(-1)].some((id) => id?.startsWith(beginning));
  const shared = sorted.slice(0, -1).map((party, i) => {
    const next = sorted[i + 1] ?? '';
    const end = [...party].findIndex((letter, at) => letter !== next[at]);
    return end < 0 ? party : party.slice(0, end);
  });
  const middle = Math.floor((sorted.length - 1) / 2);
  return shared.find(isAmid) ?? sorted[middle] ?? NO_BEGINNING;
}
