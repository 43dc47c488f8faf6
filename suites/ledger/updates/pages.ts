/** Updates in pages (3.5): the pages of a range are its list, in both directions. */
import { between, type CheckResult, call, finding, type Probe, worded } from '../../../src/kit.ts';
import { difference, member } from '../../kit/json.ts';
import { accepted, all, isAccepted, type Received, shown, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { nextTokenOf, walked, walkOf } from '../../kit/page-walks.ts';
import { PAGE_LAWS, TOKEN_LAWS } from '../../kit/pages.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { lawsOf, mayBePruned, ofUpdates } from '../laws/forms.ts';
import {
  brokenIn,
  comparing,
  inOrder,
  ofGoodLists,
  onlyIncludedKinds,
} from '../laws/list-contents.ts';
import { type BoundPages, FOREIGN_TOKEN_LAWS, ofForeignTokens } from '../laws/page-tokens.ts';
import {
  ABSENT,
  EFFECTS,
  eventsOf,
  eventsOfAny,
  isFull,
  ofTemplate,
  readsAny,
  templatesOf,
  topologyOf,
  transactionsIn,
  updatesWithViews,
} from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import { listInWindow, pageInWindow, pageRange } from '../requests/offsets.ts';
import { bothShown, type ShownUpdate, updatesIn } from '../responses/shown-updates.ts';
import { eventsDiffer } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-updates-page', 'updates/pages.ts');

const CLAUSE = 'updates-come-in-pages';

/** The version that has no pages has no requirements about them. */
export const updatesPage: Area = ({ has, operation: at }) => {
  if (!has('updates-page')) return [];
  const operation = at('updates-page');
  const pages: BoundPages = {
    operation,
    clause: CLAUSE,
    member: 'updates',
    probe: (name, own) => ofUpdates(operation, name, own),
    list: (f) => listInWindow(at('updates'), f, updatesWithViews(f)),
    page: (f, asked) => {
      const json = { ...pageRange(f), updateFormat: updatesWithViews(f), ...asked };
      return call(operation, { json });
    },
    size: 'maxPageSize',
    // More pages than parts, because a walk may miss its end.
    walks: {
      halves: { parts: 2, pages: 4 },
      'one-by-one': { pages: 3, aside: true },
      backwards: { lastOfOne: true, pages: 4, asks: { descendingOrder: true } },
    },
    read: updatesIn,
    compare: eventsDiffer,
    upTo: (list, count) => {
      const last = updatesIn(list)?.[count - 1];
      return last && { endOffsetInclusive: last.offset };
    },
    isCut: isFull,
    isOrdered: true,
    isReversed: isBackwards,
    brokenIn,
    others: [
      (f) => ({ updateFormat: topologyOf(f.parties) }),
      (_, first) => ({ endOffsetInclusive: updatesIn(first)?.[0]?.offset }),
      () => ({ descendingOrder: true }),
    ],
    foreign: [],
  };
  return lawsOf([...PAGE_LAWS, ...FOREIGN_TOKEN_LAWS, ...TOKEN_LAWS, ...LAWS], pages);
};

const isBackwards = (page: Received): boolean =>
  page !== undefined && sentMembers(page)['descendingOrder'] === true;

const inItsFormat = ({ operation, list }: BoundPages): Probe =>
  ofUpdates(operation, 'in-its-format', {
    sends:
      'a range as a list and as a page: verbose transactions with all effects, for any party and one template if that is permitted, and reassignments of only the last party. The page omits wildcards, which are the default',
    steps: (f) => {
      const ofAll = readsAny(f)
        ? eventsOfAny(
            ...templatesOf(f)
              .slice(0, 1)
              .map((one) => ofTemplate(one)),
          )
        : eventsOf(f.parties);
      const formatOf = (includeReassignments: object) => ({
        ...transactionsIn({ ...ofAll, verbose: true }, EFFECTS),
        includeReassignments,
      });
      const [last = ABSENT.party] = f.parties.slice(-1);
      const byDefault = { filtersByParty: { [last]: { cumulative: [] } } };
      return [
        listInWindow(list(f).operation, f, formatOf(eventsOf([last]))),
        pageInWindow(operation, f, formatOf(byDefault)),
      ];
    },
  });

const LAWS: readonly Law<BoundPages>[] = [
  rule('page-bounds-join', {
    // The bounds of a page are those of its updates, reversed in descending order.
    on: walkOf,
    relation: (exchanges, pages) => {
      const walk = walked(exchanges, pages);
      if (walk === undefined) return undefined;
      const [low, high] = ['lowestPageOffsetExclusive', 'highestPageOffsetInclusive'] as const;
      // The next page begins at the end of this one, reversed in descending order.
      const [ends, begins] = isBackwards(walk.pages[0]) ? [low, high] : [high, low];
      for (const [i, page] of walk.pages.entries()) {
        const at = (name: string): number => Number(member(page.response.body, name));
        const outside = (updatesIn(page) ?? []).find(
          ({ offset }) => !(offset > at(low) && offset <= at(high)),
        );
        if (outside) {
          const range = `an offset after ${at(low)} and up to ${at(high)}`;
          return between([page], [finding('/updates', range, outside.offset)]);
        }
        const before = walk.pages[i - 1];
        const expected = Number(shown(before, ends));
        if (before === undefined || at(begins) === expected) continue;
        // A page whose range has updates of the next one shows a wrong end; otherwise the start of the next is wrong.
        const isIn = ({ offset }: ShownUpdate): boolean =>
          isBackwards(page) ? offset > expected : offset <= expected;
        return (updatesIn(page) ?? []).some(isIn)
          ? between([before, page], [finding(`/${ends}`, at(begins), expected)], before)
          : between([before, page], [finding(`/${begins}`, expected, at(begins))], page);
      }
      return [];
    },
  }),
  rule('page-matches-list-in-any-format', {
    on: inItsFormat,
    relation: ofGoodLists((exchanges) => {
      const [list, page] = exchanges;
      if (list && page && updatesIn(list) && !isAccepted(page) && !mayBePruned(page))
        return between([list, page], expects200(page.response.status));
      return bothShown(exchanges, (listed, paged) =>
        listed.length === 0 ? 'inapplicable' : difference(listed, paged),
      );
    }),
  }),
  rule('foreign-page-token-keeps-format', {
    test: ofForeignTokens((page) => {
      // A rejection also conforms.
      if (page.response.status === 400) return [];
      const results = [inOrder(page), onlyIncludedKinds(page)];
      return all(...results.map((one) => (one === 'inapplicable' ? [] : one)));
    }),
  }),
];

/** Whether a page begins like the first one. */
function sameBegin(first: Received, page: Received): CheckResult {
  return accepted(updatesIn, [first, page], (expected, actual) => {
    if (expected.length === 0) return 'inapplicable';
    // The node chooses the size of a page without one.
    const shared = Math.min(expected.length, Math.max(1, actual.length));
    return difference(expected.slice(0, shared), actual.slice(0, shared), '/updates');
  });
}

export const PAGE_OF_UPDATES_CHECKS = {
  hasTheSameBeginning: comparing(sameBegin),
  goesOnAfterThePage: (open: Received, next: Received): CheckResult => {
    if (open?.response.status !== 200) return undefined;
    if (next === undefined || nextTokenOf(open) === '') return 'inapplicable';
    if (!isAccepted(next)) return between([open, next], expects200(next.response.status));
    const end = Number(member(open.response.body, 'highestPageOffsetInclusive'));
    const begin = member(next.response.body, 'lowestPageOffsetExclusive');
    const again = (updatesIn(next) ?? []).find(({ offset }) => offset <= end);
    return between(
      [open, next],
      all(
        difference(end, begin, '/lowestPageOffsetExclusive'),
        unless(again === undefined, '/updates', worded`only later ones`, again?.offset),
      ),
    );
  },
  pagesReachTheEnd: (first: Received, open: Received, next: Received): CheckResult => {
    const result = sameBegin(first, open);
    if (open?.response.status !== 200 || result === undefined) return result;
    const last = [open, ...(next && isAccepted(next) ? [next] : [])].find(
      (page) => nextTokenOf(page) === '',
    );
    return all(result, last && between([last], difference('a token', undefined, '/nextPageToken')));
  },
};
