/** Lists that come in pages: users and parties. Whatever the size of a page, the pages make one list. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  finding,
  NOWHERE,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { difference } from './alike.ts';
import { named } from './chapter.ts';
import { expectsError } from './errors.ts';
import { type PageLimit, pageOf } from './formats.ts';
import { leadsToItself } from './members.ts';
import { each } from './probes.ts';
import { acceptableCalls } from './questions.ts';
import { all, listIn, type Sequence, sequence, textIn, within } from './sequences.ts';

export interface Listing {
  readonly operation: Operation;
  /** The member of the answer that holds the list, and the member that tells its elements apart. */
  readonly list: string;
  readonly key: string;
  /** Where the version tells the largest page. */
  readonly limit: PageLimit;
  readonly clause: string;
}

/** At most so many elements are compared: a list may be long. */
const WHOLE = 50;
const SIZES = [1, 2, 20, 'half'] as const;
type Size = (typeof SIZES)[number];

/** The ids on a page. */
export function idsOn({ list, key }: Listing, body: unknown): readonly string[] {
  return listIn(body, list).map((one) => textIn(one, key) ?? '');
}

export function pagingOf(listing: Listing): readonly Requirement[] {
  const { operation, clause } = listing;
  const paged = SIZES.map((size) => pages(listing, size));
  const wrong = wrongPages(operation);
  const probes = paged.map(({ probe }) => probe);
  const id = (name: string): string => `ledger/${named(operation, name)}`;
  return [
    ...paged.map(({ expects }, i) =>
      expects({
        name: `pages-of-${SIZES[i]}`,
        clause,
        statement: `${SIZES[i] === 'half' ? 'Two pages' : `Pages of ${SIZES[i]}`} one after the other hold what one long page holds, each element once.`,
        cause:
          'The token counts elements, or the next page begins with the last element of this one, so that some are lost or repeated.',
        fix: 'Let the token hold the last id, and read on after it.',
        given: ['whole', 'first', 'wholeAgain'],
        judge: (at) => makeTheList(listing, at),
      }),
    ),
    requirement({
      id: id('page-size-kept'),
      level: 'MUST',
      clause,
      statement: 'A page holds at most as many elements as were asked for.',
      cause: 'pageSize is ignored, or small sizes are raised to a default.',
      fix: 'Cut the page at the size that was asked for; only 0 stands for the default.',
      probes,
      check: ({ request, response }) => {
        const size = sizeIn(request);
        const { length } = listIn(response.body, listing.list);
        if (response.status !== 200) return undefined;
        return length <= size ? [] : [finding(`/${listing.list}`, `${size} at most`, `${length}`)];
      },
    }),
    defaultPage(listing).expects({
      name: 'page-size-may-be-left-out',
      clause,
      statement:
        'Without a page size, and with the size 0, a page of the default size is answered.',
      cause: 'A missing size is refused, or 0 is taken at its word and no element comes.',
      fix: 'Take both for the default size.',
      given: ['one'],
      judge: ({ one, plain, zero, again }) => {
        const [before, meanwhile, after] = [plain, zero, again].map(({ response }) =>
          idsOn(listing, response.body),
        );
        const moved = difference(before, after).length > 0;
        const [first] = idsOn(listing, one.response.body);
        return all(
          ...[plain, zero].map(({ request, response }): CheckResult => {
            if (response.status !== 200) return expects200(response.status);
            const missed =
              first !== undefined &&
              !response.truncated &&
              idsOn(listing, response.body).length === 0;
            return missed
              ? [finding(`/${listing.list} of ${request.path}`, `${first} …`, 'none')]
              : [];
          }),
          moved || plain.response.truncated || zero.response.truncated
            ? undefined
            : difference(before, meanwhile, `/${listing.list}`),
        );
      },
    }),
    requirement({
      id: id('in-order'),
      level: 'SHOULD',
      clause,
      statement: 'A page ascends by id, so that a client can read on where it stopped.',
      cause: 'Pages are read in the order of creation, or of a hash map.',
      fix: 'Order by id before the page is cut.',
      probes,
      check: ({ response }) =>
        response.status === 200 ? ascends(idsOn(listing, response.body)) : undefined,
    }),
    requirement({
      id: id('wrong-pages-refused'),
      level: 'MUST',
      clause,
      statement:
        'A page token that nobody gave out and a negative page size are refused with 400 INVALID_ARGUMENT.',
      cause: 'A token that cannot be decoded counts as none, and a negative size as the default.',
      fix: 'Check both before reading, and answer 400 INVALID_ARGUMENT.',
      probes: [wrong],
      withControl: true,
      check: (exchange) => expectsError(exchange, 400, 'INVALID_ARGUMENT'),
    }),
  ];
}

