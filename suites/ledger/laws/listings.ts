/** Listings that come in pages (users, parties): whatever the size of a page, the pages make one list. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  finding,
  NOWHERE,
  type Operation,
  type Requirement,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { type Law, requirementsOf } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { difference } from '../requests/alike.ts';
import { type PageLimit, pageOf } from '../requests/formats.ts';
import { leadsToItself } from '../requests/members.ts';
import { all, listIn, type Sequence, sequence, textIn, within } from '../requests/sequences.ts';
import { type Rejection, rejections } from './rejections.ts';

interface Listing {
  readonly operation: Operation;
  /** The member of the response that holds the list, and the key of its elements. */
  readonly list: string;
  readonly key: string;
  /** Where the version shows the largest page. */
  readonly feature: string;
  readonly limit: PageLimit;
  readonly clause: string;
  /** Parameters that keep a large page small. */
  readonly narrow: Readonly<Record<string, string>>;
}

/** A listing with the scenarios of its pages. */
interface Paged extends Listing {
  readonly pages: readonly Sequence<Page>[];
  readonly unsized: Sequence<'one' | 'plain' | 'zero' | 'again'>;
  readonly largest: Sequence<'version' | 'largest' | 'larger'>;
}

/** The beginning of no party. */
export const NO_BEGINNING = 'assay-knows-no-such-party';

/** At most so many elements are compared: a list may be long. */
const WHOLE = 50;
const SIZES = [1, 2, 20, 'half'] as const;
type Size = (typeof SIZES)[number];
type Page = 'whole' | 'first' | 'second' | 'third' | 'wholeAgain';

function userListing(ledger: Ledger): Listing {
  return {
    operation: ledger.operation('users-list'),
    list: 'users',
    key: 'id',
    feature: 'userManagement',
    limit: 'maxUsersPageSize',
    clause: 'users-are-listed',
    narrow: {},
  };
}

function partyListing(ledger: Ledger): Listing {
  return {
    operation: ledger.operation('parties-list'),
    list: 'partyDetails',
    key: 'party',
    feature: 'partyManagement',
    limit: 'maxPartiesPageSize',
    clause: 'known-parties-are-listed',
    narrow: { 'filter-party': NO_BEGINNING },
  };
}

/** The ids on a page. */
function idsOn({ list, key }: Pick<Listing, 'list' | 'key'>, body: unknown): readonly string[] {
  return listIn(body, list).map((one) => textIn(one, key) ?? '');
}

const isUsers = ({ list }: Listing): boolean => list === 'users';

