/** Updates in pages (3.5): the pages of a range are its list, forwards or backwards. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Finding,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  type Requirement,
} from '../../../src/index.ts';
import { requirementsOf } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { expectsServed } from '../laws/errors.ts';
import { difference, isObject } from '../requests/alike.ts';
import { eventsOf, isFull, limitFor, transactionsIn, updatesOf } from '../requests/formats.ts';
import { nextTokenOf } from '../requests/members.ts';
import { window } from '../requests/offsets.ts';
import { sharedProbes } from '../requests/probes.ts';
import { ORDER_LAW, SHOWN_LAWS } from './laws.ts';
import { compared, inARow, related, ruled } from './requests.ts';
import { askedOf } from './rules.ts';
import { completeUpTo, updatesIn } from './shown-updates.ts';
import { pageDefaults, pageTokens } from './updates-page-tokens.ts';

const CLAUSE = 'updates-come-in-pages';
const PAGES = 4;

/** The version that has no pages has no requirements about them. */
export const updatesPage: Area = ({ has, operation: at }) => {
  if (!has('updates-page')) return [];
  const operation = at('updates-page');
  const probes = [sharedProbes(operation)?.good].flatMap((probe) => probe ?? []);
  const shown = [{ operation, clause: CLAUSE, probes }];
  return [
    ...requirementsOf([ORDER_LAW, ...SHOWN_LAWS], shown, () => 'ledger/updates-page'),
    ...walks(walkOf(operation, at('updates'))),
    ...inFormat(operation, at('updates')),
    ...pageTokens(operation),
    ...pageDefaults(operation),
  ];
};

function walks(walk: Probe): Requirement[] {
  return ruled(walk, [
    {
      name: 'pages-match-list',
      level: 'MUST',
      clause: CLAUSE,
      statement: 'The pages of a range together hold the updates of its list, each once, in order.',
      cause: 'The token counts updates, or both ends of a page are inclusive.',
      fix: 'Put the offset of the last update into the token, and continue after it.',
      relation: pagesMatchList,
    },
    {
      name: 'page-bounds-join',
      level: 'MUST',
      clause: CLAUSE,
      statement:
        'A page shows its range, its updates lie in it, and the next page begins where it ends.',
      cause: 'The page shows the range of the request.',
      fix: 'Show the offsets that were read, and begin the next page at the end of this one.',
      relation: pagesJoin,
    },
    {
      name: 'page-size-bounds-page',
      level: 'MUST',
      clause: CLAUSE,
      statement: 'A page has at most maxPageSize updates.',
      cause: 'maxPageSize is ignored, or counts events.',
      fix: 'Cut the page after maxPageSize updates.',
      relation: (exchanges) =>
        exchanges.slice(1).flatMap((page): Finding[] => {
          const most = Number(askedOf(page)['maxPageSize']);
          const count = updatesIn(page)?.length ?? 0;
          return count > most ? [finding('/updates', `at most ${most}`, `${count}`)] : [];
        }),
    },
  ]);
}

/** A request for the list of the window, and its range as a page names it. */
export function rangeOf(f: Fixtures): {
  readonly list: (operation: Operation, updateFormat: object) => Call;
  readonly range: object;
} {
  const { beginExclusive, endInclusive } = window(f);
  return {
    range: { beginOffsetExclusive: beginExclusive, endOffsetInclusive: endInclusive },
    list: (operation, updateFormat) => {
      const json = { beginExclusive, endInclusive, updateFormat };
      return call(operation, { query: { limit: limitFor(f) }, json });
    },
  };
}

/** The list of the window, then as many of its pages as there are, but at most four. */
function walkOf(operation: Operation, lists: Operation): Probe {
  return related(operation, {
    name: 'walk',
    sends: 'the list of a range, and then its pages, forwards, one by one, and backwards',
    caseGroups: (f) => {
      const updateFormat = updatesOf(f.parties);
      const { range, list } = rangeOf(f);
      const walk = (label: string, descendingOrder: boolean, size?: number) => {
        const next = (before: readonly Exchange[]): Call => {
          // Without a further page the first one is requested again, which the relations ignore.
          const pageToken = before.length === 1 ? '' : nextTokenOf(before.at(-1));
          const half = Math.ceil(sizeOf(before[0]) / 2);
          const json = { ...range, updateFormat, descendingOrder, maxPageSize: size ?? half };
          return call(operation, { json: pageToken === '' ? json : { ...json, pageToken } });
        };
        const first = list(lists, updateFormat);
        return inARow(label, [first, ...Array.from({ length: PAGES }, () => next)]);
      };
      return [walk('halves', false), walk('one-by-one', false, 1), walk('backwards', true)];
    },
  });
}

