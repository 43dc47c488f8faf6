/** The same arguments in another form of the ledger's encoding: amounts and times are spelled differently, and null members are absent. */

import {
  type CompleteExchange,
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

const AMOUNT = /^(\d{1,28})(?:\.(\d{1,10}))?$/;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/;

/** Digits of a fraction where a ledger writes them all, and as few as possible where they are all there. */
function otherFraction(digits: string, all: number, fewest: string): string {
  return digits.length < all ? digits.padEnd(all, '0') : digits.replace(/0+$/, '') || fewest;
}

/** The members of a valid request with its arguments in another spelling. */
export function respelledMembers({ members }: Good): Good['members'] {
  const respelled = mapLeaves(members['choiceArguments'], ({ path, value }) => {
    if (typeof value !== 'string') return value;
    const amount = path.at(-1) === 'amount' ? AMOUNT.exec(value) : null;
    if (amount) return `${amount[1]}.${otherFraction(amount[2] ?? '', 10, '0')}`;
    const [, seconds, digits = ''] = TIME.exec(value) ?? [];
    if (seconds === undefined) return value;
    const fraction = otherFraction(digits, 6, '');
    return `${seconds}${fraction && '.'}${fraction}Z`;
  });
  return { ...members, choiceArguments: withoutNulls(respelled) };
}

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
      const [first, last] = [exchanges[0], exchanges.findLast((one) => !settles(one))];
      if (first === undefined || last === undefined) return undefined;
      if (first.response.status !== 200) return 'inapplicable';
      // One of them is the member more.
      if (leavesIn(first).filter((leaf) => !leavesIn(last).includes(leaf)).length < 2)
        return 'inapplicable';
      const { status } = last.response;
      if (!isBlamed(expects200(status, true))) return [];
      const expected = worded`${statuses(200)}, as before`;
      return [
        wrongStatus(expected, status, {
          sent: 'with amounts and times in another spelling, and without null members',
        }),
      ];
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

const leavesIn = ({ request }: CompleteExchange): readonly string[] =>
  leavesOf(sent(request)).map(({ value }) => String(value));