const pageLaws: readonly Law<Paged>[] = [
  ...SIZES.map(
    (size, i): Law<Paged> => ({
      name: `pages-of-${size}`,
      level: 'MUST',
      clause: ({ clause }) => clause,
      statement: `${size === 'half' ? 'Two pages' : `Pages of ${size}`} together hold the elements of one long page, each once.`,
      cause:
        'The page token counts elements, or a page repeats the last element of the page before.',
      fix: 'Put the last id into the page token, and continue after it.',
      test: (paged) =>
        paged.pages[i]?.test({
          given: ['whole', 'first', 'wholeAgain'],
          judge: (at) => makeTheList(paged, at),
        }),
    }),
  ),
  {
    name: 'page-size-bounds-page',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'A page holds at most as many elements as its page size.',
    cause: 'The page size is ignored, or small sizes are raised to a default.',
    fix: 'Cut the page at the requested size; only 0 stands for the default.',
    test: ({ pages, list }) => ({
      probes: pages.map(({ probe }) => probe),
      check: ({ request, response }) => {
        const size = sizeIn(request);
        const { length } = listIn(response.body, list);
        if (response.status !== 200) return undefined;
        return length <= size ? [] : [finding(`/${list}`, `${size} at most`, `${length}`)];
      },
    }),
  },
  {
    name: 'pages-ascend-by-id',
    level: 'SHOULD',
    clause: ({ clause }) => clause,
    statement: 'The ids on a page ascend.',
    cause: 'Pages have the order of creation, or of a hash map.',
    fix: 'Sort by id before the page is cut.',
    test: (paged) => ({
      probes: paged.pages.map(({ probe }) => probe),
      check: ({ response }) =>
        response.status === 200 ? ascends(idsOn(paged, response.body)) : undefined,
    }),
  },
  {
    name: 'page-size-is-optional',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'Without a page size, the response is a page of the default size.',
    cause: 'The optional page size is required, or its absence counts as 0 elements.',
    fix: 'Use a default size if the request has none.',
    test: (paged) =>
      paged.unsized.test({
        given: ['one'],
        judge: ({ one, plain }) => hasElements(paged, one, plain),
      }),
  },
  {
    name: 'page-size-0-is-default',
    level: 'SHOULD',
    clause: 'page-sizes-are-limited',
    statement: 'With the page size 0, the response is a page of the default size.',
    cause: 'The size 0 is taken literally, and the page is empty.',
    fix: 'Treat the size 0 as absent.',
    test: (paged) =>
      paged.unsized.test({
        given: ['one'],
        judge: ({ one, plain, zero, again }) => {
          const [before, meanwhile, after] = [plain, zero, again].map(({ response }) =>
            idsOn(paged, response.body),
          );
          const moved = difference(before, after).length > 0;
          return all(
            hasElements(paged, one, zero),
            moved || plain.response.truncated || zero.response.truncated
              ? undefined
              : difference(before, meanwhile, `/${paged.list}`),
          );
        },
      }),
  },
  {
    name: 'accepts-largest-page-size',
    level: 'MUST',
    clause: 'page-sizes-are-limited',
    statement: 'The page size that the version names as the maximum is accepted.',
    cause: 'The maximum in the version is not the limit that the server or a gateway enforces.',
    fix: 'Read both from the same setting.',
    test: ({ largest }) =>
      largest.test({
        given: ['version'],
        judge: ({ largest: page }) => expects200(page.response.status),
      }),
  },
  {
    name: 'page-within-maximum',
    level: 'MUST',
    clause: 'page-sizes-are-limited',
    statement: 'No page has more elements than the maximum in the version.',
    cause: 'A larger page size is used as it is.',
    fix: 'Cut each page at the maximum.',
    appliesTo: isUsers,
    test: ({ largest, list, feature, limit }) =>
      largest.test({
        given: ['version', 'larger'],
        judge: ({ version, larger }) => {
          const most = largestPage(version.response.body, feature, limit) ?? 0;
          const { length } = listIn(larger.response.body, list);
          return length > most ? [finding(`/${list}`, `${most} at most`, `${length}`)] : [];
        },
      }),
  },
  {
    name: 'accepts-page-size-above-maximum',
    level: 'SHOULD',
    clause: 'page-sizes-are-limited',
    statement: 'A page size above the maximum in the version is accepted.',
    cause: 'Larger sizes are rejected, which conforms for parties only.',
    fix: 'Respond with 200 and at most maxUsersPageSize users.',
    appliesTo: isUsers,
    test: ({ largest }) =>
      largest.test({
        given: ['version'],
        judge: ({ larger }) => expects200(larger.response.status),
      }),
  },
];

