/** Lists in pages, and the walks through their pages: what is sent, and how it is read. */
import type {
  Call,
  CompleteExchange,
  Exchange,
  Finding,
  Fixtures,
  Operation,
  Probe,
} from '../../src/kit.ts';
import { queryOf, sent } from '../../src/kit.ts';
import { type difference, elements, member, string } from './json.ts';
import { once } from './once.ts';
import type { Own } from './probes.ts';

/** The parameters of a request for a page, by the names of its members. */
export type Asked = Readonly<Record<string, unknown>>;

/** The pages of one case. */
interface Walk {
  /** The size of a page, or the number of parts of the list. */
  readonly size?: number;
  /** The pages after the first one are larger by one element. */
  readonly grows?: true;
  readonly parts?: number;
  /** The first page ends with the first element that matches, if another one follows it; `size` if none does. */
  readonly endsWith?: (element: unknown) => boolean;
  /** The last page has a single element; with a size, only if the list is not longer than that. */
  readonly lastOfOne?: true;
  readonly pages: number;
  /** Further parameters of each page. */
  readonly asks?: Asked;
  /** After its first page, the first page of another walk follows, with another size. */
  readonly aside?: true;
}

/** A list in pages. The token of a page is its `nextPageToken`; `pageToken` asks for the next page. */
export interface Pages {
  readonly operation: Operation;
  readonly clause: string;
  /** Makes a probe with the conditions of the list. */
  readonly probe: (name: string, own: Own) => Probe;
  /** The request for the whole list, or for as much of it as the server sends in one response. */
  readonly list: (f: Fixtures) => Call;
  readonly page: (f: Fixtures, asked: Asked) => Call;
  /** The member names of the page size and of the elements. */
  readonly size: string;
  readonly member: string;
  readonly walks: Readonly<Record<string, Walk>>;
  /** The elements in order, equal if they are the same; `undefined` if the request was rejected. */
  readonly read: (exchange: CompleteExchange) => readonly unknown[] | undefined;
  /** Compares elements of two responses; any difference counts by default. */
  readonly compare?: typeof difference;
  /** The parameters of a range with only this number of elements from the start of the list, if there are ranges. */
  readonly upTo?: (list: CompleteExchange, count: number) => Asked | undefined;
  /** True if elements may follow after those of the list. */
  readonly isCut: (list: CompleteExchange) => boolean;
  /** The pages have the order of the list, or its reverse. */
  readonly isOrdered: boolean;
  readonly isReversed?: (page: CompleteExchange) => boolean;
  /** True if the server may send the whole list for any size: only pages that lead to another one have a limit. */
  readonly mayBeWhole?: true;
  /** True if other clients change the list: it is read again after the pages. */
  readonly mayChange?: true;
  /** Findings about a list or a page alone, which replace findings that follow from them. */
  readonly brokenIn?: (exchange: CompleteExchange) => readonly Finding[];
}

/** The token of the next page; empty if there is none. */
export function nextTokenOf(page: Exchange | undefined): string {
  return string(page?.response?.body, 'nextPageToken');
}

/** True for a page token that is not a string: the page breaks its shape, and shows nothing about the next page. */
export function hasOddToken({ response: { body } }: CompleteExchange): boolean {
  const token = member(body, 'nextPageToken');
  return token !== undefined && token !== null && typeof token !== 'string';
}

/** The parameter of a request, from its body or its query. */
export function asked({ request }: Exchange, name: string): unknown {
  const inBody = member(sent(request), name);
  return inBody ?? queryOf(request.path).get(name) ?? undefined;
}

/** The request for the next page; the first page again if there is none, so that the case stays complete. */
export function following(
  pages: Pages,
  f: Fixtures,
  page: Exchange | undefined,
  ask: Asked,
  change: Asked = {},
): Call {
  const pageToken = nextTokenOf(page);
  return pages.page(f, pageToken === '' ? ask : { ...ask, ...change, pageToken });
}

