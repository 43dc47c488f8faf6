/** The listings that come in pages, with the requests for their pages. */

import { type Call, call } from '../../../src/index.ts';
import { elements, member, stringAt } from '../../kit/json.ts';
import type { Bodies, Scenario } from '../../kit/scenarios.ts';
import type { Ledger } from '../area.ts';
import { type PageLimit, pageOf } from '../requests/formats.ts';
import type { Subject } from './laws.ts';
import { scenario } from './scenarios.ts';

/** The beginning of no party. */
export const NO_BEGINNING = 'assay-knows-no-such-party';

export interface Listing extends Subject {
  readonly clause: string;
  /** The member of the response that holds the list, and the key of its elements. */
  readonly list: string;
  readonly key: string;
  /** Where the version shows the largest page. */
  readonly feature: string;
  readonly limit: PageLimit;
  /** Parameters that keep a large page small. */
  readonly narrow: Readonly<Record<string, string>>;
}

/** A listing with the scenarios of its pages. */
export interface Paged extends Listing {
  readonly pages: readonly Scenario<PageStep>[];
  readonly unsized: Scenario<'one' | 'plain' | 'zero' | 'again'>;
  readonly largest: Scenario<'version' | 'largest' | 'larger'>;
}

export const SIZES = [1, 2, 20, 'half'] as const;
type Size = (typeof SIZES)[number];
export type PageStep = 'whole' | 'first' | 'second' | 'third' | 'wholeAgain';

const listingsOf = ({ operation }: Ledger): readonly Listing[] => [
  {
    operation: operation('users-list'),
    clause: 'users-are-listed',
    list: 'users',
    key: 'id',
    feature: 'userManagement',
    limit: 'maxUsersPageSize',
    narrow: {},
  },
  {
    operation: operation('parties-list'),
    clause: 'known-parties-are-listed',
    list: 'partyDetails',
    key: 'party',
    feature: 'partyManagement',
    limit: 'maxPartiesPageSize',
    narrow: { 'filter-party': NO_BEGINNING },
  },
];

export const isUsers = ({ list }: Listing): boolean => list === 'users';

export function pagedListings(ledger: Ledger): readonly Paged[] {
  return listingsOf(ledger).map((listing) => ({
    ...listing,
    pages: SIZES.map((size) => pagesOf(listing, size)),
    unsized: unsizedPages(listing),
    largest: largestPages(ledger, listing),
  }));
}

function pagesOf({ operation, clause, list, limit }: Listing, size: Size): Scenario<PageStep> {
  return scenario<PageStep>(operation, {
    name: `pages-of-${size}`,
    clause,
    sends: `the list on one long page, three pages of ${size === 'half' ? 'a little more than its half' : size}, and the long page again`,
    // Users and parties that other probes create would move the pages.
    alone: true,
    steps: (fixtures) => {
      // Room is left on the second page: a full one may have a token though it is the last.
      const half = (whole: unknown) => Math.floor(elements(whole, list).length / 2) + 1;
      const page = ({ whole }: Bodies, pageToken?: string): Call => {
        const pageSize = pageOf(fixtures, limit, size === 'half' ? half(whole) : size);
        return call(operation, { query: { pageSize, pageToken } });
      };
      // A list may be long: at most so many elements are compared.
      const whole = call(operation, { query: { pageSize: pageOf(fixtures, limit, 50) } });
      // After the last page the long one is sent again.
      const after = (bodies: Bodies, before: PageStep): Call => {
        const token = stringAt(bodies[before], 'nextPageToken') ?? '';
        return token === '' ? whole : page(bodies, token);
      };
      return {
        whole,
        first: (bodies) => page(bodies),
        second: (bodies) => after(bodies, 'first'),
        third: (bodies) =>
          stringAt(bodies['first'], 'nextPageToken') ? after(bodies, 'second') : whole,
        wholeAgain: whole,
      };
    },
  });
}

function unsizedPages({ operation, clause }: Listing): Paged['unsized'] {
  return scenario(operation, {
    name: 'default-page',
    clause,
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
  const { operation, clause, narrow } = listing;
  const sized = (version: unknown, more: number): Call | undefined => {
    const most = largestPage(listing, version);
    if (most === undefined || (isUsers(listing) && most > 1000)) return undefined;
    return call(operation, { query: { pageSize: most + more, ...narrow } });
  };
  return scenario(operation, {
    name: 'largest-page',
    clause,
    sends: 'the version, for the largest page, a page of that size, and a larger one',
    steps: () => ({
      version: call(ledger.operation('version')),
      largest: ({ version }) => sized(version, 0),
      larger: ({ version }) => sized(version, 1),
    }),
  });
}

/** The largest page of a feature in the version; `undefined` if it names none. */
export function largestPage({ feature, limit }: Listing, version: unknown): number | undefined {
  const found = member(version, 'features', feature, limit);
  return typeof found === 'number' && found > 0 ? found : undefined;
}
