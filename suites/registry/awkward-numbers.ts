/** Numbers in choiceArguments that exceed the digits of a parser or a number type. */
import fc from 'fast-check';
import {
  type Call,
  type CompleteExchange,
  type Finding,
  type Fixtures,
  type Probe,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { drawn, probe } from '../kit/probes.ts';
import { expects200 } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import {
  losesItsPoint,
  MORE,
  numberedMembers,
  respelledMembers,
  withSettlementContract,
} from './respelled-arguments.ts';
import { callFor, type Good, type Subject } from './subject.ts';

/** Any number of the ledger's encoding: integers of 64 bits, decimals with 28 and 10 digits. */
const NUMBERS = [
  '1.0',
  '12E+3',
  '9007199254740993',
  '18446744073709551616',
  '1234567890123456789012345678.0123456789',
];
/** JSON permits it, and permits a server to reject it, but the server must not crash. */
const TOO_LARGE = '1e400';

/** With all fractional digits, with the fewest, and with amounts as numbers. */
const SPELLINGS = 3;

export function awkwardNumbers(subject: Subject): Probe {
  const { operation, fixtureNeed, control, good, validRequests } = subject;
  const all = ['1', ...NUMBERS, TOO_LARGE];
  /** If possible, arguments with an amount that can be written with a point and without one. */
  const usual = (fixtures: Fixtures) => {
    const found = validRequests(fixtures).filter(losesItsPoint);
    return found.length > 0 ? fc.constantFrom(...found) : good(fixtures);
  };
  return probe(operation, 'awkward-numbers', {
    ...fixtureNeed,
    control,
    quick: 0,
    sends:
      'arguments with an additional member: the number 1, and numbers that are hard to represent; the arguments without null members, with the most and the fewest fractional digits in amounts and times, with amounts as numbers, and with a contract in their settlement',
    caseGroups: (fixtures) => {
      const settling = validRequests(fixtures).some(withSettlementContract) ? 1 : 0;
      return [
        drawn(
          'in-turn',
          fc.noShrink(
            usual(fixtures).map((g) => [
              ...all.map((number) => withNumber(subject, g, number)),
              ...[
                respelledMembers(g, 'all'),
                respelledMembers(g, 'fewest'),
                numberedMembers(g),
                withSettlementContract(g),
              ]
                .filter((members) => members !== undefined)
                .map((members) => callFor(operation, { ...g, members }, subject.options)),
            ]),
          ),
          all.length + SPELLINGS + settling,
        ),
      ];
    },
  });
}

/** The digits of the number, which a JavaScript number would lose. */
function withNumber({ operation, options }: Subject, good: Good, number: string): Call {
  const marker = 'assay-number-here';
  const args = { ...(good.members['choiceArguments'] as object), [MORE]: marker };
  const marked = callFor(operation, { ...good, members: { choiceArguments: args } }, options);
  return { ...marked, body: (marked.body ?? '').replace(JSON.stringify(marker), number) };
}

export const NUMBER_CHECKS = {
  anyNumber: () => ({
    withControl: true,
    relation: ([control, ...others]) =>
      control?.response.status === 200
        ? others.slice(0, NUMBERS.length).flatMap(rejectedNumber)
        : undefined,
  }),
} satisfies Checks;

function rejectedNumber(
  { response: { status } }: CompleteExchange,
  nth: number,
): readonly Finding[] {
  const said = expects200(status, true);
  if (typeof said !== 'object' || said.length === 0) return [];
  const number = NUMBERS[nth] ?? '';
  const expected = worded`${statuses(200)}, as with the number 1`;
  return [wrongStatus(expected, status, { sent: `with the number ${number}` })];
}