const rejectedPages: readonly Rejection<Listing>[] = [
  {
    name: 'unreadable-page-token',
    level: 'MUST',
    clause: 'tokens-come-from-the-page-before',
    statement: 'A page token that the server did not issue is rejected.',
    cause: 'A token that cannot be decoded counts as none, and the first page comes again.',
    fix: 'Decode the token first; respond with 400 INVALID_ARGUMENT if that fails.',
    sends: 'a page token that the server did not issue',
    status: 400,
    codes: ['INVALID_ARGUMENT'],
    requests: () => [{ query: { pageSize: 1, pageToken: NOWHERE } }],
  },
  {
    name: 'negative-page-size',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'A negative page size is rejected.',
    cause: 'A negative size counts as the default.',
    fix: 'Check the sign first; respond with 400 INVALID_ARGUMENT.',
    sends: 'the page size -1',
    status: 400,
    codes: ['INVALID_ARGUMENT'],
    requests: () => [{ query: { pageSize: -1 } }],
  },
  {
    name: 'repeated-page-size',
    level: 'SHOULD',
    clause: 'ledger-requests-have-their-shape',
    statement: 'A parameter with a single value is rejected if it occurs twice.',
    cause: 'One of the values is taken silently, and a gateway may take the other.',
    fix: 'Respond with 400, and name the parameter.',
    sends: 'a page size that occurs twice',
    status: 400,
    appliesTo: isUsers,
    requests: () => [{ query: { pageSize: [5, 6] } }],
  },
  {
    name: 'malformed-filter',
    level: 'SHOULD',
    clause: 'refusals-name-their-reason',
    statement: 'A filter with characters that no party id has is rejected.',
    cause: 'The filter is not checked: it matches nothing, or acts as a pattern.',
    fix: 'Check its characters like those of a party id; respond with 400 INVALID_FIELD.',
    sends: 'a filter with characters that no party id has',
    status: 400,
    appliesTo: (listing) => !isUsers(listing),
    requests: () => [{ query: { pageSize: 5, 'filter-party': 'assay*%' } }],
  },
];

/** Requirements on the listings that come in pages. */
export const listings: Area = (ledger) => {
  const subjects = [userListing(ledger), partyListing(ledger)].map(
    (listing): Paged => ({
      ...listing,
      pages: SIZES.map((size) => pagesOf(listing, size)),
      unsized: unsizedPages(listing),
      largest: largestPages(ledger, listing),
    }),
  );
  return [
    ...requirementsOf(pageLaws, subjects, ({ operation }) => `ledger/${operation.name}`),
    ...rejections(rejectedPages, subjects),
    ...subjects.filter((one) => !isUsers(one)).flatMap(rejectsLargerPage),
  ];
};

/** For parties; the server cuts larger pages of users at the maximum. */
function rejectsLargerPage({ largest }: Paged): Requirement[] {
  return largest.rejects({
    name: 'page-size-above-maximum',
    level: 'SHOULD',
    clause: 'page-sizes-are-limited',
    statement: 'A page size above the maximum in the version is rejected.',
    cause: 'Larger sizes are cut to the maximum, which conforms for users only.',
    fix: 'Respond with 400 INVALID_ARGUMENT.',
    given: ['version'],
    step: 'larger',
    status: 400,
    codes: ['INVALID_ARGUMENT'],
  });
}

function sizeIn({ path }: Call): number {
  return Number(/pageSize=(\d+)/.exec(path)?.[1]);
}

function pagesOf({ operation, list, limit }: Listing, size: Size): Sequence<Page> {
  return sequence(operation, {
    name: `pages-of-${size}`,
    sends: `the list on one long page, three pages of ${size === 'half' ? 'a little more than its half' : size}, and the long page again`,
    // Users and parties that other probes create would move the pages.
    alone: true,
    steps: (fixtures) => {
      // Room is left on the second page: a full one may have a token though it is the last.
      const half = (whole: unknown) => Math.floor(listIn(whole, list).length / 2) + 1;
      const sized = (bodies: Readonly<Record<string, unknown>>) =>
        pageOf(fixtures, limit, size === 'half' ? half(bodies['whole']) : size);
      const whole = call(operation, { query: { pageSize: pageOf(fixtures, limit, WHOLE) } });
      // After the last page the long one is sent again.
      const after = (bodies: Readonly<Record<string, unknown>>, page: Page) => {
        const pageToken = textIn(bodies[page], 'nextPageToken') ?? '';
        const query = { pageSize: sized(bodies), pageToken };
        return pageToken === '' ? whole : call(operation, { query });
      };
      return {
        whole,
        first: (bodies) => call(operation, { query: { pageSize: sized(bodies) } }),
        second: (bodies) => after(bodies, 'first'),
        third: (bodies) =>
          textIn(bodies['first'], 'nextPageToken') ? after(bodies, 'second') : whole,
        wholeAgain: whole,
      };
    },
  });
}

