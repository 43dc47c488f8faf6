import * as fc from 'fast-check';
import { dateTimes, texts, utc } from '../../src/index.ts';
import { contractIds, parties } from './identifiers.ts';

/** Times come from fixed instants, so that a seed names the same requests on every day. */
const PAST = { from: Date.UTC(2025, 6) / 1000, to: Date.UTC(2026, 0) / 1000 };
const FUTURE = { from: Date.UTC(2090, 0) / 1000, to: Date.UTC(2098, 0) / 1000 };

const FRACTION = fc.constantFrom('', '.5', '.25', '.0000000001', '.1234567891');
const WHOLE = fc.integer({ min: 1, max: 1_000_000 });

/** Daml decimals above zero, as strings of at most ten decimal places. */
export const AMOUNTS: fc.Arbitrary<string> = fc
  .tuple(WHOLE, FRACTION)
  .map(([whole, fraction]) => `${whole}${fraction}`);

/** Both deadlines of a settlement: the allocation must be there before it settles. */
const DEADLINES = fc
  .tuple(fc.integer({ min: FUTURE.from, max: FUTURE.to }), fc.integer({ min: 1, max: 604_800 }))
  .map(([seconds, later]) => ({
    allocateBefore: utc(seconds),
    settleBefore: utc(seconds + later),
  }));

const PAST_TIMES = dateTimes(PAST.from, PAST.to);
const NAME = texts({ minLength: 1, maxLength: 12 });
const EMPTY = { values: {} };

/** Well-formed arguments of AllocationFactory_Allocate whose parties, instrument and holdings do not exist. */
export const ALLOCATIONS: fc.Arbitrary<object> = fc
  .record({
    admin: parties(),
    people: fc.tuple(parties(), parties(), parties()),
    deadlines: DEADLINES,
    requested: fc.tuple(PAST_TIMES, PAST_TIMES),
    reference: fc.tuple(NAME, fc.option(contractIds())),
    names: fc.tuple(NAME, NAME),
    amount: AMOUNTS,
    holdings: fc.array(contractIds(), { maxLength: 2 }),
  })
  .map(({ admin, people: [executor, sender, receiver], ...rest }) => ({
    expectedAdmin: admin,
    allocation: {
      settlement: {
        executor,
        settlementRef: { id: rest.reference[0], cid: rest.reference[1] },
        requestedAt: rest.requested[0],
        ...rest.deadlines,
        meta: EMPTY,
      },
      transferLegId: rest.names[0],
      transferLeg: {
        sender,
        receiver,
        amount: rest.amount,
        instrumentId: { admin, id: rest.names[1] },
        meta: EMPTY,
      },
    },
    requestedAt: rest.requested[1],
    inputHoldingCids: rest.holdings,
    extraArgs: { context: EMPTY, meta: EMPTY },
  }));
