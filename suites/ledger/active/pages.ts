/** Active contracts in pages: together the pages are the list, at one offset. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Fixtures,
  finding,
  type Operation,
  sent,
} from '../../../src/index.ts';
import { expects200, expectsRejection } from '../../answers.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import type { Ledger } from '../area.ts';
import { expectsError, expectsServed } from '../laws/errors.ts';
import { across, ownProbe, row } from '../requests/asking.ts';
import { eventsOf, isFull, limitFor } from '../requests/formats.ts';
import { differing, elements, member, nextTokenOf } from '../requests/members.ts';
import { endOf, prunedTo } from '../requests/offsets.ts';
import { all } from '../requests/sequences.ts';
import { entriesOf, isWhole } from './entries.ts';
import type { Listing } from './listing.ts';

interface Paged extends Listing {
  readonly ledger: Ledger;
  /** The operation that lists all at once. */
  readonly list: Operation;
}

/** The request with the token of an earlier page; without one where there is no next page. */
function following(operation: Operation, json: object, page: Exchange | undefined): Call {
  const pageToken = nextTokenOf(page);
  return call(operation, { json: pageToken === '' ? json : { ...json, pageToken } });
}

const atEnd = (f: Fixtures) => ({ activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties) });

const thirds = once(({ operation, list }: Paged) =>
  across(operation, 'thirds', {
    sends: 'the list, and then pages of a third of it',
    caseGroups: (f) => {
      const sized = (before: readonly Exchange[]): object => {
        const { length } = elements(before[0]?.response?.body);
        return { ...atEnd(f), maxPageSize: Math.max(1, Math.ceil(length / 3)) };
      };
      const whole = call(list, { query: { limit: limitFor(f) }, json: atEnd(f) });
      const first = (before: readonly Exchange[]) => call(operation, { json: sized(before) });
      const next = (before: readonly Exchange[]) =>
        following(operation, sized(before), before.at(-1));
      return [row('thirds', whole, first, next, next)];
    },
  }),
);

const again = once(({ operation }: Paged) =>
  across(operation, 'token-again', {
    sends: 'a page of one contract, its next page, the same again, and a larger one',
    caseGroups: (f) => {
      const json = { ...atEnd(f), maxPageSize: 1 };
      const next =
        (maxPageSize: number) =>
        ([first]: readonly Exchange[]) =>
          following(operation, { ...json, maxPageSize }, first);
      return [row('again', call(operation, { json }), next(1), next(1), next(2))];
    },
  }),
);

const foreign = once(({ operation }: Paged) =>
  ownProbe(operation, 'foreign-token', {
    sends: 'a page of one contract, and its token with another format and at another offset',
    wrong: 'identifier',
    caseGroups: (f) => {
      const json = { ...atEnd(f), maxPageSize: 1 };
      const next =
        (change: object) =>
        ([first]: readonly Exchange[]) =>
          following(operation, { ...json, ...change }, first);
      const otherFormat = next({ eventFormat: eventsOf(f.parties.slice(0, 1), true) });
      const otherOffset = next({ activeAtOffset: before(f) });
      return [row('foreign', call(operation, { json }), otherFormat, otherOffset)];
    },
  }),
);

/** An earlier offset that the ledger still knows; the end where there is none. */
function before(f: Fixtures): number {
  const earlier = endOf(f) - 1;
  return earlier > prunedTo(f) ? earlier : endOf(f);
}

const defaults = once(({ operation, list, ledger }: Paged) =>
  across(operation, 'defaults', {
    sends: 'the ledger end, a page without offset and size, the list at its offset, and the end',
    caseGroups: (f) => {
      const eventFormat = eventsOf(f.parties);
      const end = call(ledger.operation('ledger-end'));
      const listed = ([, page]: readonly Exchange[]): Call => {
        const activeAtOffset = Number(member(page?.response?.body, 'activeAtOffset') ?? endOf(f));
        return call(list, { query: { limit: limitFor(f) }, json: { activeAtOffset, eventFormat } });
      };
      return [row('defaults', end, call(operation, { json: { eventFormat } }), listed, end)];
    },
  }),
);

const PAGES = { level: 'MUST', clause: 'active-contracts-come-in-pages' } as const;

