/** Lists that come in pages beside a list of everything: together the pages are the list. */

import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  worded,
} from '../../../src/index.ts';
import { canonical, difference, elements } from '../../kit/json.ts';
import { accepted, all, both } from '../../kit/judges.ts';
import { type Law, must, related, should } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import type { probe } from '../../kit/probes.ts';
import { expects200, expectsRejection } from '../../kit/statuses.ts';
import { isFull } from '../requests/formats.ts';
import { nextTokenOf, sentMembers } from '../requests/members.ts';
import { acceptableCalls } from '../requests/requests.ts';
import { ofGoodLists } from '../updates/broken-lists.ts';
import { expectsError } from './errors.ts';

/** How the pages of one case are sized. */
interface Walk {
  /** Into how many parts the list is cut; each page has one element unless given. */
  readonly parts?: number;
  readonly pages: number;
  readonly descendingOrder?: true;
}

/** A listing in pages. */
export interface Pages {
  readonly operation: Operation;
  readonly clause: string;
  /** The member with the elements of a page. */
  readonly member: string;
  /** Makes a probe with the conditions of the listing. */
  readonly probe: (name: string, own: Parameters<typeof probe>[2]) => Probe;
  /** The list of everything, and the request for a page of it without a size and a token. */
  readonly list: (f: Fixtures) => Call;
  readonly page: (f: Fixtures) => object;
  readonly walks: Readonly<Record<string, Walk>>;
  /** The elements in their order, equal if they are the same; `undefined` if the request was rejected. */
  readonly read: (exchange: CompleteExchange) => readonly unknown[] | undefined;
  /** The order of a list without order is free. */
  readonly isOrdered: boolean;
  /** Changes of a request to which the token of the first page does not belong. */
  readonly others: (f: Fixtures, first: Exchange | undefined) => readonly [object, object];
  /** The code of a token that belongs to another request. */
  readonly foreign: readonly string[];
}

/** The request for the page after this one; for the first one where there is none. */
function following(
  { operation }: Pages,
  json: object,
  page: Exchange | undefined,
  change: object = {},
): Call {
  const pageToken = nextTokenOf(page);
  return call(operation, { json: pageToken === '' ? json : { ...json, ...change, pageToken } });
}

/** The list, and then its pages. */
export const walkOf: (pages: Pages) => Probe = once((pages: Pages) =>
  pages.probe('walk', {
    sends: 'the list, and then its pages',
    steps: (f) =>
      Object.fromEntries(
        Object.entries(pages.walks).map(([label, { parts, pages: count, ...order }]) => {
          const next = (before: readonly Exchange[]): Call => {
            const { length } = elements(before[0]?.response?.body);
            const maxPageSize = parts === undefined ? 1 : Math.max(1, Math.ceil(length / parts));
            const json = { ...pages.page(f), ...order, maxPageSize };
            return following(pages, json, before.length === 1 ? undefined : before.at(-1));
          };
          return [label, [pages.list(f), ...Array.from({ length: count }, () => next)]];
        }),
      ),
  }),
);

const again = once((pages: Pages) =>
  pages.probe('token-again', {
    sends: 'a page of one element, the page of its token twice, and a larger page of its token',
    steps: (f) => {
      const first = { ...pages.page(f), maxPageSize: 1 };
      const next =
        (maxPageSize: number) =>
        ([page]: readonly Exchange[]) =>
          following(pages, first, page, { maxPageSize });
      return [call(pages.operation, { json: first }), next(1), next(1), next(2)];
    },
  }),
);

const foreignTokens = once((pages: Pages) =>
  pages.probe('foreign-token', {
    sends: 'a page of one element, and its token with another format and in another range',
    wrong: 'identifier',
    control: (f) => acceptableCalls(pages.operation, f)[0],
    steps: (f) => {
      const first = { ...pages.page(f), maxPageSize: 1 };
      const next =
        (which: 0 | 1) =>
        ([page]: readonly Exchange[]) =>
          following(pages, first, page, pages.others(f, page)[which]);
      return [call(pages.operation, { json: first }), next(0), next(1)];
    },
  }),
);

/** Judges the responses to a token in other requests than its own, if there is a token. */
export const ofForeignTokens =
  (judge: (page: CompleteExchange, pages: Pages) => CheckResult): Law<Pages>['test'] =>
  (pages) => ({
    probes: [foreignTokens(pages)],
    withControl: true,
    relation: ([first, ...others]) => {
      if (first?.response.status !== 200) return undefined;
      if (nextTokenOf(first) === '') return 'inapplicable';
      const withoutToken = (page: CompleteExchange): string =>
        JSON.stringify({ ...sentMembers(page), pageToken: undefined });
      const changed = others.filter((page) => withoutToken(page) !== withoutToken(first));
      return all(...changed.map((page) => judge(page, pages)));
    },
  });

/** Judges the pages that the token of the first page led to. */
const ofTheToken = (
  judge: (pages: readonly CompleteExchange[], read: Pages['read']) => CheckResult,
): Law<Pages>['test'] =>
  related(again, ([first, ...pages], { read }) => {
    if (first?.response.status !== 200) return undefined;
    return nextTokenOf(first) === '' ? 'inapplicable' : judge(pages, read);
  });

