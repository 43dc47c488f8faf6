/** The laws of lists in pages: for any page size the pages together are the list. */
import type { CheckResult, CompleteExchange, Exchange, Finding, Shown } from '../../src/kit.ts';
import { between, finding, isNothing, worded } from '../../src/kit.ts';
import { canonical, counted, difference, elements, repeated } from './json.ts';
import { accepted, all, both, ofGood, unless } from './judges.ts';
import { type Law, must, related, should } from './law.ts';
import { once } from './once.ts';
import { isOfLostToken, isOneTooMany, lengthOfPage, lostToken } from './page-ends.ts';
import {
  asked,
  endingTooEarly,
  following,
  nextTokenOf,
  ofOneWalk,
  type Pages,
  walked,
  walkOf,
} from './page-walks.ts';
import { expects200 } from './statuses.ts';

/** Judges the pages together, and each alone. */
export const PAGE_LAWS: readonly Law<Pages>[] = [
  must('page-token-is-accepted', {
    statement: 'The token of a page leads to the next page.',
    cause:
      'The token is not decoded exactly as it was encoded: for example, decoding it twice turns + into a space. Or the server that receives it no longer knows it, or never did.',
    fix: 'Accept each token exactly as it was sent. Letters, digits, "-" and "_" pass every firewall and router.',
    on: walkOf,
    relation: acceptsTokens,
  }),
  must('pages-match-list', {
    statement: 'The pages together hold exactly the elements of the list, each once.',
    cause:
      'The next page does not start after the last element of the previous page, the order changes between pages, or an element is lost where a page or the list ends.',
    causes: [
      {
        when: isOfLostToken,
        cause:
          'The response is built without nextPageToken, or the handler treats the page as the whole list.',
        fix: 'Send a nextPageToken with every page except the last.',
      },
      {
        when: ({ finding: { at, expected } }) => at.part === 'list' && isNothing(expected),
        cause:
          'A large page is cut and sent without nextPageToken, so the list ends too early; or pages overlap, or the order changes between them.',
        fix: 'Send a nextPageToken with every page that is not the last, however large it is, and continue after its last element.',
      },
    ],
    fix: 'Put the position of the last element into the token, continue after it, and include the last element of the list.',
    followsFrom: ['page-token-is-accepted', 'page-size-bounds-page'],
    on: walkOf,
    relation: (exchanges, pages) =>
      ofGood(pages.brokenIn ?? (() => []), together)(exchanges, pages),
  }),
  must('page-size-bounds-page', {
    statement: 'A page has at most as many elements as its page size.',
    cause:
      'The page size is not read for every page, or the response to another request is reused.',
    causes: [
      {
        when: isOneTooMany,
        cause:
          'One element too many is sent: an extra one that shows whether another page follows and is not removed, or, after a token, the last element of the page before.',
        fix: 'Start after the element of the token, and cut the page to its size.',
      },
    ],
    fix: 'Cut each page after that many elements of any kind.',
    test: (pages) => {
      const probes = [walkOf(pages)];
      const judge = (page: CompleteExchange): CheckResult => isBounded(page, pages);
      if (!pages.mayBeWhole) return { probes, anyTraffic: true, check: judge };
      const isWhole = (page: CompleteExchange): boolean => nextTokenOf(page) === '';
      const relation = (walk: readonly CompleteExchange[]): CheckResult =>
        walk.every(isWhole) ? 'inapplicable' : all(...walk.map(judge));
      return { probes, relation };
    },
  }),
];

const again = once((pages: Pages) =>
  pages.probe('token-again', {
    sends: 'a page of one element, the page of its token twice, and a larger page of its token',
    steps: (f) => {
      const first = { [pages.size]: 1 };
      const next =
        (size: number) =>
        ([page]: readonly Exchange[]) =>
          following(pages, f, page, first, { [pages.size]: size });
      return [pages.page(f, first), next(1), next(1), next(2)];
    },
  }),
);

/** Judges the pages that the token of the first page led to. */
const ofTheToken = (
  judge: (
    pages: readonly CompleteExchange[],
    how: Required<Pick<Pages, 'read' | 'compare'>>,
  ) => CheckResult,
): Law<Pages>['test'] =>
  related(again, ([first, ...pages], { read, compare = difference }) => {
    if (first?.response.status !== 200) return undefined;
    return nextTokenOf(first) === '' ? 'inapplicable' : judge(pages, { read, compare });
  });

