/** Faults in the pages of the list of instruments. */
import { type Defect, paged, table } from '../fault.ts';
import { type Instrument, type Page, pageSizeOf, tokenAfter } from '../instruments.ts';
import { crash, Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const LIST = 'registry/metadata-v1/instruments';
/** The list is wrong, and a rule about lookups detects it. */
const LISTED = 'registry/metadata-v1/{instrument,instruments}/is-listed';
const DEFAULT_SIZE = 25;

/** A server that pages by number; the fault decides the bounds of a page and its token. */
const counting =
  (cut: (asked: { start: number; size: number; all: readonly Instrument[] }) => object): Change =>
  ({ list, instruments }) => ({
    list: (query) => {
      if (list(query) instanceof Rejection) return list(query);
      const all = instruments();
      const size = Number(pageSizeOf(query));
      const token = query.get('pageToken');
      const start = token === null ? 0 : 1 + all.findIndex(({ id }) => tokenAfter(id) === token);
      return cut({ start, size, all });
    },
  });

/** A page of instruments from `start` to `end`, with a token unless it is the last page. */
function pageFrom(all: readonly Instrument[], start: number, end: number): Page {
  const instruments = all.slice(start, end);
  const last = instruments.at(-1);
  return last === undefined || end >= all.length
    ? { instruments }
    : { instruments, nextPageToken: tokenAfter(last.id) };
}

/** Edits the list of instruments; lookups stay the same. */
const listing =
  (some: (all: readonly Instrument[]) => readonly Instrument[]): Change =>
  (conforming, model) => {
    const own = { ...conforming, instruments: () => some(conforming.instruments()) };
    return counting(({ start, size, all }) => pageFrom(all, start, start + size))(own, model);
  };

/** Responds with 500 to queries for which `bad` holds. */
const crashingQuery =
  (bad: (query: URLSearchParams) => boolean): Change =>
  ({ list }) => ({ list: (query) => (bad(query) ? crash() : list(query)) });

const rejectingSize =
  (bad: (size: number) => boolean): Change =>
  ({ list }) => ({
    list: (query) =>
      bad(Number(query.get('pageSize') ?? DEFAULT_SIZE))
        ? new Rejection(400, 'query', 'This pageSize is not allowed.')
        : list(query),
  });

const sizeIs = (pattern: RegExp) => (query: URLSearchParams) =>
  pattern.test(query.get('pageSize') ?? '');

const withSize = (query: URLSearchParams, size: number): URLSearchParams =>
  new URLSearchParams([...query, ['pageSize', String(size)]]);

const firstToken = (all: readonly Instrument[]): string => tokenAfter(all[0]?.id ?? '');

export const pagingFaults: readonly Defect[] = table({
  'page-one-too-long': {
    description: 'Each page has one instrument more than pageSize.',
    killedBy: `${LIST}/page-size-bounds-page`,
    change: counting(({ start, size, all }) => pageFrom(all, start, start + size + 1)),
  },
  'page-size-is-a-minimum': {
    description: 'A page has at least ten instruments, whatever pageSize says.',
    killedBy: `${LIST}/page-size-bounds-page`,
    change: counting(({ start, size, all }) => pageFrom(all, start, start + Math.max(size, 10))),
  },
  'default-page-is-smaller': {
    description: 'Without pageSize a page has ten instruments.',
    killedBy: `${LIST}/default-page-size`,
    change: ({ list }) => ({
      list: (query) => list(query.has('pageSize') ? query : withSize(query, 10)),
    }),
  },
  'largest-page-size-crashes': {
    description: 'The largest pageSize of 32 bits is more memory than there is.',
    killedBy: `${LIST}/page-parameters-never-crash`,
    change: crashingQuery(sizeIs(/^2147483647$/)),
  },
  'page-size-forgotten': {
    description: 'Only the first page has the size that was asked for; the others have 25.',
    killedBy: `${LIST}/page-size-bounds-page`,
    change: counting(({ start, size, all }) =>
      pageFrom(all, start, start + (start === 0 ? size : DEFAULT_SIZE)),
    ),
  },
  'paging-begins-again': {
    description: 'The last page has the token of the second one.',
    killedBy: `${LIST}/{paging-ends,last-page-has-no-token,ids-are-unique,pages-match-list}`,
    change: (conforming, model) =>
      paged((page) => ({ nextPageToken: firstToken(model.instruments), ...page }))(
        conforming,
        model,
      ),
  },
  'token-never-moves': {
    description: 'Every page has the token that was sent, or else that of the first page.',
    killedBy: `${LIST}/{paging-ends,last-page-has-no-token,ids-are-unique,pages-match-list}`,
    change: (conforming, model) =>
      paged((page, query) => ({
        ...page,
        nextPageToken: query.get('pageToken') ?? firstToken(model.instruments),
      }))(conforming, model),
  },
  'empty-pages-for-ever': {
    description: 'Behind the last page there are empty ones, each with a token.',
    killedBy: `${LIST}/{paging-ends,last-page-has-no-token}`,
    change: (conforming, model) => {
      const end = tokenAfter(model.instruments.at(-1)?.id ?? '');
      return paged((page) => ({ nextPageToken: end, ...page }))(conforming, model);
    },
  },
  'page-skips-one': {
    description: 'A page begins one instrument too late.',
    killedBy: `${LIST}/pages-match-list`,
    change: counting(({ start, size, all }) => {
      const from = start === 0 ? 0 : start + 1;
      return pageFrom(all, from, from + size);
    }),
  },
  'page-overlaps': {
    description: 'A page begins with the last instrument of the page before.',
    killedBy: `${LIST}/{ids-are-unique,paging-ends,pages-match-list}`,
    change: counting(({ start, size, all }) =>
      start === 0
        ? pageFrom(all, 0, size)
        : {
            ...pageFrom(all, start, start + size),
            instruments: all.slice(start - 1, start + size - 1),
          },
    ),
  },
  'last-page-incomplete-dropped': {
    description: 'A page that cannot be filled is never sent.',
    killedBy: `${LIST}/pages-match-list`,
    change: counting(({ start, size, all }) => {
      const { instruments, nextPageToken } = pageFrom(all, start, start + size);
      return start + 2 * size > all.length ? { instruments } : { instruments, nextPageToken };
    }),
  },
  'second-page-by-default-size': {
    description: 'The second page begins at the 26th instrument, whatever the size of the first.',
    killedBy: `${LIST}/pages-match-list`,
    change: counting(({ start, size, all }) => {
      const from = start === 0 ? 0 : Math.max(start, DEFAULT_SIZE);
      return pageFrom(all, from, from + size);
    }),
  },
  'token-lost': {
    description: 'Only the first page is sent: there is no token.',
    killedBy: `${LIST}/pages-match-list`,
    change: counting(({ start, size, all }) => ({ instruments: all.slice(start, start + size) })),
  },
  'list-hides-an-instrument': {
    description: 'The first instrument is on no page, and a lookup finds it.',
    killedBy: LISTED,
    change: listing((all) => all.slice(1)),
  },
  'list-of-the-newest-only': {
    description: 'The list holds the last twenty instruments, and lookups find all.',
    killedBy: LISTED,
    change: listing((all) => all.slice(-20)),
  },
  'later-pages-by-name': {
    description: 'The first page is in the order of the registry, later ones by id.',
    killedBy: `${LIST}/{pages-match-list,ids-are-unique}`,
    change: counting(({ start, size, all }) => {
      const { nextPageToken } = pageFrom(all, start, start + size);
      const sorted = all.toSorted((a, b) => (a.id < b.id ? 1 : -1));
      const instruments = (start === 0 ? all : sorted).slice(start, start + size);
      return nextPageToken === undefined ? { instruments } : { instruments, nextPageToken };
    }),
  },
  'paused-left-out-of-small-pages': {
    description: 'Paused instruments are left out where pageSize is sent.',
    killedBy: `${LIST}/default-page-is-of-the-list`,
    change: paged((page, query) =>
      query.has('pageSize')
        ? { ...page, instruments: page.instruments.filter(({ paused }) => !paused) }
        : page,
    ),
  },
  'last-token-empty': {
    description: 'The token of the last page is an empty text.',
    killedBy: `${LIST}/last-page-has-no-token`,
    change: paged((page) => ({ nextPageToken: '', ...page })),
  },
  'last-token-says-null': {
    description: 'The token of the last page is the text "null".',
    killedBy: `${LIST}/{last-page-has-no-token,pages-match-list}`,
    change: paged((page) => ({ nextPageToken: 'null', ...page })),
  },
  'small-pages-rejected': {
    description: 'A pageSize below five is rejected.',
    killedBy: `${LIST}/{accepts-request,pages-match-list}`,
    change: rejectingSize((size) => size < 5),
  },
  'own-tokens-rejected': {
    description: 'The registry rejects the tokens that it gave.',
    killedBy: `${LIST}/pages-match-list`,
    change: ({ list }) => ({
      list: (query) =>
        query.has('pageToken')
          ? new Rejection(400, 'query', 'The token has expired.')
          : list(query),
    }),
  },
  'page-size-zero-crash': {
    description: 'A pageSize of zero causes a 500.',
    killedBy: `${LIST}/page-parameters-never-crash`,
    change: crashingQuery(sizeIs(/^0$/)),
  },
  'page-size-negative-crash': {
    description: 'A negative pageSize causes a 500.',
    killedBy: `${LIST}/page-parameters-never-crash`,
    change: crashingQuery(sizeIs(/^-/)),
  },
  'page-size-text-crash': {
    description: 'A pageSize that is no number causes a 500.',
    killedBy: `${LIST}/page-parameters-never-crash`,
    change: crashingQuery(sizeIs(/[^\d-]/)),
  },
  'unknown-token-crash': {
    description: 'A token that the registry never gave causes a 500.',
    killedBy: `${LIST}/page-parameters-never-crash`,
    change: (conforming, model) => {
      const known = new Set(model.instruments.map(({ id }) => tokenAfter(id)));
      return crashingQuery((query) => {
        const token = query.get('pageToken');
        return token !== null && !known.has(token);
      })(conforming, model);
    },
  },
  'new-instruments-on-first-page-only': {
    description: 'The pages know one instrument less than the list without parameters.',
    killedBy: `${LIST}/default-page-is-of-the-list`,
    change: paged((page, query) =>
      query.has('pageSize') ? { ...page, instruments: withoutLastBond(page.instruments) } : page,
    ),
  },
});

const withoutLastBond = (all: readonly Instrument[]): readonly Instrument[] =>
  all.filter(({ id }) => id !== 'BOND-2040');
