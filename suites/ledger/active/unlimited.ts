/** Lists without a limit: they hold all there is, or are rejected as too long. */
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
} from '../../../src/index.ts';
import type { Area } from '../area.ts';
import { errorOf, expectsServed } from '../laws/errors.ts';
import { difference } from '../requests/alike.ts';
import { isFull, limitFor, updatesOf } from '../requests/formats.ts';
import { elements } from '../requests/members.ts';
import { wholeRange } from '../requests/offsets.ts';
import { idleFor, mayBeCut, openList } from '../requests/open-lists.ts';
import { inARow, related } from '../updates/requests.ts';
import { askedOf } from '../updates/rules.ts';
import { updatesIn } from '../updates/shown-updates.ts';

/** The error of a list with more elements than the node sends. */
export const TOO_MANY = 'JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED';

/** Cause and fix of a missing limit, for every list. */
export const WITHOUT_LIMIT = {
  cause: 'A missing limit is rejected, counts as 0, or as a page of ten that loses the rest.',
  fix: 'Read one element more than the node allows; respond with 413 if there is one, else with all.',
} as const;

export const unlimited: Area = (ledger) => updatesWithout(ledger.operation('updates'));

/** A list that is rejected as too long has that code, and more elements than the limit of the other one. */
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
        // Where nothing can follow, the range is read again, so that the case stays complete.
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
      statement: 'A list without a limit holds all elements, or is rejected as too long.',
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
      id: 'ledger/updates/missing-end-reads-to-ledger-end',
      level: 'MUST',
      clause: 'updates-are-listed',
      statement: 'A range without an end begins with what the range up to the ledger end holds.',
      cause: 'A missing end is rejected, counts as 0, or moves the begin to the ledger end.',
      fix: 'Read from the begin; end the list when it is idle.',
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

/** The updates after the last one of a list. */
function cutOff(plain: CompleteExchange, rest: CompleteExchange | undefined): Finding[] {
  const last = lastOffset(plain);
  if (rest === undefined || last === undefined || askedOf(rest)['beginExclusive'] !== last)
    return [];
  const left = updatesIn(rest)?.[0];
  return left === undefined
    ? []
    : [finding('', `also the update at offset ${left.offset}, or 413`, `an end at ${last}`)];
}
