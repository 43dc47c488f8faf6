/** Lists asked for without a limit: they hold what there is, or are refused as too long. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Finding,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { entriesOf } from './active-entries.ts';
import { difference } from './alike.ts';
import { across, row } from './asking.ts';
import type { Area } from './chapter.ts';
import { errorOf, expectsServed } from './errors.ts';
import { eventsOf, isFull, limitFor, updatesOf } from './formats.ts';
import { differing, elements, member, string } from './members.ts';
import { endOf, wholeRange } from './offsets.ts';
import { idleFor, mayBeCut, openList } from './open-lists.ts';
import { updatesIn } from './shown-updates.ts';
import { inARow, related } from './update-requests.ts';
import { askedOf } from './update-rules.ts';

/** The error of a list that has more elements than the node sends in one. */
export const TOO_MANY = 'JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED';

/** How a missing limit goes wrong, whatever is listed. */
export const WITHOUT_LIMIT = {
  cause:
    'A limit that is left out is refused, counts as 0, or as a page of ten after which the rest is lost without a word.',
  fix: 'Read one element more than the node allows: answer 413 when it is there, and all of them when it is not.',
} as const;

export const unlimited: Area = (ledger) => [
  ...updatesWithout(ledger.operation('updates')),
  ...contractsWithout(ledger.operation('active-contracts'), ledger.version),
];

/** A list that is refused as too long says so by its code, and is longer than the limit of the other one. */
export function refusedWithoutLimit(
  limited: CompleteExchange,
  plain: CompleteExchange,
): CheckResult {
  const { status } = plain.response;
  const error = errorOf(plain);
  if (status !== 413) return expectsServed(status);
  if (error === undefined) return undefined;
  const { length } = elements(limited.response.body);
  if (!isFull(limited)) return [finding('status', `200: there are only ${length} elements`, '413')];
  return error.code === TOO_MANY ? [] : [finding('/code', TOO_MANY, error.code)];
}

function updatesWithout(operation: Operation): Requirement[] {
  const probe = related(operation, {
    name: 'unlimited',
    needs: ['updates', 'ledgerEnd', 'prunedTo'],
    sends:
      'all updates with a large limit and with none, what follows the last of them, and the range without an end',
    caseGroups: (f) => {
      const range = wholeRange(f);
      const updateFormat = updatesOf(f.parties);
      const ask = (query: Readonly<Record<string, number>>, more: object = {}): Call =>
        call(operation, { query, json: { ...range, updateFormat, ...more } });
      const rest = ([, plain]: readonly Exchange[]): Call => {
        const last = lastOffset(plain);
        // Where nothing can follow the range is asked for again, so that the case stays whole.
        const follows = last !== undefined && last < range.endInclusive;
        return ask({ limit: 1 }, follows ? { beginExclusive: last } : {});
      };
      const open = ([limited]: readonly Exchange[]): Call => {
        const limit = Math.max(1, elements(limited?.response?.body).length);
        const json = { ...range, updateFormat, endInclusive: undefined };
        const tookMs = Math.max(limited?.durationMs ?? 0, f.listMs[0] ?? 0);
        return openList(operation, idleFor(tookMs), { limit, json });
      };
      return [inARow('unlimited', [ask({ limit: limitFor(f) }), ask({}), rest, open])];
    },
  });
  return [
    requirement({
      id: 'ledger/updates/limit-may-be-missing',
      level: 'MUST',
      clause: 'updates-are-listed',
      statement:
        'A list without a limit holds all updates of its range, or is refused as too long.',
      ...WITHOUT_LIMIT,
      probes: [probe],
      relation: ([limited, plain, rest]) => {
        const all = limited && updatesIn(limited);
        if (all === undefined || limited === undefined || plain === undefined) return undefined;
        if (plain.response.status !== 200) return refusedWithoutLimit(limited, plain);
        const some = updatesIn(plain);
        if (some === undefined) return undefined;
        // Checkpoints count as elements too.
        const whole = !isFull(limited);
        const found = difference(all, whole ? some : some.slice(0, all.length));
        return found.length > 0 ? found : cutOff(plain, rest);
      },
    }),
    requirement({
      id: 'ledger/updates/end-may-be-missing',
      level: 'MUST',
      clause: 'updates-are-listed',
      statement:
        'A range without an end holds first what the range up to the end of the ledger holds.',
      cause:
        'A missing end is refused, counts as 0, or as the present end where the list begins: only what comes after the request is shown, or the answer never ends.',
      fix: 'Read from the begin, and end the list when it is idle.',
      probes: [probe],
      relation: ([limited, , , open]) => {
        const all = limited && updatesIn(limited);
        if (!limited || !open || all === undefined) return undefined;
        if (open.response.status !== 200) return expectsServed(open.response.status);
        const some = updatesIn(open);
        if (some === undefined || all.length === 0) return some && 'inapplicable';
        // Checkpoints count as elements too.
        const full = elements(open.response.body).length >= all.length;
        const cut = some.length < all.length && mayBeCut(open, limited);
        if (cut && difference(all.slice(0, some.length), some).length === 0) return undefined;
        const owed = full ? Math.min(some.length, all.length) : all.length;
        return difference(all.slice(0, owed), some.slice(0, owed));
      },
    }),
  ];
}

