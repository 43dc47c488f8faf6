/** Active contracts in one list: what a limit, a missing limit and a continuation token do. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  finding,
  type Probe,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { expectsServed, mayBe } from '../laws/errors.ts';
import { across, ownProbe, row } from '../requests/asking.ts';
import { eventsOf, isFull, limitFor } from '../requests/formats.ts';
import { differing, elements, member, string } from '../requests/members.ts';
import { endOf } from '../requests/offsets.ts';
import { sharedProbes } from '../requests/probes.ts';
import { askedOf } from '../updates/rules.ts';
import { type Entry, entriesOf, eventsOfTemplates, templatesOf } from './entries.ts';
import { against, type Listing } from './listing.ts';
import { refusedWithoutLimit, WITHOUT_LIMIT } from './unlimited.ts';

const FEW = 2;

interface List extends Listing {
  readonly version: '3.4' | '3.5';
}

const asked = (
  { operation, at }: List,
  f: Parameters<Listing['at']>[0],
  offset: number,
  eventFormat: object,
  limit: number = limitFor(f),
): Call => call(operation, { ...at(f, offset, eventFormat), query: { limit } });

const nothing = once((list: List) =>
  ownProbe(list.operation, 'limit-zero', {
    sends: 'a good request with the limit 0',
    caseGroups: (f) => [row('zero', asked(list, f, endOf(f), eventsOf(f.parties), 0))],
  }),
);

const beginning = once((list: List) =>
  ownProbe(list.operation, 'beginning', {
    sends: 'a good request at offset 0',
    caseGroups: (f) => [row('zero', asked(list, f, 0, eventsOf(f.parties)))],
  }),
);

const renderings = once((list: List) =>
  ownProbe(list.operation, 'renderings', {
    sends: 'the list at one offset: plain, with a limit, verbose, and of one template with a limit',
    needs: 'contracts',
    caseGroups: (f) => {
      const all = eventsOf(f.parties);
      // The last template, so that others come before its contracts.
      const one = eventsOfTemplates(f.parties, templatesOf(f).slice(-1));
      return [
        row(
          'renderings',
          asked(list, f, endOf(f), all),
          asked(list, f, endOf(f), all, FEW),
          asked(list, f, endOf(f), { ...all, verbose: true }),
          asked(list, f, endOf(f), one, FEW),
        ),
      ];
    },
  }),
);

const unlimited = once(({ operation, version }: List) =>
  across(operation, 'unlimited', {
    sends:
      version === '3.4'
        ? 'the list with a large limit and without a limit'
        : 'the list with a large limit and without a limit, and its continuation from the token of an entry',
    caseGroups: (f) => {
      const json = { activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties) };
      const limited = call(operation, { query: { limit: limitFor(f) }, json });
      // Where there is no token the first entry is read, so that the case stays complete.
      const after = (limit: number, list: number, entry: typeof middle) => {
        return (before: readonly Exchange[]): Call => {
          const streamContinuationToken = tokenIn(before[list], entry);
          return streamContinuationToken === ''
            ? call(operation, { query: { limit: 1 }, json })
            : call(operation, { query: { limit }, json: { ...json, streamContinuationToken } });
        };
      };
      const on = [after(limitFor(f), 0, middle), after(1, 1, last)];
      const steps = [limited, call(operation, { json })];
      return [row('unlimited', ...steps, ...(version === '3.4' ? [] : on))];
    },
  }),
);

export const LIMIT_LAWS: readonly Law<List>[] = [
  {
    name: 'limit-bounds-list',
    level: 'MUST',
    clause: 'limits-bound-lists',
    statement: 'A list has at most as many elements as the limit.',
    cause: 'The query parameter limit is ignored, or applied for each party.',
    fix: 'Cut the whole list at the limit.',
    test: (list) => ({
      probes: [sharedProbes(list.operation)?.good as Probe, nothing(list)],
      check: ({ request, response: { status, body } }) => {
        const limit = Number(/[?&]limit=(\d+)/.exec(request.path)?.[1]);
        if (status !== 200) return undefined;
        const { length } = elements(body);
        return length <= limit ? [] : [finding('', `at most ${limit} entries`, `${length}`)];
      },
    }),
  },
  {
    name: 'limit-returns-prefix',
    level: 'SHOULD',
    clause: 'limits-bound-lists',
    statement: 'A list with a limit is a prefix of the list without it.',
    cause: 'With a limit another query runs, without an order.',
    fix: 'Use the same order with and without a limit.',
    test: (list) => ({
      probes: [renderings(list)],
      relation: (exchanges) => {
        // Where the list has another order each time, a limit may cut it anywhere.
        const again = against(2, (all, one) => differing('', keysOf(all), keysOf(one)))(exchanges);
        return again?.length === 0
          ? against(1, (all, cut) => differing('', keysOf(all).slice(0, FEW), keysOf(cut)))(
              exchanges,
            )
          : undefined;
      },
    }),
  },
  {
    name: 'limit-counts-filtered-contracts',
    level: 'MUST',
    clause: 'active-contracts-are-listed',
    statement: 'A limit counts only the contracts that the filter selects.',
    cause: 'The limit cuts the snapshot before the filter is applied.',
    fix: 'Filter first, then cut the list.',
    test: (list) => ({
      probes: [renderings(list)],
      relation: against(3, (all, few, request) => {
        const wanted = /"templateId":"([^"]*)"/.exec(JSON.stringify(request))?.[1];
        const selected = all.entries.filter(
          ({ packageName, template }) => `#${packageName}:${template}` === wanted,
        );
        const expected = Math.min(FEW, selected.length);
        if (expected === 0) return 'inapplicable';
        const { length } = few.entries;
        return length >= expected ? [] : [finding('', `${expected} entries`, `${length}`)];
      }),
    }),
  },
  {
    name: 'verbose-keeps-entries',
    level: 'MUST',
    clause: 'event-formats-select-contracts',
    statement: 'A verbose list has the same events at the same places.',
    cause: 'verbose uses another code path, which loses or moves events.',
    fix: 'Let verbose change only how values are written.',
    test: (list) => ({
      probes: [renderings(list)],
      relation: against(2, (all, verbose) =>
        differing('', places(all.entries), places(verbose.entries)),
      ),
    }),
  },
  {
    name: 'offset-zero-lists-nothing',
    level: 'MUST',
    clause: 'nothing-is-active-at-zero',
    statement: 'At offset 0 no contract is active.',
    cause: '0 counts as absent, so the current end is used.',
    fix: 'Treat 0 as an offset like any other.',
    test: (list) => ({
      probes: [beginning(list)],
      withControl: true,
      check: (exchange) => {
        const { status, body } = exchange.response;
        if (status === 200) return differing('', [], body);
        // A pruned ledger may reject its beginning.
        return mayBe(exchange, 'PARTICIPANT_PRUNED_DATA_ACCESSED') ? undefined : expects200(status);
      },
    }),
  },
  {
    name: 'limit-may-be-missing',
    level: 'MUST',
    clause: 'active-contracts-are-listed',
    statement: 'A list without a limit holds all elements, or is rejected as too long.',
    ...WITHOUT_LIMIT,
    test: (list) => ({ probes: [unlimited(list)], relation: withoutLimit }),
  },
  {
    name: 'token-continues-list',
    level: 'MUST',
    clause: 'active-contracts-go-on-from-a-token',
    statement: 'A list from the token of an entry holds exactly what comes after that entry.',
    cause: 'The token is ignored, or the entry that has it is listed again.',
    fix: 'Put the position of the entry into its token; continue after it.',
    appliesTo: ({ version }) => version !== '3.4',
    test: (list) => ({ probes: [unlimited(list)], relation: continued }),
  },
];

function withoutLimit([limited, plain, , rest]: readonly CompleteExchange[]): CheckResult {
  if (limited?.response.status !== 200 || plain === undefined) return undefined;
  if (plain.response.status !== 200) return refusedWithoutLimit(limited, plain);
  if (plain.response.truncated) return undefined;
  const [all, some] = [entriesOf(limited.response.body), entriesOf(plain.response.body)];
  if (all.length === 0) return 'inapplicable';
  if (some.length < all.length)
    return [finding('', `at least ${all.length} entries`, `${some.length}`)];
  const found = isFull(limited) ? [] : differing('', contents(all), contents(some));
  const more = isContinued(rest) ? entriesOf(rest?.response.body)[0] : undefined;
  // Where the token is ignored the list begins anew, and shows nothing of an end.
  const isNew = more && !some.some(({ key }) => key === more.key);
  return isNew ? [finding('', `also ${more.key}, or 413`, `${some.length} entries`)] : found;
}

function continued([limited, plain, onward, rest]: readonly CompleteExchange[]): CheckResult {
  if (limited?.response.status !== 200 || onward === undefined) return undefined;
  if (!isContinued(onward)) return 'inapplicable';
  if (onward.response.status !== 200) return expectsServed(onward.response.status);
  const all = entriesOf(limited.response.body);
  // The position of the token counts entries of an unknown kind too.
  if (all.length !== elements(limited.response.body).length) return undefined;
  const at = middle(all.length) + 1;
  const shown = contents(entriesOf(onward.response.body));
  const again = contents(all.slice(0, at)).find((key) => shown.includes(key));
  if (again !== undefined) return [finding('', `nothing up to entry ${at}`, again)];
  if (isFull(limited)) return [];
  // A list that another limit cut has more behind its last entry.
  const isWhole = elements(plain?.response.body).length >= all.length;
  const left = isWhole && isContinued(rest) ? entriesOf(rest?.response.body)[0] : undefined;
  if (left) return [finding('', 'nothing after the last entry', left.key)];
  return differing('', contents(all.slice(at)), shown);
}

const middle = (length: number): number => Math.floor((length - 1) / 2);
const last = (length: number): number => length - 1;

/** The token of one of the entries; empty where it has none. */
function tokenIn(list: Exchange | undefined, which: (length: number) => number): string {
  const entries = elements(list?.response?.body);
  return string(entries[which(entries.length)], 'streamContinuationToken');
}

function isContinued(list: CompleteExchange | undefined): boolean {
  return list !== undefined && member(askedOf(list), 'streamContinuationToken') !== undefined;
}

/** The entries without order and tokens. */
function contents(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ same }) => same).sort();
}

function keysOf({ entries }: { readonly entries: readonly Entry[] }): readonly string[] {
  return entries.map(({ key }) => key);
}

function places(entries: readonly Entry[]): readonly string[] {
  return entries
    .map(({ key, created }) => `${key} ${created['offset']} ${created['nodeId']}`)
    .sort();
}
