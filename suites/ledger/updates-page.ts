/** Updates in pages (3.5): the pages of a range are its list, forwards or backwards. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Finding,
  finding,
  type Operation,
  type Probe,
  requirement,
} from '../../src/index.ts';
import { difference, isObject } from './alike.ts';
import type { Area } from './chapter.ts';
import { expectsServed } from './errors.ts';
import { isFull, limitFor, updatesOf } from './formats.ts';
import { nextTokenOf } from './members.ts';
import { window } from './offsets.ts';
import { sharedProbes } from './probes.ts';
import { updatesIn } from './shown-updates.ts';
import { inARow, related } from './update-requests.ts';
import { askedOf } from './update-rules.ts';
import { rules } from './updates.ts';
import { pageRefusals } from './updates-page-refusals.ts';
import { pageDefaults, pageTokens } from './updates-page-tokens.ts';

const ID = 'ledger/updates-page';
const PAGES = 4;

/** The version that has no pages has no requirements about them. */
export const updatesPage: Area = ({ has, operation: byChapter }) => {
  if (!has('updates-page')) return [];
  const operation = byChapter('updates-page');
  const walk = walkOf(operation, byChapter('updates'));
  const good = sharedProbes(operation)?.good;
  return [
    ...rules((name) => `${ID}/${name}`, 'updates-come-in-pages', good === undefined ? [] : [good]),
    requirement({
      id: `${ID}/pages-make-the-list`,
      level: 'MUST',
      clause: 'updates-come-in-pages',
      statement:
        'The pages of a range, one after the other, hold the updates of its list, each once and in order.',
      cause:
        'The token counts updates, or both ends of a page are inclusive, so that some are lost or repeated at the seam.',
      fix: 'Put the offset of the last update into the token, and read on after it.',
      probes: [walk],
      relation: pagesMakeTheList,
    }),
    requirement({
      id: `${ID}/pages-join`,
      level: 'MUST',
      clause: 'updates-come-in-pages',
      statement:
        'A page tells the range that it covers, its updates lie in it, and the next page begins where it ends.',
      cause: 'The page tells the range of the request and not its own.',
      fix: 'Tell the offsets that were really read, and begin the next page at the end of this one.',
      probes: [walk],
      relation: pagesJoin,
    }),
    requirement({
      id: `${ID}/page-size-is-kept`,
      level: 'MUST',
      clause: 'updates-come-in-pages',
      statement: 'A page has at most as many updates as were asked for.',
      cause: 'maxPageSize is ignored, or counts events.',
      fix: 'Cut the page after so many updates.',
      probes: [walk],
      relation: (exchanges) =>
        exchanges.slice(1).flatMap((page): Finding[] => {
          const most = Number(askedOf(page)['maxPageSize']);
          const count = updatesIn(page)?.length ?? 0;
          return count > most ? [finding('/updates', `at most ${most}`, `${count}`)] : [];
        }),
    }),
    ...pageTokens(operation),
    ...pageDefaults(operation),
    ...pageRefusals(operation),
  ];
};

/** The list of the window, then as many of its pages as there are, but at most four. */
function walkOf(operation: Operation, lists: Operation): Probe {
  return related(operation, {
    name: 'walk',
    sends: 'the list of a range, and then its pages, forwards, one by one, and backwards',
    caseGroups: (f) => {
      const { beginExclusive, endInclusive } = window(f);
      const updateFormat = updatesOf(f.parties);
      const list = call(lists, {
        query: { limit: limitFor(f) },
        json: { beginExclusive, endInclusive, updateFormat },
      });
      const range = { beginOffsetExclusive: beginExclusive, endOffsetInclusive: endInclusive };
      const walk = (label: string, descendingOrder: boolean, size?: number) => {
        const next = (before: readonly Exchange[]): Call => {
          // Where there is no further page the first is asked for again, which the relations leave out.
          const pageToken = before.length === 1 ? '' : nextTokenOf(before.at(-1));
          const half = Math.ceil(sizeOf(before[0]) / 2);
          const json = { ...range, updateFormat, descendingOrder, maxPageSize: size ?? half };
          return call(operation, { json: pageToken === '' ? json : { ...json, pageToken } });
        };
        return inARow(label, [list, ...Array.from({ length: PAGES }, () => next)]);
      };
      return [walk('halves', false), walk('one-by-one', false, 1), walk('backwards', true)];
    },
  });
}

function sizeOf(list: Exchange | undefined): number {
  const body = list?.response?.body;
  return Math.max(2, Array.isArray(body) ? body.length : 2);
}

/** The pages up to the last one, and whether it was reached; `undefined` when one was refused. */
function walked(
  exchanges: readonly CompleteExchange[],
): { readonly pages: readonly CompleteExchange[]; readonly whole: boolean } | undefined {
  const all = exchanges.slice(1);
  if (all.some(({ response }) => response.status !== 200 || response.truncated)) return undefined;
  const last = all.findIndex((page) => nextTokenOf(page) === '');
  return last < 0 ? { pages: all, whole: false } : { pages: all.slice(0, last + 1), whole: true };
}

function pagesMakeTheList(exchanges: readonly CompleteExchange[]): CheckResult {
  const [list] = exchanges;
  const listed = list && updatesIn(list);
  const walk = walked(exchanges);
  if (walk === undefined) return refusedPage(exchanges);
  if (!listed || isFull(list)) return undefined;
  const back = askedOf(walk.pages[0] as CompleteExchange)['descendingOrder'] === true;
  const expected = back ? listed.toReversed() : listed;
  const paged = walk.pages.flatMap((page) => updatesIn(page) ?? []);
  if (walk.whole && paged.length !== expected.length)
    return [finding('all pages', `${expected.length} updates`, `${paged.length} updates`)];
  return difference(expected.slice(0, paged.length), paged);
}

/** A token that was just handed out is as good as none. */
function refusedPage(exchanges: readonly CompleteExchange[]): CheckResult {
  const refused = exchanges.slice(1).find(({ response }) => response.status !== 200);
  if (refused === undefined || askedOf(refused)['pageToken'] === undefined) return undefined;
  return expectsServed(refused.response.status);
}

function pagesJoin(exchanges: readonly CompleteExchange[]): CheckResult {
  const walk = walked(exchanges);
  if (walk === undefined) return undefined;
  const [first] = walk.pages;
  const back = first !== undefined && askedOf(first)['descendingOrder'] === true;
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

interface Bounds {
  readonly low: number;
  readonly high: number;
}

function boundsOf({ response: { body } }: CompleteExchange): Bounds {
  const page = isObject(body) ? body : {};
  return {
    low: Number(page['lowestPageOffsetExclusive']),
    high: Number(page['highestPageOffsetInclusive']),
  };
}
