/** The listings that come in pages, with the requests for their pages. */
import { type Call, call } from '../../../src/kit.ts';
import { member } from '../../kit/json.ts';
import { isAccepted, shownList } from '../../kit/judges.ts';
import { asked, nextTokenOf, type Pages } from '../../kit/pages.ts';
import type { Scenario } from '../../kit/scenarios.ts';
import type { Ledger } from '../area.ts';
import { ownProbe, type Subject, scenario } from '../laws/forms.ts';
import { type PageLimit, pageOf } from '../requests/formats.ts';

/** A prefix that no party has. */
export const NO_BEGINNING = 'assay-knows-no-such-party';

export interface Listing extends Subject {
  readonly clause: string;
  /** The member of the response that holds the list, and the key of its elements. */
  readonly list: string;
  readonly key: string;
  /** The place of the largest page in the version. */
  readonly feature: string;
  readonly limit: PageLimit;
  /** Parameters that make a large page short. */
  readonly narrow: Readonly<Record<string, string>>;
}

/** A listing with its pages, and scenarios about their sizes. */
export interface Paged extends Listing {
  readonly pages: Pages;
  readonly unsized: Scenario<'one' | 'plain' | 'zero' | 'again'>;
  readonly largest: Scenario<'version' | 'largest' | 'larger'>;
}

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
    pages: pagesOf(listing),
    unsized: unsizedPages(listing),
    largest: largestPages(ledger, listing),
  }));
}

function pagesOf({ operation, clause, list, limit }: Listing): Pages {
  const page: Pages['page'] = (f, { pageSize, ...others }) =>
    call(operation, { query: { ...others, pageSize: pageOf(f, limit, Number(pageSize)) } });
  return {
    operation,
    clause,
    probe: (name, own) => ownProbe(operation, name, own),
    // The most elements that are compared, because a list may be long.
    list: (f) => page(f, { pageSize: 50 }),
    page,
    size: 'pageSize',
    member: list,
    walks: {
      one: { size: 1, pages: 3 },
      twenty: { size: 20, pages: 3 },
      halves: { parts: 2, pages: 3 },
    },
    read: (one) => (isAccepted(one) ? shownList(one, list) : undefined),
    isCut: (one) =>
      nextTokenOf(one) !== '' || shownList(one, list).length >= Number(asked(one, 'pageSize')),
    isOrdered: true,
    mayChange: true,
  };
}

function unsizedPages({ operation, clause }: Listing): Paged['unsized'] {
  return scenario(operation, {
    name: 'default-page',
    clause,
    sends: 'a page of 1, a page without a size, a page of the size 0, and one without a size again',
    // Sent alone, because users and parties of other probes would shift the pages.
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

/** The largest page of a feature in the version; `undefined` if it has none. */
export function largestPage({ feature, limit }: Listing, version: unknown): number | undefined {
  const found = member(version, 'features', feature, limit);
  return typeof found === 'number' && found > 0 ? found : undefined;
}