/** Tokens that a server may have forgotten. */
export const TOKEN_LAWS: readonly Law<Pages>[] = [
  must('page-token-is-repeatable', {
    statement: 'A page token returns the same page each time.',
    cause:
      'The position is kept on the server and changes, a token is valid only once, or the order of the elements changes.',
    fix: 'Put the position into the token, so that a client can retry after a failure.',
    test: ofTheToken(([page, other], { read, compare }) => {
      const rejected = [page, other].find((one) => one?.response.status !== 200);
      if (rejected) return expects200(rejected.response.status);
      return both(read, [page, other], (one, same) => compare(one, same));
    }),
  }),
  should('page-size-may-change', {
    statement: 'A page token is also valid with another page size.',
    cause:
      'The token is valid only with the page size that it came from, or counts pages instead of elements.',
    fix: 'Bind the token only to the range, the format and the order.',
    followsFrom: ['page-token-is-repeatable'],
    test: ofTheToken(([page, , larger], { read, compare }) =>
      accepted(read, [page, larger], (one, more) => compare(one, more.slice(0, one.length))),
    ),
  }),
];

function isBounded(page: CompleteExchange, { size, member: name }: Pages): CheckResult {
  const most = Number(`${asked(page, size)}`);
  // A server may read another number as no size.
  if (page.response.status !== 200 || !(Number.isInteger(most) && most > 0)) return undefined;
  const { length } = elements(page.response.body, name);
  return between([page], lengthOfPage(length, most, `/${name}`, nextTokenOf(page) !== ''));
}

const ALL_PAGES = { part: 'list', pointer: '', of: 'all pages' } as const;

/** An element that only the list or only the pages have, with the page sizes of both: either may be too short. */
function withSizes(
  result: CheckResult,
  [listed, paged]: readonly [number, number],
  sizes: readonly unknown[],
): CheckResult {
  const [ofList, ofPages] = sizes.map(Number) as [number, number];
  if (typeof result !== 'object' || listed === paged || !(ofList > 0 && ofPages > 0)) return result;
  const counts = (shown: Shown): Shown =>
    isNothing(shown)
      ? shown
      : worded`${shown} (${paged} elements with page size ${ofPages}, ${listed} with ${ofList})`;
  return result.map((one) =>
    one.at.part === 'list' && (isNothing(one.expected) || isNothing(one.actual))
      ? { ...one, expected: counts(one.expected), actual: counts(one.actual) }
      : one,
  );
}

/** Compares the pages of a walk with the list. */
function ofTheList(received: readonly CompleteExchange[], pages: Pages): CheckResult {
  const exchanges = ofOneWalk(pages, received);
  const { read, compare = difference, isOrdered, isReversed = () => false } = pages;
  const [list] = exchanges;
  const listed = list && read(list);
  const walk = walked(exchanges, pages);
  if (!walk || !list || !listed || hasChanged(pages, exchanges)) return undefined;
  if (walk.pages.some(leadsToItself))
    return [
      finding('/nextPageToken', 'another token, or none', `the token of this page ${ENDLESS}`),
    ];
  const isCut = pages.isCut(list);
  const paged = walk.pages.flatMap((page) => read(page) ?? []);
  // Without the end of the list, an element on two pages shows it as well.
  const isTooLong = isCut ? !isOrdered : paged.length > listed.length;
  if (!walk.whole && isTooLong && startsOver(walk.pages, read))
    return [
      finding('/nextPageToken', 'none after the last page', `the first page again ${ENDLESS}`),
    ];
  const sizes = [list, walk.pages[0]].map((one) => one && asked(one, pages.size));
  const inSizes = (result: CheckResult): CheckResult =>
    withSizes(result, [listed.length, paged.length], sizes);
  const last = walk.pages.at(-1);
  const isFull = last && (read(last) ?? []).length >= Number(asked(last, pages.size));
  // Only the order tells where the end of a cut list is.
  if (walk.whole && isFull && (isOrdered || !isCut) && !walk.pages.some(isReversed)) {
    const lost = lostToken(paged, listed, isOrdered);
    if (lost.length > 0) return between([last], lost, last);
  }
  if (!isOrdered) {
    if (listed.length === 0) return 'inapplicable';
    if (isCut) return ofCutList(paged);
    const isComplete = walk.whole || paged.length >= listed.length;
    return isComplete
      ? inSizes(compare(inOneOrder(listed), inOneOrder(paged)))
      : partOf(listed, paged);
  }
  const isBackwards = walk.pages.some(isReversed);
  // The list continues after the received part, so its end is unknown.
  if (isCut && isBackwards) return undefined;
  const isComplete = isCut ? paged.length >= listed.length : paged.length === listed.length;
  const expected = isBackwards ? listed.toReversed() : listed;
  if (walk.whole && !isComplete) {
    const named = difference(expected, paged).filter(({ at }) => at.part === 'list');
    if (named.length > 0) return inSizes(named);
    const missing = betweenPages(
      expected,
      paged,
      walk.pages.map((page) => read(page)?.length ?? 0),
    );
    return [finding(ALL_PAGES, counted(listed.length), worded`${counted(paged.length)}${missing}`)];
  }
  const known = isCut ? paged.slice(0, expected.length) : paged;
  return compare(expected.slice(0, known.length), known);
}

