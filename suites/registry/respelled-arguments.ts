/** Amounts and times in another spelling of the ledger's encoding: the same arguments in another form. */

import type { Probe } from '../../src/kit.ts';
import { mapLeaves, statuses, worded, wrongStatus } from '../../src/kit.ts';
import type { Json } from '../kit/json.ts';
import { type Law, should } from '../kit/law.ts';
import { expects200 } from '../kit/statuses.ts';
import { isBlamed } from './compare.ts';

const AMOUNT = /^(\d{1,28})(?:\.(\d{1,10}))?$/;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/;

/** Digits of a fraction where a ledger writes them all, and as few as possible where they are all there. */
function otherFraction(digits: string, all: number, fewest: string): string {
  return digits.length < all ? digits.padEnd(all, '0') : digits.replace(/0+$/, '') || fewest;
}

export function respelled(args: Json): Json {
  return mapLeaves(args, ({ path, value }) => {
    if (typeof value !== 'string') return value;
    const amount = path.at(-1) === 'amount' ? AMOUNT.exec(value) : null;
    if (amount) return `${amount[1]}.${otherFraction(amount[2] ?? '', 10, '0')}`;
    const [, seconds, digits = ''] = TIME.exec(value) ?? [];
    if (seconds === undefined) return value;
    const fraction = otherFraction(digits, 6, '');
    return `${seconds}${fraction && '.'}${fraction}Z`;
  }) as Json;
}

/** Judges the last one of a row of requests, whose first one is the control. */
export const ACCEPTS_RESPELLED: Law<{ readonly numbers: Probe }> = should(
  'accepts-respelled-arguments',
  'choice-arguments-are-encoded-as-on-the-ledger',
  {
    statement:
      'Arguments are accepted whether an amount has few or ten digits behind its point, and a time none or six.',
    cause:
      'An amount is matched with the decimals of the instrument, or a time with one pattern, such as that of Date.toISOString().',
    fix: 'Read them as the ledger does: up to ten digits behind the point of a decimal, up to six behind the seconds of a time.',
    on: ({ numbers }) => numbers,
    withControl: true,
    relation: (exchanges) => {
      const [control, last] = [exchanges[0], exchanges.at(-1)];
      if (control?.response.status !== 200 || last === undefined) return undefined;
      if (last.request.body === control.request.body) return 'inapplicable';
      const { status } = last.response;
      if (!isBlamed(expects200(status, true))) return [];
      const expected = worded`${statuses(200)}, as before`;
      return [wrongStatus(expected, status, 'status with amounts and times in another spelling')];
    },
  },
);
