/** Listings in pages (users, parties): for any page size the pages together are one list. */
import { type CheckResult, type CompleteExchange, worded } from '../../../src/kit.ts';
import { difference, stringAt } from '../../kit/json.ts';
import { accepts, all, isAccepted, shownList, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { PAGE_LAWS, walkOf } from '../../kit/pages.ts';
import { inCase } from '../../kit/scenarios.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { lawsOf } from '../laws/forms.ts';
import { rulesIn } from '../rules.ts';
import { isUsers, type Listing, largestPage, type Paged, pagedListings } from './listing-pages.ts';

const rule = rulesIn('4.2-resources', 'resources/listings.ts');

const idsOn = ({ list, key }: Listing, page: CompleteExchange): readonly string[] =>
  shownList(page, list).map((one) => stringAt(one, key) ?? '');

const unsized = inCase((paged: Paged) => paged.unsized);
const largest = inCase((paged: Paged) => paged.largest);

const LAWS: readonly Law<Paged>[] = [
  rule('pages-ascend-by-id', {
    on: ({ pages }) => walkOf(pages),
    anyTraffic: true,
    check: (page, paged) => (isAccepted(page) ? ascends(idsOn(paged, page)) : undefined),
  }),
  rule('page-size-is-optional', {
    test: unsized(['one'], ({ one, plain }, paged) => hasElements(paged, one, plain)),
  }),
  rule('page-size-0-is-default', {
    test: unsized(['one'], ({ one, plain, zero, again }, paged) => {
      const [before, meanwhile, after] = [plain, zero, again].map((page) => idsOn(paged, page));
      const isRejected = [plain, again].some((page) => !isAccepted(page));
      // Another client may create one and remove it at once.
      const isBrief = onlyInOne(before, meanwhile).length === 1;
      const moved = isRejected || difference(before, after).length > 0 || isBrief;
      const isCut = plain.response.truncated || zero.response.truncated;
      return all(
        hasElements(paged, one, zero),
        moved || isCut ? undefined : difference(before, meanwhile, `/${paged.list}`),
      );
    }),
  }),
  rule('accepts-largest-page-size', {
    test: largest(['version'], accepts('largest')),
  }),
  rule('page-within-maximum', {
    appliesTo: isUsers,
    test: largest(['version', 'larger'], ({ version, larger: page }, paged) => {
      const most = largestPage(paged, version.response.body) ?? 0;
      const { length } = shownList(page, paged.list);
      return unless(length <= most, `/${paged.list}`, worded`${most} at most`, length);
    }),
  }),
  rule('accepts-page-size-above-maximum', {
    appliesTo: isUsers,
    test: largest(['version'], accepts('larger')),
  }),
];

/** Requirements on the listings that come in pages. */
export const listings: Area = (ledger) => {
  const subjects = pagedListings(ledger);
  return [
    ...lawsOf(PAGE_LAWS, ...subjects.map(({ pages }) => pages)),
    ...lawsOf(LAWS, ...subjects),
    // The server cuts larger pages of users at the maximum.
    ...subjects
      .filter((one) => !isUsers(one))
      .flatMap((paged) =>
        paged.largest.rejects(
          rule('page-size-above-maximum', {
            given: ['version'],
            step: 'larger',
            codes: ['INVALID_ARGUMENT'],
          }),
        ),
      ),
  ];
};

/** The page is accepted, and not empty if the page of one element is not. */
function hasElements(listing: Listing, one: CompleteExchange, page: CompleteExchange): CheckResult {
  const { request, response } = page;
  if (response.status !== 200) return expects200(response.status);
  const [first] = idsOn(listing, one);
  const isMissing = first !== undefined && !response.truncated && idsOn(listing, page).length === 0;
  return unless(!isMissing, `/${listing.list} of ${request.path}`, worded`${first} …`, 'none');
}

/** The ids on one of two pages. */
function onlyInOne(page: readonly string[] = [], other: readonly string[] = []) {
  const missing = page.filter((id) => !other.includes(id));
  return [...missing, ...other.filter((id) => !page.includes(id))];
}

function ascends(ids: readonly string[]): CheckResult {
  // An element without an id breaks the shape of the response.
  if (ids.includes('')) return undefined;
  const at = ids.findIndex((id, i) => i > 0 && id <= (ids[i - 1] ?? ''));
  return unless(at < 0, `element ${at}`, worded`an id after ${ids[at - 1]}`, ids[at]);
}