export const PAGE_LAWS: readonly Law<Pages>[] = [
  must('pages-match-list', {
    statement: 'The pages together hold exactly the elements of the list, each once.',
    cause: 'The token counts elements, both ends are inclusive, or pages read the current end.',
    fix: 'Put the position of the last element into the token, and continue after it.',
    test: (pages) => ({
      probes: [walkOf(pages)],
      relation: ofGoodLists((exchanges) => together(pages, exchanges)),
    }),
  }),
  must('page-size-bounds-page', {
    statement: 'A page has at most as many elements as its page size.',
    cause: 'maxPageSize is ignored, or counts events or only some kinds of elements.',
    fix: 'Cut the page after that many elements of any kind.',
    test: related(walkOf, ([, ...pages], { member }) =>
      pages.flatMap((page) => {
        const most = Number(sentMembers(page)['maxPageSize']);
        const { length } = elements(page.response.body, member);
        return length > most ? [finding(`/${member}`, worded`at most ${most}`, length)] : [];
      }),
    ),
  }),
  must('rejects-foreign-page-token', 'page-tokens-belong-to-their-request', {
    statement: 'The page token of a request with another format or range is rejected.',
    cause: 'The token holds only a position, and fits every request.',
    fix: 'Put a hash of the rest of the request into the token, and compare it.',
    followsFrom: ['pages-match-list', 'response-matches-request'],
    test: ofForeignTokens(({ response }) => expectsRejection(response.status, 400)),
  }),
  should('foreign-page-token-error', 'rejections-name-their-reason', {
    statement: 'The rejection has the status and the code of its reason.',
    cause: 'The difference counts as an internal error or as a missing page.',
    fix: 'Respond with 400 INVALID_ACS_PAGE_TOKEN or INVALID_UPDATE_PAGE_TOKEN.',
    followsFrom: ['page-token-is-repeatable'],
    test: ofForeignTokens((page, { foreign }) => {
      const { status } = page.response;
      return status >= 400 && status < 500 ? expectsError(page, 400, ...foreign) : undefined;
    }),
  }),
  must('page-token-is-repeatable', {
    statement: 'A page token returns the same page each time.',
    cause: 'The position is kept on the server and moves, or a token expires after one use.',
    fix: 'Put the position into the token, so that a client can retry after a failure.',
    test: ofTheToken(([page, other], read) => {
      const rejected = [page, other].find((one) => one?.response.status !== 200);
      if (rejected) return expects200(rejected.response.status);
      return both(read, [page, other], (one, again) => difference(one, again));
    }),
  }),
  should('page-size-may-change', {
    statement: 'A page token is valid for another page size.',
    cause: 'The token is compared with the size, or counts pages.',
    fix: 'Bind the token only to the range, the format and the order.',
    test: ofTheToken(([page, , larger], read) =>
      accepted(read, [page, larger], (one, more) => difference(one, more.slice(0, one.length))),
    ),
  }),
];

/** The pages up to the last one, and whether it was reached; `undefined` when one was rejected. */
export function walked([, ...all]: readonly CompleteExchange[]):
  | { readonly pages: readonly CompleteExchange[]; readonly whole: boolean }
  | undefined {
  if (all.some(({ response }) => response.status !== 200 || response.truncated)) return undefined;
  const last = all.findIndex((page) => nextTokenOf(page) === '');
  return last < 0 ? { pages: all, whole: false } : { pages: all.slice(0, last + 1), whole: true };
}

export const isBackwards = (page: CompleteExchange | undefined): boolean =>
  page !== undefined && sentMembers(page)['descendingOrder'] === true;

/** A token that was just issued must be accepted. */
const rejectedPage = ([, ...pages]: readonly CompleteExchange[]): CheckResult => {
  const rejected = pages.find(({ response }) => response.status !== 200);
  if (rejected === undefined || sentMembers(rejected)['pageToken'] === undefined) return undefined;
  return expects200(rejected.response.status);
};

function inOneOrder(elements: readonly unknown[]): readonly unknown[] {
  const texts = elements.map((one) => [canonical(one), one] as const);
  return texts.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function together({ read, isOrdered }: Pages, exchanges: readonly CompleteExchange[]): CheckResult {
  const [list] = exchanges;
  const listed = list && read(list);
  const walk = walked(exchanges);
  if (walk === undefined) return listed && rejectedPage(exchanges);
  // A list that reached its limit goes on behind it.
  if (!listed || (isOrdered && isFull(list))) return undefined;
  if (!isOrdered && (listed.length === 0 || isFull(list))) return 'inapplicable';
  const paged = walk.pages.flatMap((page) => read(page) ?? []);
  if (!isOrdered) return difference(inOneOrder(listed), inOneOrder(paged));
  if (walk.whole && paged.length !== listed.length)
    return [
      finding('all pages', worded`${listed.length} elements`, worded`${paged.length} elements`),
    ];
  const expected = isBackwards(walk.pages[0]) ? listed.toReversed() : listed;
  return difference(expected.slice(0, paged.length), paged);
}