function unsizedPages({ operation }: Listing): Paged['unsized'] {
  return sequence(operation, {
    name: 'default-page',
    sends: 'a page of 1, a page without a size, a page of the size 0, and one without a size again',
    // Users and parties that other probes create would move the pages.
    alone: true,
    steps: () => ({
      one: call(operation, { query: { pageSize: 1 } }),
      plain: call(operation),
      zero: call(operation, { query: { pageSize: 0 } }),
      again: call(operation),
    }),
  });
}

function largestPages(ledger: Ledger, listing: Listing): Paged['largest'] {
  const { operation, feature, limit, narrow } = listing;
  const sized = (version: unknown, more: number): Call | undefined => {
    const most = largestPage(version, feature, limit);
    if (most === undefined || (isUsers(listing) && most > 1000)) return undefined;
    return call(operation, { query: { pageSize: most + more, ...narrow } });
  };
  return sequence(operation, {
    name: 'largest-page',
    sends: 'the version, for the largest page, a page of that size, and a larger one',
    steps: () => ({
      version: call(ledger.operation('version')),
      largest: ({ version }) => sized(version, 0),
      larger: ({ version }) => sized(version, 1),
    }),
  });
}

/** The page is accepted, and not empty if the page of one element is not. */
function hasElements(listing: Listing, one: CompleteExchange, page: CompleteExchange): CheckResult {
  const { request, response } = page;
  if (response.status !== 200) return expects200(response.status);
  const [first] = idsOn(listing, one.response.body);
  const isMissing =
    first !== undefined && !response.truncated && idsOn(listing, response.body).length === 0;
  return isMissing ? [finding(`/${listing.list} of ${request.path}`, `${first} …`, 'none')] : [];
}

function makeTheList(listing: Listing, at: Readonly<Record<Page, CompleteExchange>>): CheckResult {
  const [before, after] = [at.whole, at.wholeAgain].map(({ response }) =>
    idsOn(listing, response.body),
  ) as [readonly string[], readonly string[]];
  // Another client changed the list in the meantime.
  if (before.join('\n') !== after.join('\n')) return undefined;
  for (const { request, response } of [at.second, at.third]) {
    if (response.status === 200) continue;
    // A token that was just issued must be accepted.
    return request.path.includes('pageToken=') ? expects200(response.status) : undefined;
  }
  const found: string[] = [];
  let token: string | undefined = 'first page';
  for (const page of [at.first, at.second, at.third]) {
    if (!token) break;
    const endless = leadsToItself(page);
    if (endless.length > 0) return endless;
    found.push(...idsOn(listing, page.response.body));
    token = textIn(page.response.body, 'nextPageToken');
  }
  const expected = token ? before.slice(0, found.length) : before;
  // A server may cut the long page, too: pages that reach beyond it cannot be compared with it.
  const isWhole =
    before.length < sizeIn(at.whole.request) && !textIn(at.whole.response.body, 'nextPageToken');
  const known = isWhole ? found : found.slice(0, before.length);
  const shared = isWhole ? expected : expected.slice(0, known.length);
  return known.join('\n') === shared.join('\n')
    ? []
    : [finding(`/${listing.list}`, shared.join(', ') || 'nothing', known.join(', ') || 'nothing')];
}

function ascends(ids: readonly string[]): CheckResult {
  const at = ids.findIndex((id, i) => i > 0 && id <= (ids[i - 1] ?? ''));
  return at < 0 ? [] : [finding(`element ${at}`, `an id after ${ids[at - 1]}`, `${ids[at]}`)];
}

/** The largest page of a feature in the version; `undefined` if it names none. */
function largestPage(body: unknown, feature: string, limit: string): number | undefined {
  const found = within(body, 'features', feature, limit);
  return typeof found === 'number' && found > 0 ? found : undefined;
}
