/** The same arguments in another form of the ledger's encoding: amounts and times are spelled differently, and null members are absent. */

import {
  type CompleteExchange,
  type Finding,
  leavesOf,
  mapLeaves,
  sent,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { isObject } from '../kit/json.ts';
import { expects200 } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import { isBlamed } from './compare.ts';
import type { Good } from './subject.ts';

/** The additional member of arguments with a number. */
export const MORE = 'assayNumber';

const AMOUNT = /^(\d{1,28})(?:\.(\d{1,10}))?$/;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/;

/** The number of fractional digits: all that the ledger has, or as few as the value needs. */
export type Digits = 'all' | 'fewest';

/** A fraction with its point, which is absent if no digit remains. */
function fraction(digits: string, how: Digits, all: number): string {
  const kept = how === 'all' ? digits.padEnd(all, '0') : digits.replace(/0+$/, '');
  return kept && `.${kept}`;
}

/** The members of a valid request with its arguments in another spelling. */
export function respelledMembers({ members }: Good, how: Digits): Good['members'] {
  const respelled = mapLeaves(members['choiceArguments'], ({ path, value }) => {
    if (typeof value !== 'string') return value;
    const amount = path.at(-1) === 'amount' ? AMOUNT.exec(value) : null;
    if (amount) return `${amount[1]}${fraction(amount[2] ?? '', how, 10)}`;
    const [, seconds, digits = ''] = TIME.exec(value) ?? [];
    return seconds === undefined ? value : `${seconds}${fraction(digits, how, 6)}Z`;
  });
  return { ...members, choiceArguments: withoutNulls(respelled) };
}

/** The members of a valid request with its amounts as numbers, as far as a JSON reader keeps all their digits. */
export function numberedMembers({ members }: Good): Good['members'] {
  const choiceArguments = mapLeaves(members['choiceArguments'], ({ path, value }) =>
    path.at(-1) === 'amount' && /^\d{1,15}$/.test(String(value).replace(/\.(\d*?)0*$/, '$1'))
      ? Number(value)
      : value,
  );
  return { ...members, choiceArguments };
}

/** True if the fewest digits of an amount leave no point, which it has now. */
export const losesItsPoint = (good: Good): boolean =>
  wholeAmounts(respelledMembers(good, 'fewest')) > wholeAmounts(good.members);

const wholeAmounts = (members: Good['members']): number =>
  leavesOf(members).filter(
    ({ path, value }) => path.at(-1) === 'amount' && /^\d+$/.test(`${value}`),
  ).length;

/** The place of the contract of a settlement, which is optional: in version 1, and in version 2. */
const SETTLEMENT_CONTRACTS = ['allocation/settlement/settlementRef/cid', 'settlement/cid'];
const A_CONTRACT = `00${'a55a'.repeat(16)}ca111220${'a55a'.repeat(16)}`;

/** The same members with a contract in their settlement, which has none; `undefined` without a settlement. */
export function withSettlementContract({ members }: Good): Good['members'] | undefined {
  let isSet = false;
  const choiceArguments = mapLeaves(members['choiceArguments'], ({ path, value }) => {
    if (value !== null || !SETTLEMENT_CONTRACTS.includes(path.join('/'))) return value;
    isSet = true;
    return A_CONTRACT;
  });
  return isSet ? { ...members, choiceArguments } : undefined;
}

/** The ledger reads an absent optional as null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutNulls(one)]));
}

/**
 * Judges the last ones of a row, whose first one has the same arguments and one member more: a registry that rejects this
 * one may serve only the very arguments that it knows.
 */
export const SPELLING_CHECKS = {
  respelled: () => ({
    withControl: true,
    relation: (exchanges) => {
      const [first, ...others] = exchanges;
      if (first === undefined) return undefined;
      if (first.response.status !== 200) return 'inapplicable';
      const known = leavesIn(first);
      // One of them is the member more.
      const respelled = others.filter(
        (one) => !settles(one) && !hasMore(one) && (hasNumbers(one) || missingIn(one, known) >= 2),
      );
      return respelled.length === 0 ? 'inapplicable' : respelled.flatMap(rejectedSpelling);
    },
  }),
  settlementContract: () => ({
    withControl: true,
    relation: (exchanges) => {
      const [first, last] = [exchanges[0], exchanges.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      if (first.response.status !== 200 || !settles(last)) return 'inapplicable';
      const { status } = last.response;
      if (!isBlamed(expects200(status, true))) return [];
      const expected = worded`${statuses(200)}, as without it`;
      return [
        wrongStatus(expected, status, { sent: 'with a contract id in cid of the settlement' }),
      ];
    },
  }),
} satisfies Checks;

/** True if the settlement of a request has the contract of `withSettlementContract`. */
const settles = ({ request }: CompleteExchange): boolean =>
  request.body?.includes(A_CONTRACT) === true;

/** True for arguments with an amount that is a number. */
const hasNumbers = ({ request }: CompleteExchange): boolean =>
  leavesOf(sent(request)).some(
    ({ path, value }) => path.at(-1) === 'amount' && typeof value === 'number',
  );

function rejectedSpelling(exchange: CompleteExchange): readonly Finding[] {
  const { status } = exchange.response;
  if (!isBlamed(expects200(status, true))) return [];
  const sent = hasNumbers(exchange)
    ? 'with amounts as numbers'
    : 'with amounts and times spelled differently, and without null members';
  return [wrongStatus(worded`${statuses(200)}, as before`, status, { sent })];
}

/** True for arguments with the member that the awkward numbers are in. */
const hasMore = ({ request }: CompleteExchange): boolean =>
  request.body?.includes(`"${MORE}":`) === true;

const missingIn = (one: CompleteExchange, known: readonly string[]): number => {
  const own = leavesIn(one);
  return known.filter((leaf) => !own.includes(leaf)).length;
};

const leavesIn = ({ request }: CompleteExchange): readonly string[] =>
  leavesOf(sent(request)).map(({ value }) => String(value));
