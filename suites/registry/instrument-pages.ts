/** Pages of instruments: the laws of lists in pages, and tokens and sizes beyond a walk. */
import {
  between,
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  NOWHERE,
  type Operation,
  type Probe,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { canBeInPath } from '../kit/ids.ts';
import { counted, elements, string } from '../kit/json.ts';
import { isAccepted, unless } from '../kit/judges.ts';
import type { Law } from '../kit/law.ts';
import { once } from '../kit/once.ts';
import { following, nextTokenOf, type Pages } from '../kit/page-walks.ts';
import { PAGE_LAWS } from '../kit/pages.ts';
import { expects200 } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import { isBlamed } from './compare.ts';
import { idsOn } from './metadata-checks.ts';

export const MAX_INT32 = 2_147_483_647;

/** One token with two sizes, with the page and the lookup of another client in between; and the largest page. */
export const twoClientsOf: (pages: Pages) => Probe = once((pages: Pages) =>
  pages.probe('two-clients', {
    // Other requests for pages would move a shared position to any place.
    alone: true,
    sends:
      'a page token with the sizes 2 and 1, a first page of size 3 and the lookup of an instrument between them, the largest page size, and the token with size 2 again',
    steps: (f) => {
      const ofSize = (size: number) => pages.page(f, { [pages.size]: size });
      const next =
        (size: number) =>
        ([page]: readonly Exchange[]) =>
          following(pages, f, page, { [pages.size]: 1 }, { [pages.size]: size });
      const again = (before: readonly Exchange[]) => reordered(next(2)(before));
      // A server may move what was read last to the front.
      const lookup = ([, larger]: readonly Exchange[]) =>
        lookupOf(pages.operation, string(elements(larger?.response?.body, 'instruments')[0], 'id'));
      return [ofSize(1), next(2), ofSize(3), lookup, next(1), ofSize(MAX_INT32), again];
    },
  }),
);

/** The lookup of an instrument beside the list; of an unknown one if this id cannot be in a path. */
function lookupOf({ contract }: Operation, id: string): Call | undefined {
  const one = contract.operations.find(({ name }) => name === 'metadata-v1/instrument');
  const [parameter = ''] = one?.pathParameters ?? [];
  return one && call(one, { path: { [parameter]: canBeInPath(id) ? id : NOWHERE } });
}

/** The same request with its parameters in the opposite order: no cache of responses has it. */
function reordered(request: Call): Call {
  const [path = '', query = ''] = request.path.split('?');
  return { ...request, path: `${path}?${query.split('&').reverse().join('&')}` };
}

export const PAGE_CHECKS = {
  /** The page size is free, so a smaller page of a token is the start of a larger one. */
  tokenKeepsItsPlace: () => ({
    relation: ([first, larger, , smaller, , later]) => {
      if (!first || !larger || !smaller || !isAccepted(first)) return undefined;
      // Whether a token is good twice has its own rule, and it may be good for one size only.
      const unread = [larger, smaller].find((one) => !isAccepted(one));
      if (unread !== undefined) return ofRejected(unread);
      // A registry may send the whole list for any size.
      if (nextTokenOf(first) === '') return 'inapplicable';
      const there = idsOn(larger);
      const judged = [smaller, ...(later && isAccepted(later) ? [later] : [])].map((page) => {
        const again = idsOn(page);
        const strange = again.find((id) => !there.includes(id));
        const isPart = again.length > there.length || strange === undefined;
        const expected = 'an instrument of the larger page from the same token';
        const found = unless(isPart, '/instruments', expected, describe(strange));
        return between([first, larger, page], found);
      });
      return judged.find((found) => found.length > 0) ?? [];
    },
  }),
  /** A client requests a page again if its response is lost. */
  tokenWorksAgain: () => ({
    relation: ([first, once, , , , again]) => {
      if (first && isAccepted(first) && nextTokenOf(first) === '') return 'inapplicable';
      if (!once || !again || !isAccepted(once)) return undefined;
      const { status } = again.response;
      if (!isBlamed(expects200(status, true))) return isAccepted(again) ? [] : undefined;
      const expected = worded`${statuses(200)}, as for the same page before`;
      return between([once, again], [wrongStatus(expected, status, { sent: 'again' })]);
    },
  }),
  largestPage: () => ({
    relation: ([first, , , , largest]) => {
      if (!first || !largest || !isAccepted(first)) return undefined;
      // A registry may limit the size.
      if (!isAccepted(largest)) return ofRejected(largest);
      if (idsOn(first).length === 0) return 'inapplicable';
      const { length } = idsOn(largest);
      return between(
        [first, largest],
        unless(
          length > 0,
          '/instruments',
          'instruments, as on the page with one instrument',
          counted(0),
        ),
      );
    },
  }),
} satisfies Checks;

/** A rejection leaves nothing to judge, unless it may be due to the moment. */
const ofRejected = ({ response: { status } }: CompleteExchange): CheckResult =>
  isBlamed(expects200(status, true)) ? 'inapplicable' : undefined;

/** A cache of pages may have one page for all sizes of a token, which a walk with one size does not show. */
const alsoOfTwoClients =
  ({ test }: Law<Pages>): Law<Pages>['test'] =>
  (pages) => {
    const ofWalks = test(pages);
    return ofWalks && { ...ofWalks, probes: [...ofWalks.probes, twoClientsOf(pages)] };
  };

/**
 * The pages make the list: the document lists all instruments, names the next page, and calls its token the last
 * instrument, so that the size of a page has no effect on it.
 */
export const INSTRUMENT_PAGES: readonly Law<Pages>[] = PAGE_LAWS.map((law) => {
  if (law.name === 'pages-match-list')
    return { ...law, followsFrom: ['ids-are-unique', 'page-size-bounds-page'] };
  return law.name === 'page-size-bounds-page' ? { ...law, test: alsoOfTwoClients(law) } : law;
});