/** The list, and then its pages. */
export const walkOf: (pages: Pages) => Probe = once((pages: Pages) =>
  pages.probe('walk', {
    sends: `the list, and then its pages${pages.mayChange ? ', and the list again' : ''}`,
    ...(pages.mayChange && { alone: true }),
    // The first page shows that the caller may read the list.
    checksCredentials: true,
    steps: (f) =>
      Object.fromEntries(
        Object.entries(pages.walks).map(
          ([label, { size, grows, parts, endsWith, lastOfOne, pages: count, asks, aside }]) => {
            const sizeAfter = (before: readonly Exchange[]): number => {
              const all = listedIn(before[0], pages);
              const { length } = all;
              const end = endsWith ? all.slice(0, -1).findIndex(endsWith) + 1 : 0;
              const fixed = end > 0 ? end : (size ?? 1);
              const even = parts === undefined ? fixed : Math.max(1, Math.ceil(length / parts));
              const leavesOne = lastOfOne && length <= (size ?? length);
              return leavesOne ? leavingOne(length) : even;
            };
            const next = (before: readonly Exchange[]): Call => {
              const ask = { ...asks, [pages.size]: sizeAfter(before) };
              const walk = ofOneWalk(pages, before).slice(1);
              const end = walk.findIndex((page) => nextTokenOf(page) === '');
              if (end >= 0)
                return pages.page(f, { ...ask, ...afterEnd(pages, before[0], walk, end) });
              const change = grows ? { [pages.size]: sizeAfter(before) + 1 } : {};
              return following(pages, f, walk.at(-1), ask, change);
            };
            // A smaller page most likely has a token too.
            const other = (before: readonly Exchange[]): Call =>
              pages.page(f, { ...asks, [pages.size]: sizeAfter(before) - 1 || 2 });
            const list = pages.list(f);
            const again = pages.mayChange ? [list] : [];
            const others = Array.from({ length: count - 1 }, () => next);
            return [label, [list, next, ...(aside ? [other] : []), ...others, ...again]];
          },
        ),
      ),
  }),
);

/** What follows the end of a walk: a page that leaves exactly a full one, and the second page again. */
function afterEnd(
  pages: Pages,
  list: Exchange | undefined,
  walk: readonly Exchange[],
  end: number,
): Asked {
  const pageToken = nextTokenOf(walk[0]);
  if (walk.length > end + 1 && pageToken !== '') return { pageToken };
  const half = halfOf(pages, list);
  if (half === undefined) return {};
  const { list: known, length } = half;
  const range = length % 2 === 0 ? {} : pages.upTo?.(known, length - 1);
  return range ? { ...range, [pages.size]: half.size } : {};
}

/** Half of the length of a whole list, rounded down. */
function halfOf({ read, isCut }: Pages, list: Exchange | undefined) {
  if (list?.response === undefined) return undefined;
  const whole: CompleteExchange = { ...list, response: list.response };
  const length = isCut(whole) ? 0 : (read(whole)?.length ?? 0);
  return length > 1 ? { list: whole, length, size: Math.floor(length / 2) } : undefined;
}

/** A page after the end of the walk that has half of the list, or less, and leads to no other one. */
export function endingTooEarly(
  exchanges: readonly CompleteExchange[],
  end: number,
  pages: Pages,
): CompleteExchange | undefined {
  const half = halfOf(pages, exchanges[0]);
  const later = exchanges.slice(end + 1, pages.mayChange ? -1 : undefined);
  return later.find(
    (page) =>
      half !== undefined &&
      page.response.status === 200 &&
      asked(page, 'pageToken') === undefined &&
      Number(asked(page, pages.size)) <= half.size &&
      !hasOddToken(page) &&
      nextTokenOf(page) === '' &&
      (pages.read(page)?.length ?? Number.POSITIVE_INFINITY) <= half.size,
  );
}

/** The exchanges of a walk without the first page of another one, which has another size and no token. */
export function ofOneWalk<E extends Exchange>(
  { size }: Pages,
  exchanges: readonly E[],
): readonly E[] {
  const [, first, third] = exchanges;
  if (!first || !third || asked(third, 'pageToken') !== undefined) return exchanges;
  const isOther = `${asked(third, size)}` !== `${asked(first, size)}`;
  return isOther ? exchanges.toSpliced(2, 1) : exchanges;
}

/** The size of two or three pages of which the last one has a single element. */
function leavingOne(length: number): number {
  // Of three elements, pages of one would all be full.
  return Math.max(1, length % 2 === 1 && length > 3 ? (length - 1) / 2 : length - 1);
}

/** The elements of a list, which may be the response itself. */
function listedIn(list: Exchange | undefined, { member: name }: Pages): readonly unknown[] {
  const body = list?.response?.body;
  return Array.isArray(body) ? body : elements(body, name);
}

/** The pages up to the last one, and whether it was reached; `undefined` if one was rejected. */
export function walked(
  received: readonly CompleteExchange[],
  pages: Pages,
): { readonly pages: readonly CompleteExchange[]; readonly whole: boolean } | undefined {
  const [, ...exchanges] = ofOneWalk(pages, received);
  const { mayChange } = pages;
  const all = mayChange ? exchanges.slice(0, -1) : exchanges;
  const isUnread = (page: CompleteExchange): boolean =>
    page.response.status !== 200 || page.response.truncated === true || hasOddToken(page);
  if (all.some(isUnread)) return undefined;
  const last = all.findIndex((page) => nextTokenOf(page) === '');
  return last < 0 ? { pages: all, whole: false } : { pages: all.slice(0, last + 1), whole: true };
}
