/** Faults in instruments: what they show, their pages, and the lookup of one. */
import {
  type Defect,
  describingEach,
  listing,
  paged,
  remembering,
  table,
  without,
} from '../fault.ts';
import { type Instrument, type Page, pageSizeOf, tokenAfter } from '../instruments.ts';
import { crash, Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const BOTH = 'registry/metadata-v1/{instruments,instrument}';

const TWO_HOURS = 7_200_000;

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

const ONE = 'registry/metadata-v1/instrument';

/** The decoded id; the segment itself if it cannot be decoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export const metadataFaults: readonly Defect[] = table({
  'supply-time-in-local-zone': {
    description:
      'The time of the total supply is local time that is marked as UTC, two hours ahead.',
    killedBy: `${BOTH}/supply-time-is-past`,
    change: describingEach((one) =>
      one.totalSupplyAsOf === undefined
        ? one
        : { ...one, totalSupplyAsOf: new Date(Date.now() + TWO_HOURS).toISOString() },
    ),
  },
  'pause-info-without-pause': {
    description: 'An instrument that is not paused has the reason of its last pause.',
    killedBy: `${BOTH}/pause-info-needs-pause`,
    change: describingEach((one, index) =>
      index === 1 ? { ...one, paused: false, pauseInfo: { reason: 'Maintenance.' } } : one,
    ),
  },
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
  'own-tokens-forbidden': {
    description: 'A firewall takes page tokens for an attack: they get 403.',
    killedBy: `${LIST}/page-token-is-accepted`,
    change: ({ list }) => ({
      list: (query) =>
        query.has('pageToken') ? new Rejection(403, 'query', 'Forbidden.') : list(query),
    }),
  },
  'plus-in-a-path-is-a-space': {
    description: 'Paths are decoded like forms: an id with a plus is looked up with a space.',
    killedBy: `${ONE}/accepts-request`,
    change: ({ instrument }) => ({
      instrument: (segment) => instrument(segment.replaceAll(/\+|%2b/gi, '%20')),
    }),
  },
  'instruments-found-by-symbol': {
    description: 'An instrument is found by its symbol too, which need not be unique.',
    killedBy: `${ONE}/rejects-near-id`,
    change: ({ instrument, instruments }) => ({
      instrument: (segment) => {
        const one = instrument(segment);
        const named = instruments().find(({ symbol }) => symbol === decoded(segment));
        return one instanceof Rejection ? (named ?? one) : one;
      },
    }),
  },
  'text-behind-a-dot-lost': {
    description: 'The router takes what follows a dot in an id for a suffix, and removes it.',
    killedBy: `${ONE}/accepts-request`,
    change: ({ instrument }) => ({
      instrument: (segment) => instrument(segment.replace(/\.[^.]*$/, '')),
    }),
  },
  'zero-decimals-omitted': {
    description: 'A lookup omits the decimals of an instrument that has none.',
    killedBy: `${ONE}/response-shape`,
    change: ({ instrument }) => ({
      instrument: (segment) => {
        const one = instrument(segment);
        return 'decimals' in one && one.decimals === 0 ? without(one, 'decimals') : one;
      },
    }),
  },
  'supply-of-the-instrument-before': {
    description: 'A lookup shows the total supply of the instrument that was looked up before.',
    killedBy: `${ONE}/matches-list`,
    change: remembering(() => {
      let before: string | undefined;
      return ({ instrument }) => ({
        instrument: (segment) => {
          const one = instrument(segment);
          if (!('totalSupply' in one)) return one;
          const totalSupply = before ?? one.totalSupply;
          before = String(one.totalSupply);
          return { ...one, totalSupply };
        },
      });
    }),
  },
});
