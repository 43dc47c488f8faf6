/** Listings in pages (users, parties): for any page size the pages together are one list. */
import { type CheckResult, type CompleteExchange, NOWHERE, worded } from '../../../src/kit.ts';
import { difference, stringAt } from '../../kit/json.ts';
import { accepts, all, isAccepted, shownList, unless } from '../../kit/judges.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { PAGE_LAWS, walkOf } from '../../kit/pages.ts';
import type { Rejection } from '../../kit/rejections.ts';
import { inCase } from '../../kit/scenarios.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { lawsOf, rejections } from '../laws/forms.ts';
import { CODES } from '../surface.ts';
import { isUsers, type Listing, largestPage, type Paged, pagedListings } from './listing-pages.ts';

const idsOn = ({ list, key }: Listing, page: CompleteExchange): readonly string[] =>
  shownList(page, list).map((one) => stringAt(one, key) ?? '');

const unsized = inCase((paged: Paged) => paged.unsized);
const largest = inCase((paged: Paged) => paged.largest);

const LAWS: readonly Law<Paged>[] = [
  should('pages-ascend-by-id', {
    statement: 'The ids on a page ascend.',
    cause: 'Pages have the order of creation, or of a hash map.',
    fix: 'Sort by id before the page is cut.',
    followsFrom: ['page-token-is-accepted', 'pages-match-list'],
    on: ({ pages }) => walkOf(pages),
    anyTraffic: true,
    check: (page, paged) => (isAccepted(page) ? ascends(idsOn(paged, page)) : undefined),
  }),
  must('page-size-is-optional', {
    statement: 'Without a page size, the response is a page of the default size.',
    cause: 'The optional page size is required, or its absence counts as 0 elements.',
    fix: 'Use a default size if the request has none.',
    test: unsized(['one'], ({ one, plain }, paged) => hasElements(paged, one, plain)),
  }),
  should('page-size-0-is-default', 'page-sizes-are-limited', {
    statement: 'With the page size 0, the response is a page of the default size.',
    cause: 'The size 0 is taken literally, and the page is empty.',
    fix: 'Treat the size 0 as absent.',
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
  must('accepts-largest-page-size', 'page-sizes-are-limited', {
    statement: 'The page size that the version names as the maximum is accepted.',
    cause: 'The maximum in the version is not the limit that the server or a gateway enforces.',
    fix: 'Read both from the same setting.',
    test: largest(['version'], accepts('largest')),
  }),
  must('page-within-maximum', 'page-sizes-are-limited', {
    statement: 'No page has more elements than the maximum in the version.',
    cause: 'A larger page size is used as it is.',
    fix: 'Cut each page at the maximum.',
    followsFrom: ['version/user-limits-are-large-enough'],
    appliesTo: isUsers,
    test: largest(['version', 'larger'], ({ version, larger: page }, paged) => {
      const most = largestPage(paged, version.response.body) ?? 0;
      const { length } = shownList(page, paged.list);
      return unless(length <= most, `/${paged.list}`, worded`${most} at most`, length);
    }),
  }),
  should('accepts-page-size-above-maximum', 'page-sizes-are-limited', {
    statement: 'A page size above the maximum in the version is accepted.',
    cause: 'Larger sizes are rejected, which conforms for parties only.',
    fix: 'Respond with 200 and at most maxUsersPageSize users.',
    appliesTo: isUsers,
    test: largest(['version'], accepts('larger')),
  }),
];

const rejectedPages: readonly Rejection<Listing>[] = [
  must('unreadable-page-token', 'tokens-come-from-the-page-before', {
    statement: 'A page token that the server did not issue is rejected.',
    cause: 'A token that cannot be decoded counts as none, and the first page comes again.',
    fix: 'Decode the token first; respond with 400 INVALID_ARGUMENT if that fails.',
    followsFrom: ['page-token-is-accepted', 'pages-match-list'],
    sends: 'a page token that the server did not issue',
    codes: ['INVALID_ARGUMENT'],
    requests: () => [{ query: { pageSize: 1, pageToken: NOWHERE } }],
  }),
  must('negative-page-size', {
    statement: 'A negative page size is rejected.',
    cause: 'A negative size counts as the default.',
    fix: 'Check the sign first; respond with 400 INVALID_ARGUMENT.',
    followsFrom: ['page-size-bounds-page'],
    sends: 'the page size -1',
    codes: ['INVALID_ARGUMENT'],
    requests: () => [{ query: { pageSize: -1 } }],
  }),
  should('repeated-page-size', 'ledger-requests-have-their-shape', {
    statement: 'A parameter with a single value is rejected if it occurs twice.',
    cause: 'One of the values is taken silently, and a gateway may take the other.',
    fix: 'Respond with 400, and name the parameter.',
    followsFrom: ['page-size-bounds-page'],
    sends: 'a page size that occurs twice',
    appliesTo: isUsers,
    requests: () => [{ query: { pageSize: [5, 6] } }],
  }),
  should('malformed-filter', CODES, {
    statement: 'A filter with characters that no party id has is rejected.',
    cause: 'The filter is not checked: it matches nothing, or acts as a pattern.',
    fix: 'Check its characters like those of a party id; respond with 400 INVALID_FIELD.',
    followsFrom: ['filter-limits-parties'],
    sends: 'a filter with characters that no party id has',
    appliesTo: (listing) => !isUsers(listing),
    requests: () => [{ query: { pageSize: 5, 'filter-party': 'assay*%' } }],
  }),
];

/** Requirements on the listings that come in pages. */
export const listings: Area = (ledger) => {
  const subjects = pagedListings(ledger);
  return [
    ...lawsOf(PAGE_LAWS, ...subjects.map(({ pages }) => pages)),
    ...lawsOf(LAWS, ...subjects),
    ...rejections(rejectedPages, subjects),
    // The server cuts larger pages of users at the maximum.
    ...subjects
      .filter((one) => !isUsers(one))
      .flatMap((paged) =>
        paged.largest.rejects(
          should('page-size-above-maximum', 'page-sizes-are-limited', {
            statement: 'A page size above the maximum in the version is rejected.',
            cause: 'Larger sizes are cut to the maximum, which conforms for users only.',
            fix: 'Respond with 400 INVALID_ARGUMENT.',
            followsFrom: ['page-size-bounds-page', 'rejects-negative-page-size'],
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