/** `, without the one between pages 1 and 2`: the first element that the pages lack, if they lack it where two meet. */
function betweenPages(
  expected: readonly unknown[],
  paged: readonly unknown[],
  sizes: readonly number[],
): string {
  const at = expected.findIndex((one, i) => canonical(one) !== canonical(paged[i]));
  const isSkipped = canonical(expected[at + 1]) === canonical(paged[at]);
  const ends = sizes.map((_, i) => sizes.slice(0, i + 1).reduce((sum, size) => sum + size, 0));
  const page = ends.indexOf(at) + 1;
  return isSkipped && page > 0 && page < sizes.length
    ? `, without the one between pages ${page} and ${page + 1}`
    : '';
}

/** The pages of the walk are the list, and a page that leaves a full one has a token. */
function together(received: readonly CompleteExchange[], pages: Pages): CheckResult {
  const result = ofTheList(received, pages);
  const walk = walked(received, pages);
  if (typeof result !== 'object' || result.length > 0 || !walk?.whole) return result;
  const early = endingTooEarly(ofOneWalk(pages, received), walk.pages.length, pages);
  if (early === undefined) return result;
  const found = finding('/nextPageToken', 'a token: a full page follows', 'none');
  return between([...received.slice(0, 1), early], [found], early);
}

const ENDLESS = '(paging never ends)';

/** True if a later page starts like the first one. */
function startsOver(pages: readonly CompleteExchange[], read: Pages['read']): boolean {
  // The first page may have another size than later ones.
  const [first, ...later] = pages.map((page) => canonical(read(page)?.[0]));
  return later.includes(first ?? '');
}

/** Judges the pages after the first one, which has no token. */
function acceptsTokens([, first, ...pages]: readonly CompleteExchange[]): CheckResult {
  if (first?.response.status !== 200) return undefined;
  const continued = pages.filter((page) => asked(page, 'pageToken') !== undefined);
  if (continued.length === 0) return 'inapplicable';
  const rejected = continued.find(({ response }) => response.status !== 200);
  return rejected ? between([rejected], expects200(rejected.response.status, true)) : [];
}

/** True if the list differs after the pages, or cannot be read again. */
function hasChanged({ mayChange, read }: Pages, exchanges: readonly CompleteExchange[]): boolean {
  if (!mayChange) return false;
  const [before, after] = [exchanges[0], exchanges.at(-1)].map((one) => one && read(one));
  return before === undefined || after === undefined || difference(before, after).length > 0;
}

/** If the end of a list is unknown, only one rule applies to its pages: no element is on two of them. */
function ofCutList(paged: readonly unknown[]): CheckResult {
  const twice = repeated(
    ALL_PAGES,
    paged.map((one) => (typeof one === 'string' ? one : canonical(one))),
  );
  return twice.length > 0 ? twice : 'inapplicable';
}

/** The pages that were read must have each element of their part of the list once. */
function partOf(listed: readonly unknown[], paged: readonly unknown[]): Finding[] {
  const [all, left] = [listed.map(canonical), listed.map(canonical)];
  return paged.flatMap((one) => {
    const text = canonical(one);
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    const json = { json: text };
    return all.includes(text)
      ? unless(at >= 0, ALL_PAGES, 'each element once', worded`${json} again`)
      : [finding(ALL_PAGES, 'only elements of the list', json)];
  });
}

function inOneOrder(all: readonly unknown[]): readonly unknown[] {
  const texts = all.map((one) => [canonical(one), one] as const);
  return texts.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** A client that follows a token to a page with the same token never ends. */
function leadsToItself(page: CompleteExchange): boolean {
  const token = nextTokenOf(page);
  return token !== '' && asked(page, 'pageToken') === token;
}