export const PAGE_LAWS: readonly Law<Paged>[] = [
  {
    ...PAGES,
    name: 'pages-match-list',
    statement: 'The pages at one offset together hold exactly the entries of the list.',
    cause: 'The token counts entries, or each page reads the current end.',
    fix: 'Put the offset and the last position into the token.',
    test: (page) => ({ probes: [thirds(page)], withControl: true, relation: together }),
  },
  {
    ...PAGES,
    name: 'last-page-has-no-token',
    statement: 'A page has a token if more entries follow, and no token otherwise.',
    cause: 'Each full page gets a token, also if it is the last.',
    fix: 'Read one entry ahead; send a token only if there is one.',
    test: (page) => ({ probes: [thirds(page)], relation: tokens }),
  },
  {
    ...PAGES,
    name: 'page-shows-its-offset',
    statement: 'Each page shows the offset of the request.',
    cause: 'The response shows the current end.',
    fix: 'Respond with the offset of the snapshot that the page was read from.',
    test: (page) => ({
      probes: [thirds(page)],
      relation: (exchanges) =>
        exchanges.slice(1).flatMap(({ request, response: { status, body } }) => {
          const offset = member(sent(request), 'activeAtOffset');
          return status === 200
            ? differing('/activeAtOffset', offset, member(body, 'activeAtOffset'))
            : [];
        }),
    }),
  },
  {
    ...PAGES,
    name: 'page-size-bounds-page',
    statement: 'A page has at most as many elements as maxPageSize.',
    cause: 'maxPageSize is ignored, or counts only some kinds of entries.',
    fix: 'Cut the page after that many entries of any kind.',
    test: (page) => ({
      probes: [thirds(page)],
      relation: (exchanges) =>
        exchanges.slice(1).flatMap(({ request, response: { body } }) => {
          const most = Number(member(sent(request), 'maxPageSize'));
          const { length } = elements(body, 'activeContracts');
          return length <= most
            ? []
            : [finding('/activeContracts', `at most ${most}`, `${length}`)];
        }),
    }),
  },
  {
    name: 'rejects-foreign-page-token',
    level: 'MUST',
    clause: 'page-tokens-belong-to-their-request',
    statement: 'A page token of a request with another format or offset is rejected.',
    cause: 'The token holds a position only and fits every request.',
    fix: 'Put a hash of format and offset into the token; compare it.',
    test: tokenOfAnother(({ response }) => expectsRejection(response.status, '400')),
  },
  {
    name: 'foreign-page-token-error',
    level: 'SHOULD',
    clause: 'refusals-name-their-reason',
    statement: 'The rejection is 400 INVALID_ACS_PAGE_TOKEN.',
    cause: 'The token holds a position only and fits every request.',
    fix: 'Respond with 400 INVALID_ACS_PAGE_TOKEN to a token of another request.',
    test: tokenOfAnother((exchange) => {
      const { status } = exchange.response;
      const isRejected = status >= 400 && status < 500;
      return isRejected ? expectsError(exchange, 400, 'INVALID_ACS_PAGE_TOKEN') : undefined;
    }),
  },
  {
    ...PAGES,
    name: 'page-token-is-repeatable',
    statement: 'A token leads to the same page each time it is used.',
    cause: 'The position is kept on the server and moves, or is forgotten after the first use.',
    fix: 'Put the position into the token itself.',
    test: (page) => ({
      probes: [again(page)],
      relation: ([first, second, third]) => led(first, second, third, (one, other) => [one, other]),
    }),
  },
  {
    ...PAGES,
    name: 'page-size-may-change',
    level: 'SHOULD',
    statement: 'A token works with any size of the next page.',
    cause: 'The size is part of what the token is compared with, or the token counts pages.',
    fix: 'Bind the token to the offset and the format only.',
    test: (page) => ({
      probes: [again(page)],
      relation: ([first, second, , larger]) =>
        led(first, second, larger, (one, other) => [one, other.slice(0, one.length)]),
    }),
  },
  {
    ...PAGES,
    name: 'offset-defaults-to-the-end',
    statement: 'A page without an offset shows the ledger end and its offset.',
    cause: 'A missing offset is rejected, or counts as 0.',
    fix: 'Use the ledger end; respond with its offset.',
    test: (page) => ({ probes: [defaults(page)], relation: atTheEnd }),
  },
];

