/** Faults in the pages of the list of instruments. */
import { type Defect, listing, paged, remembering, table } from '../fault.ts';
import { type Instrument, type Page, pageSizeOf, tokenAfter } from '../instruments.ts';
import { crash, Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const LIST = 'registry/metadata-v1/instruments';
/** The list is wrong, and a rule about lookups detects it. */
const LISTED = 'registry/metadata-v1/{instrument,instruments}/is-listed';

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

export const pagingFaults: readonly Defect[] = table({
  'default-page-is-smaller': {
    description: 'Without pageSize a page has ten instruments.',
    killedBy: `${LIST}/default-page-size`,
    change: listing((query, list) =>
      list(query.has('pageSize') ? query : new URLSearchParams([...query, ['pageSize', '10']])),
    ),
  },
  'paging-begins-again': {
    description: 'The last page has the token of the second one.',
    killedBy: `${LIST}/{paging-ends,last-page-has-no-token,ids-are-unique,pages-match-list}`,
    change: remembering(({ instruments }) =>
      paged((page) => ({ nextPageToken: tokenAfter(instruments[0]?.id ?? ''), ...page })),
    ),
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
  'list-hides-an-instrument': {
    description: 'The first instrument is on no page, and a lookup finds it.',
    killedBy: LISTED,
    change: counting(({ start, size, all }) => {
      const from = Math.max(1, start);
      return pageFrom(all, from, from + size);
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
  'token-without-json-crash': {
    description: 'A page token that is base64, but not of JSON, causes a 500.',
    killedBy: `${LIST}/page-parameters-never-crash`,
    change: ({ list }) => ({
      list: (query) => {
        const token = query.get('pageToken') ?? '';
        const text = Buffer.from(token, 'base64url').toString();
        const isBase64 = token !== '' && Buffer.from(text).toString('base64url') === token;
        return isBase64 && !text.startsWith('{') ? crash() : list(query);
      },
    }),
  },
  'unknown-token-crash': {
    description: 'A page token that the registry did not issue causes a 500.',
    killedBy: `${LIST}/page-parameters-never-crash`,
    change: ({ list }, { instruments }) => {
      const known = new Set([null, ...instruments.map(({ id }) => tokenAfter(id))]);
      return { list: (query) => (known.has(query.get('pageToken')) ? list(query) : crash()) };
    },
  },
});
