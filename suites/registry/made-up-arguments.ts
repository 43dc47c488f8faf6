/** Well-formed arguments for the choice of each factory, whose parties and holdings do not exist. */
import * as fc from 'fast-check';
import { dateTimes, texts, utc } from '../../src/kit.ts';
import type { Arguments, RegistryFixtures } from './fixtures.ts';
import { contractIds, parties } from './identifiers.ts';

/** Times start at fixed instants, so that a seed gives the same requests every day. */
const PAST = { from: Date.UTC(2025, 6) / 1000, to: Date.UTC(2026, 0) / 1000 };
const FUTURE = { from: Date.UTC(2090, 0) / 1000, to: Date.UTC(2098, 0) / 1000 };

const FRACTION = fc.constantFrom('', '.5', '.25', '.0000000001', '.1234567891');
const WHOLE = fc.integer({ min: 1, max: 1_000_000 });

/** Positive Daml decimals, as strings with at most ten decimal places. */
export const AMOUNTS: fc.Arbitrary<string> = fc
  .tuple(WHOLE, FRACTION)
  .map(([whole, fraction]) => `${whole}${fraction}`);

/** Two future times, in order. */
const DEADLINES = fc
  .tuple(fc.integer({ min: FUTURE.from, max: FUTURE.to }), fc.integer({ min: 1, max: 604_800 }))
  .map(([seconds, later]) => [utc(seconds), utc(seconds + later)] as const);

const PAST_TIMES = dateTimes(PAST.from, PAST.to);
const NAME = texts({ minLength: 1, maxLength: 12 });
const EMPTY = { values: {} };
const EXTRA = { extraArgs: { context: EMPTY, meta: EMPTY } };

/** The common parts of the arguments of all choices. */
export interface Parts {
  readonly admin: string;
  readonly people: readonly [executor: string, sender: string, receiver: string];
  readonly deadlines: readonly [first: string, second: string];
  readonly requested: readonly [first: string, second: string];
  readonly reference: readonly [id: string, cid: string | null];
  readonly names: readonly [leg: string, instrument: string];
  readonly amount: string;
  readonly holdings: readonly string[];
}

const PARTS: fc.Arbitrary<Parts> = fc.record({
  admin: parties(),
  people: fc.tuple(parties(), parties(), parties()),
  deadlines: DEADLINES,
  requested: fc.tuple(PAST_TIMES, PAST_TIMES),
  reference: fc.tuple(NAME, fc.option(contractIds(), { nil: null })),
  names: fc.tuple(NAME, NAME),
  amount: AMOUNTS,
  holdings: fc.array(contractIds(), { maxLength: 2 }),
});

type Made = (parts: Parts) => object;

/** The account that a party has without a provider. */
const account = (owner: string): object => ({ owner, provider: null, id: '' });

const transferLeg = ({ admin, people: [, sender, receiver], names, amount }: Parts): object => ({
  sender,
  receiver,
  amount,
  instrumentId: { admin, id: names[1] },
  meta: EMPTY,
});

const allocation: Made = (parts) => ({
  expectedAdmin: parts.admin,
  allocation: {
    settlement: {
      executor: parts.people[0],
      settlementRef: { id: parts.reference[0], cid: parts.reference[1] },
      requestedAt: parts.requested[0],
      allocateBefore: parts.deadlines[0],
      settleBefore: parts.deadlines[1],
      meta: EMPTY,
    },
    transferLegId: parts.names[0],
    transferLeg: transferLeg(parts),
  },
  requestedAt: parts.requested[1],
  inputHoldingCids: parts.holdings,
  ...EXTRA,
});

const transferOf = (parts: Parts): object => ({
  ...transferLeg(parts),
  requestedAt: parts.requested[0],
  executeBefore: parts.deadlines[0],
  inputHoldingCids: parts.holdings,
});

const transfer: Made = (parts) => ({
  expectedAdmin: parts.admin,
  transfer: transferOf(parts),
  ...EXTRA,
});

const transferV2: Made = (parts) => {
  const [, sender, receiver] = parts.people;
  const accounts = { sender: account(sender), receiver: account(receiver) };
  return { transfer: { ...transferOf(parts), ...accounts }, actors: [sender], ...EXTRA };
};

const settlementOf = ({ people: [executor], reference: [id, cid] }: Parts): object => ({
  executors: [executor],
  id,
  cid,
  meta: EMPTY,
});

const allocationV2: Made = (parts) => {
  const [, sender, receiver] = parts.people;
  return {
    settlement: settlementOf(parts),
    allocation: {
      admin: parts.admin,
      authorizer: account(sender),
      transferLegSides: [
        {
          transferLegId: parts.names[0],
          side: 'SenderSide',
          otherside: account(receiver),
          amount: parts.amount,
          instrumentId: parts.names[1],
          meta: EMPTY,
        },
      ],
      settlementDeadline: parts.deadlines[0],
      nextIterationFunding: null,
      committed: false,
      meta: EMPTY,
    },
    requestedAt: parts.requested[1],
    inputHoldingCids: parts.holdings,
    actors: [sender],
    ...EXTRA,
  };
};

/** The allocations of both sides of one leg. */
const settlement: Made = (parts) => {
  const [executor, sender, receiver] = parts.people;
  return {
    settlement: settlementOf(parts),
    transferLegs: [
      {
        transferLegId: parts.names[0],
        sender: account(sender),
        receiver: account(receiver),
        amount: parts.amount,
        instrumentId: parts.names[1],
        meta: EMPTY,
      },
    ],
    allocations: parts.holdings.map((allocationCid) => ({
      allocationCid,
      extraTransferLegSides: [],
      nextIterationFunding: null,
    })),
    actors: [executor],
    ...EXTRA,
  };
};

/** Makes the arguments of each factory from their parts, by the names of their fixtures. */
export const ARGUMENTS_OF: Readonly<Record<Arguments, Made>> = {
  choiceArguments: allocation,
  transferArguments: transfer,
  settlementArguments: settlement,
  allocationArgumentsV2: allocationV2,
  transferArgumentsV2: transferV2,
};

/** Values that the registry itself shows, with which requests are accepted more often. */
type Known = Pick<RegistryFixtures, 'admins' | 'instruments'>;

/** Arguments of a factory with invented parties and holdings; admin and instrument exist if they are known. */
export function madeUpArguments(
  name: Arguments,
  { admins: [admin], instruments: [instrument] }: Known = { admins: [], instruments: [] },
): fc.Arbitrary<object> {
  return PARTS.map((parts) =>
    ARGUMENTS_OF[name]({
      ...parts,
      admin: admin ?? parts.admin,
      names: [parts.names[0], instrument ?? parts.names[1]],
    }),
  );
}