function lastOffset(list: Exchange | undefined): number | undefined {
  return list?.response && updatesIn(list as CompleteExchange)?.at(-1)?.offset;
}

/** What a list goes on with, asked for behind its last update. */
function cutOff(plain: CompleteExchange, rest: CompleteExchange | undefined): Finding[] {
  const last = lastOffset(plain);
  if (rest === undefined || last === undefined || askedOf(rest)['beginExclusive'] !== last)
    return [];
  const left = updatesIn(rest)?.[0];
  return left === undefined
    ? []
    : [finding('', `also the update at offset ${left.offset}, or 413`, `an end at ${last}`)];
}

function contractsWithout(operation: Operation, version: '3.4' | '3.5'): Requirement[] {
  const continued = version !== '3.4';
  const probe = across(operation, 'unlimited', {
    sends: continued
      ? 'the list with a large limit and with none, and how both go on from the token of an entry'
      : 'the list with a large limit and with none',
    caseGroups: (f) => {
      const json = { activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties) };
      const limited = call(operation, { query: { limit: limitFor(f) }, json });
      // Where there is no token the first entry is asked for, so that the case stays whole.
      const after = (limit: number, list: number, entry: typeof middle) => {
        return (before: readonly Exchange[]): Call => {
          const streamContinuationToken = tokenIn(before[list], entry);
          return streamContinuationToken === ''
            ? call(operation, { query: { limit: 1 }, json })
            : call(operation, { query: { limit }, json: { ...json, streamContinuationToken } });
        };
      };
      const steps = [limited, call(operation, { json })];
      const on = [after(limitFor(f), 0, middle), after(1, 1, last)];
      return [row('unlimited', ...steps, ...(continued ? on : []))];
    },
  });
  const id = (name: string): string => `ledger/active-contracts/${name}`;
  const clause = 'active-contracts-are-listed';
  const without = requirement({
    id: id('limit-may-be-missing'),
    level: 'MUST',
    clause,
    statement: 'A list without a limit holds all active contracts, or is refused as too long.',
    ...WITHOUT_LIMIT,
    probes: [probe],
    relation: ([limited, plain, , rest]) => {
      if (limited?.response.status !== 200 || plain === undefined) return undefined;
      if (plain.response.status !== 200) return refusedWithoutLimit(limited, plain);
      if (plain.response.truncated) return undefined;
      const [all, some] = [limited, plain].map(({ response }) => entriesOf(response.body));
      if (all === undefined || some === undefined || all.length === 0) return 'inapplicable';
      if (some.length < all.length)
        return [finding('', `at least ${all.length} entries`, `${some.length}`)];
      const found = isFull(limited) ? [] : differing('', keysOf(all), keysOf(some));
      const more = isContinued(rest) ? entriesOf(rest?.response.body)[0] : undefined;
      // Where the token is overlooked the list begins anew, and says nothing of an end.
      const isNew = more && !some.some(({ key }) => key === more.key);
      return isNew ? [finding('', `also ${more.key}, or 413`, `${some.length} entries`)] : found;
    },
  });
  if (!continued) return [without];
  return [
    without,
    requirement({
      id: id('tokens-go-on'),
      level: 'MUST',
      clause: 'active-contracts-go-on-from-a-token',
      statement:
        'With the token of an entry the list holds what stood after that entry, and nothing else.',
      cause:
        'The token is not read, so that the list begins anew, or the entry that carried it comes again.',
      fix: 'Put the place of the entry into its token, and read on after it.',
      probes: [probe],
      relation: ([limited, plain, onward, rest]) => {
        if (limited?.response.status !== 200 || onward === undefined) return undefined;
        if (!isContinued(onward)) return 'inapplicable';
        if (onward.response.status !== 200) return expectsServed(onward.response.status);
        const all = entriesOf(limited.response.body);
        // The token was taken by its place in the list, of which an entry of an unknown kind is a part.
        if (all.length !== elements(limited.response.body).length) return undefined;
        const at = middle(all.length) + 1;
        const came = keysOf(entriesOf(onward.response.body));
        const again = keysOf(all.slice(0, at)).find((key) => came.includes(key));
        if (again !== undefined) return [finding('', `nothing up to entry ${at}`, again)];
        if (isFull(limited)) return [];
        // A list that another limit cut short has more behind its last entry.
        const isWhole = elements(plain?.response.body).length >= all.length;
        const left = isWhole && isContinued(rest) ? entriesOf(rest?.response.body)[0] : undefined;
        if (left) return [finding('', 'nothing after the last entry', left.key)];
        return differing('', keysOf(all.slice(at)), came);
      },
    }),
  ];
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

/** What the entries are, in no order; the token of each is its own. */
function keysOf(entries: ReturnType<typeof entriesOf>): readonly string[] {
  return entries.map(({ same }) => same).sort();
}