function sizeIn({ path }: Call): number {
  return Number(/pageSize=(\d+)/.exec(path)?.[1]);
}

type Page = 'whole' | 'first' | 'second' | 'third' | 'wholeAgain';

function pages({ operation, list, limit }: Listing, size: Size): Sequence<Page> {
  return sequence(operation, {
    name: `pages-of-${size}`,
    sends: `the list on one long page, three pages of ${size === 'half' ? 'a little more than its half' : size}, and the long page again`,
    // Users and parties that other probes make would move the pages.
    alone: true,
    steps: (fixtures) => {
      // Room is left on the second page: a full one may have a token though it is the last.
      const half = (whole: unknown) => Math.floor(listIn(whole, list).length / 2) + 1;
      const sized = (bodies: Readonly<Record<string, unknown>>) =>
        pageOf(fixtures, limit, size === 'half' ? half(bodies['whole']) : size);
      const whole = call(operation, { query: { pageSize: pageOf(fixtures, limit, WHOLE) } });
      // Where the pages have ended there is nothing to ask but the same again.
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

function defaultPage({ operation }: Listing): Sequence<'one' | 'plain' | 'zero' | 'again'> {
  return sequence(operation, {
    name: 'default-page',
    sends:
      'a page of one, a page without a size, a page of the size 0, and one without a size again',
    // Users and parties that other probes make would move the pages.
    alone: true,
    steps: () => ({
      one: call(operation, { query: { pageSize: 1 } }),
      plain: call(operation),
      zero: call(operation, { query: { pageSize: 0 } }),
      again: call(operation),
    }),
  });
}

function makeTheList(listing: Listing, at: Readonly<Record<Page, CompleteExchange>>): CheckResult {
  const [before, after] = [at.whole, at.wholeAgain].map(({ response }) =>
    idsOn(listing, response.body),
  ) as [readonly string[], readonly string[]];
  // Somebody else changed the list in the meantime.
  if (before.join('\n') !== after.join('\n')) return undefined;
  for (const { request, response } of [at.second, at.third]) {
    if (response.status === 200) continue;
    // A token that was just handed out is as good as none.
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
  const owed = token ? before.slice(0, found.length) : before;
  // A server may cut the long page, too: pages that reach beyond it cannot be compared with it.
  const isWhole =
    before.length < sizeIn(at.whole.request) && !textIn(at.whole.response.body, 'nextPageToken');
  const known = isWhole ? found : found.slice(0, before.length);
  const shared = isWhole ? owed : owed.slice(0, known.length);
  return known.join('\n') === shared.join('\n')
    ? []
    : [finding(`/${listing.list}`, shared.join(', ') || 'nothing', known.join(', ') || 'nothing')];
}

function ascends(ids: readonly string[]): CheckResult {
  const at = ids.findIndex((id, i) => i > 0 && id <= (ids[i - 1] ?? ''));
  return at < 0 ? [] : [finding(`element ${at}`, `an id after ${ids[at - 1]}`, `${ids[at]}`)];
}

function wrongPages(operation: Operation): Probe {
  return {
    operation,
    id: named(operation, 'wrong-pages'),
    sends: 'a page token that nobody gave out, and a page size below zero',
    wrong: 'identifier',
    weight: 0,
    control: (fixtures) => acceptableCalls(operation, fixtures)[0],
    caseGroups: () =>
      each(
        [
          call(operation, { query: { pageSize: 1, pageToken: NOWHERE } }),
          call(operation, { query: { pageSize: -1 } }),
        ],
        'wrong',
      ),
  };
}

/** What `GET /v2/version` says the largest page of a feature holds; `undefined` when it says nothing. */
export function largestPage(body: unknown, feature: string, limit: string): number | undefined {
  const found = within(body, 'features', feature, limit);
  return typeof found === 'number' && found > 0 ? found : undefined;
}