/** Judges the responses to a token of another format or another offset, if there is a token. */
function tokenOfAnother(judge: (exchange: CompleteExchange) => CheckResult): Law<Paged>['test'] {
  return (page) => ({
    probes: [foreign(page)],
    withControl: true,
    relation: ([first, ...others]) => {
      if (first?.response.status !== 200 || others.length === 0) return undefined;
      if (nextTokenOf(first) === '') return 'inapplicable';
      const same = JSON.stringify({ ...Object(sent(first.request)), pageToken: undefined });
      const changed = others.filter(
        ({ request }) =>
          JSON.stringify({ ...Object(sent(request)), pageToken: undefined }) !== same,
      );
      return all(...changed.map(judge));
    },
  });
}

type Keys = readonly string[];

/** Compares two pages that the token of the first one led to. */
function led(
  first: CompleteExchange | undefined,
  model: CompleteExchange | undefined,
  other: CompleteExchange | undefined,
  compared: (one: Keys, other: Keys) => readonly [Keys, Keys],
): CheckResult {
  if (first?.response.status !== 200 || model === undefined || other === undefined)
    return undefined;
  if (nextTokenOf(first) === '') return 'inapplicable';
  const rejected = [model, other].find(({ response }) => response.status !== 200);
  if (rejected) return expectsServed(rejected.response.status);
  const keys = ({ response }: CompleteExchange): Keys =>
    entriesOf(response.body).map(({ same }) => same);
  return differing('/activeContracts', ...compared(keys(model), keys(other)));
}

function atTheEnd([before, page, listed, after]: readonly CompleteExchange[]): CheckResult {
  if (page === undefined || before?.response.status !== 200) return undefined;
  if (page.response.status !== 200) return expectsServed(page.response.status);
  const shown = Number(member(page.response.body, 'activeAtOffset'));
  const low = Number(member(before.response.body, 'offset') ?? 0);
  const high = Number(member(after?.response.body, 'offset') ?? 0);
  if (!(shown >= low && (after?.response.status !== 200 || shown <= high)))
    return [finding('/activeAtOffset', `from ${low} to ${high}`, `${shown}`)];
  return listed?.response.status === 200 ? asListed(page, listed) : [];
}

/** Whether a page of any size holds what the list at its offset holds, as far as both go. */
function asListed(page: CompleteExchange, listed: CompleteExchange): CheckResult {
  const activeOf = (one: CompleteExchange): Keys =>
    // Other laws compare unfinished reassignments, and how entries are written.
    entriesOf(one.response.body).flatMap(({ active, key }) => (active ? key : []));
  const [shown, expected] = [activeOf(page), activeOf(listed)];
  if (!isWhole(listed)) return [];
  if (isWhole(page)) return differing('', [...expected].sort(), [...shown].sort());
  const other = shown.find((key) => !expected.includes(key));
  if (other !== undefined) return [finding('/activeContracts', 'entries of the list', other)];
  return shown.length > 0 ? [] : [finding('/activeContracts', 'entries', 'none')];
}

/** The list and its pages as far as the tokens lead; `undefined` where one was rejected. */
function read([list, ...rest]: readonly CompleteExchange[]):
  | { readonly entries: Keys; readonly pages: readonly CompleteExchange[] }
  | undefined {
  if (list?.response.status !== 200 || rest.some((page) => page.response.status !== 200))
    return undefined;
  const entries = entriesOf(list.response.body).map(({ same }) => same);
  const end = rest.findIndex((page) => nextTokenOf(page) === '');
  return { entries, pages: end < 0 ? rest : rest.slice(0, end + 1) };
}

function together(exchanges: readonly CompleteExchange[]): CheckResult {
  const found = read(exchanges);
  if (found === undefined) {
    const [list, ...pages] = exchanges;
    const rejected = pages.find(({ response }) => response.status !== 200);
    return list?.response.status === 200 && rejected
      ? expects200(rejected.response.status)
      : undefined;
  }
  // A list that reached the limit continues after it.
  if (found.entries.length === 0 || isFull(exchanges[0])) return 'inapplicable';
  const paged = found.pages.flatMap(({ response }) => entriesOf(response.body));
  return differing('', [...found.entries].sort(), paged.map(({ same }) => same).sort());
}

function tokens(exchanges: readonly CompleteExchange[]): CheckResult {
  const found = read(exchanges);
  if (found === undefined || found.entries.length === 0 || isFull(exchanges[0])) return undefined;
  let count = 0;
  for (const page of found.pages) {
    count += entriesOf(page.response.body).length;
    const token = nextTokenOf(page);
    if ((token === '') !== count >= found.entries.length) {
      const expected = token === '' ? 'a token: there is more' : 'none: there is no more';
      return [finding('/nextPageToken', expected, describe(token))];
    }
  }
  return [];
}