function sizeOf(list: Exchange | undefined): number {
  const body = list?.response?.body;
  return Math.max(2, Array.isArray(body) ? body.length : 2);
}

/** The pages up to the last one, and whether it was reached; `undefined` when one was rejected. */
function walked(
  exchanges: readonly CompleteExchange[],
): { readonly pages: readonly CompleteExchange[]; readonly whole: boolean } | undefined {
  const all = exchanges.slice(1);
  if (all.some(({ response }) => response.status !== 200 || response.truncated)) return undefined;
  const last = all.findIndex((page) => nextTokenOf(page) === '');
  return last < 0 ? { pages: all, whole: false } : { pages: all.slice(0, last + 1), whole: true };
}

function isBackwards(page: CompleteExchange | undefined): boolean {
  return page !== undefined && askedOf(page)['descendingOrder'] === true;
}

function pagesMatchList(exchanges: readonly CompleteExchange[]): CheckResult {
  const [list] = exchanges;
  const listed = list && updatesIn(list);
  const walk = walked(exchanges);
  if (walk === undefined) return rejectedPage(exchanges);
  if (!listed || isFull(list)) return undefined;
  const expected = isBackwards(walk.pages[0]) ? listed.toReversed() : listed;
  const paged = walk.pages.flatMap((page) => updatesIn(page) ?? []);
  if (walk.whole && paged.length !== expected.length)
    return [finding('all pages', `${expected.length} updates`, `${paged.length} updates`)];
  return difference(expected.slice(0, paged.length), paged);
}

/** A token that was just issued must be accepted. */
function rejectedPage(exchanges: readonly CompleteExchange[]): CheckResult {
  const rejected = exchanges.slice(1).find(({ response }) => response.status !== 200);
  if (rejected === undefined || askedOf(rejected)['pageToken'] === undefined) return undefined;
  return expectsServed(rejected.response.status);
}

function pagesJoin(exchanges: readonly CompleteExchange[]): CheckResult {
  const walk = walked(exchanges);
  if (walk === undefined) return undefined;
  const back = isBackwards(walk.pages[0]);
  let before: Bounds | undefined;
  for (const page of walk.pages) {
    const bounds = boundsOf(page);
    const outside = (updatesIn(page) ?? []).find(
      ({ offset }) => !(offset > bounds.low && offset <= bounds.high),
    );
    if (outside) {
      const range = `an offset after ${bounds.low} and up to ${bounds.high}`;
      return [finding('/updates', range, `${outside.offset}`)];
    }
    if (before && !back && bounds.low !== before.high)
      return [finding('/lowestPageOffsetExclusive', `${before.high}`, `${bounds.low}`)];
    if (before && back && bounds.high !== before.low)
      return [finding('/highestPageOffsetInclusive', `${before.low}`, `${bounds.high}`)];
    before = bounds;
  }
  return [];
}

type Bounds = Readonly<Record<'low' | 'high', number>>;

function boundsOf({ response: { body } }: CompleteExchange): Bounds {
  const page = isObject(body) ? body : {};
  return {
    low: Number(page['lowestPageOffsetExclusive']),
    high: Number(page['highestPageOffsetInclusive']),
  };
}

function inFormat(operation: Operation, updates: Operation): Requirement[] {
  return compared(operation, {
    name: 'in-its-format',
    sends:
      'the list of a range and its page, transactions with all effects and verbose, and reassignments of the last party only',
    steps: (f) => {
      const eventFormat = { ...eventsOf(f.parties), verbose: true };
      const updateFormat = {
        ...transactionsIn(eventFormat, 'TRANSACTION_SHAPE_LEDGER_EFFECTS'),
        includeReassignments: eventsOf(f.parties.slice(-1)),
      };
      const { range, list } = rangeOf(f);
      return [list(updates, updateFormat), call(operation, { json: { ...range, updateFormat } })];
    },
    rules: [
      {
        name: 'page-matches-list-in-any-format',
        level: 'MUST',
        clause: CLAUSE,
        statement: 'A page shows updates in the format of its request, as the list does.',
        cause: 'Pages use a fixed shape, or one event format for transactions and reassignments.',
        fix: 'Use the format of the request for lists and pages alike.',
        relation: ([list, page]): CheckResult => {
          const [expected, actual] = [list, page].map((one) => one && updatesIn(one));
          if (list === undefined || page === undefined || !expected || !actual) return undefined;
          const upTo = Math.min(completeUpTo(list), completeUpTo(page));
          const [left, right] = [expected, actual].map((all) =>
            all.filter(({ offset }) => offset <= upTo),
          );
          return expected.length === 0 ? 'inapplicable' : difference(left, right);
        },
      },
    ],
  });
}
