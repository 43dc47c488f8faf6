/** Faults in instruments: what they show, their pages, and the lookup of one. */
import { digest } from '../contracts.ts';
import {
  counter,
  type Defect,
  describingEach,
  lookingUp,
  paged,
  remembering,
  table,
  tokening,
  without,
} from '../fault.ts';
import { type Instrument, type Page, pageSizeOf, tokenAfter } from '../instruments.ts';
import { crash, Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

const BOTH = 'registry/metadata-v1/{instruments,instrument}';

const TWO_HOURS = 7_200_000;

const LIST = 'registry/metadata-v1/instruments';
/** The list is wrong, and a rule about lookups detects it. */
const LISTED = 'registry/metadata-v1/{instrument,instruments}/{declared-is-listed,is-listed}';

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

const CACHED = 12;
const NOT_KEPT = new Rejection(404, 'no-instrument', 'There is no such instrument.');

const USED_TOKEN = new Rejection(400, 'query', 'pageToken is unknown, or was used before.');

export const metadataFaults: readonly Defect[] = table({
  'supply-time-in-local-zone': {
    description: 'The time of the total supply is local time, two hours ahead, marked as UTC.',
    killedBy: `${BOTH}/supply-time-is-past`,
    change: describingEach((one) =>
      one.totalSupplyAsOf === undefined
        ? one
        : { ...one, totalSupplyAsOf: new Date(Date.now() + TWO_HOURS).toISOString() },
    ),
  },
  'pause-info-without-pause': {
    description: 'An instrument that is not paused has the reason for its last pause.',
    killedBy: `${BOTH}/pause-info-needs-pause`,
    change: describingEach((one, index) =>
      index === 1 ? { ...one, paused: false, pauseInfo: { reason: 'Maintenance.' } } : one,
    ),
  },
  'page-overlaps': {
    description: 'A page starts with the last instrument of the previous page.',
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
    description: 'The first instrument is not on any page, but a lookup finds it.',
    killedBy: LISTED,
    change: counting(({ start, size, all }) => {
      const from = Math.max(1, start);
      return pageFrom(all, from, from + size);
    }),
  },
  'paused-instrument-not-listed': {
    description: 'A paused instrument is on no page, but a lookup finds it.',
    killedBy: `${ONE}/declared-is-listed`,
    change: paged((page) => ({
      ...page,
      instruments: page.instruments.filter(({ paused }) => !paused),
    })),
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
  'id-as-token-decoded-twice': {
    description: 'The token is the last id of its page, and a plus sign in it is read as a space.',
    killedBy: `${LIST}/page-token-is-accepted`,
    change: tokening(
      (token) => tokenAfter(token.replaceAll('+', ' ')),
      (_own, { instruments }) => instruments.at(-1)?.id ?? '',
    ),
  },
  'token-is-good-once': {
    description: 'Each page has a new token, which gets a 400 if it is sent a second time.',
    killedBy: `${LIST}/page-token-works-again`,
    change: remembering(() => {
      const meant = new Map<string, string>();
      const turn = counter();
      return tokening(
        (token) => {
          const own = meant.get(token) ?? USED_TOKEN;
          meant.delete(token);
          return own;
        },
        (own) => {
          const token = digest(`token ${turn()}`);
          meant.set(token, own);
          return token;
        },
      );
    }),
  },
  'lookups-reorder-the-list': {
    description: 'The instrument that was looked up last is the first one of the list.',
    killedBy: `${LIST}/page-token-keeps-its-place`,
    change: ({ instruments, instrument }) => {
      let last: Instrument | undefined;
      return {
        instrument: (segment) => {
          const found = instrument(segment);
          if ('id' in found) last = found as Instrument;
          return found;
        },
        instruments: () => [...new Set([...(last ? [last] : []), ...instruments()])],
      };
    },
  },
  'twelve-instruments-kept': {
    description:
      'Lookups read a cache of twelve instruments, and one that it had to remove is lost.',
    killedBy: `${ONE}/accepts-request`,
    change: remembering(() => {
      const kept = new Set<object>();
      const lost = new Set<object>();
      return lookingUp((found) => {
        if (lost.has(found)) return NOT_KEPT;
        kept.add(found);
        const [first] = kept;
        if (kept.size > CACHED && first && kept.delete(first)) lost.add(first);
        return found;
      });
    }),
  },
  'largest-page-size-overflows': {
    description: 'The end of the largest page overflows, so that the page is empty.',
    killedBy: `${LIST}/largest-page-has-instruments`,
    change: counting(({ start, size, all }) =>
      // One more is looked up, to know whether another page follows.
      pageFrom(all, start, ((start + size + 1) | 0) - 1),
    ),
  },
  'first-list-is-empty': {
    description:
      'The first list after the start is empty, because the instruments are not loaded yet.',
    killedBy: `${LIST}/list-is-never-empty`,
    change: remembering(() => {
      let isLoaded = false;
      return paged((page) => {
        if (isLoaded) return page;
        isLoaded = true;
        return { instruments: [] };
      });
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
  'plus-in-a-path-is-a-space': {
    description: 'Paths are decoded like forms: an id with a plus is looked up with a space.',
    killedBy: `${ONE}/accepts-request`,
    change: ({ instrument }) => ({
      instrument: (segment) => instrument(segment.replaceAll(/\+|%2b/gi, '%20')),
    }),
  },
  'zero-decimals-omitted': {
    description: 'A lookup omits the decimals of an instrument that has none.',
    killedBy: `${ONE}/response-shape`,
    change: lookingUp((one) => (one.decimals === 0 ? without(one, 'decimals') : one)),
  },
  'supply-of-the-instrument-before': {
    description: 'A lookup shows the total supply of the instrument that was looked up before.',
    killedBy: `${ONE}/matches-list`,
    change: remembering(() => {
      let before: string | undefined;
      return lookingUp((one) => {
        if (one.totalSupply === undefined) return one;
        const totalSupply = before ?? one.totalSupply;
        before = one.totalSupply;
        return { ...one, totalSupply };
      });
    }),
  },
});
