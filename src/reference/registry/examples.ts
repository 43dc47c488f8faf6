/** The arguments that the reference registry declares for its factories, and its fixtures. */
import { contractIdOf, namespaced } from './contracts.ts';
import type { OperationName } from './operations.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export const ADMIN: string = namespaced('token-admin');
/** A receiver that accepts transfers in advance. */
export const PREAPPROVED: string = namespaced('carol');

const INSTRUMENT = 'Växel/€';
const [ALICE, BOB, VENUE] = ['alice', 'bob', 'venue'].map(namespaced);
const META = { values: {} };
const EXTRA_ARGS = { context: { values: {} }, meta: META };
const REQUESTED_AT = '2026-01-05T09:00:00Z';
const DEADLINE = '2030-01-02T00:00:00Z';
const instrumentId = { admin: ADMIN, id: INSTRUMENT };
const reason = (text: string): object => ({
  values: { 'splice.lfdecentralizedtrust.org/reason': text },
});
const account = (owner: string | undefined): object => ({ owner, provider: null, id: '' });

const allocation = (transferLegId: string, amount: string): Arguments => ({
  expectedAdmin: ADMIN,
  allocation: {
    settlement: {
      executor: VENUE,
      settlementRef: { id: 'settlement-42', cid: null },
      requestedAt: REQUESTED_AT,
      allocateBefore: '2030-01-01T00:00:00Z',
      settleBefore: DEADLINE,
      meta: META,
    },
    transferLegId,
    transferLeg: { sender: ALICE, receiver: BOB, amount, instrumentId, meta: META },
  },
  requestedAt: REQUESTED_AT,
  inputHoldingCids: [contractIdOf(`input of ${transferLegId}`)],
  extraArgs: EXTRA_ARGS,
});

/** A transfer between two parties, or between their accounts. */
const transfer = (parties: readonly [unknown, unknown], amount: string, why: string): object => ({
  sender: parties[0],
  receiver: parties[1],
  amount,
  instrumentId,
  requestedAt: REQUESTED_AT,
  executeBefore: DEADLINE,
  inputHoldingCids: [contractIdOf(`input of ${why}`)],
  meta: reason(why),
});

/** An offer, a transfer to a preapproved receiver, and one to oneself. */
const TRANSFERS = [
  [BOB, '10.0000000000', 'leg-1'],
  [PREAPPROVED, '0.5', 'leg-2'],
  [ALICE, '3', 'leg-3'],
] as const;

const settlement = (id: string): object => ({ executors: [VENUE], id, cid: null, meta: META });

const laterAllocation = (transferLegId: string, amount: string): Arguments => ({
  settlement: settlement('settlement-42'),
  allocation: {
    admin: ADMIN,
    authorizer: account(ALICE),
    transferLegSides: [
      {
        transferLegId,
        side: 'SenderSide',
        otherside: account(BOB),
        amount,
        instrumentId: INSTRUMENT,
        meta: META,
      },
    ],
    settlementDeadline: DEADLINE,
    nextIterationFunding: null,
    committed: false,
    meta: META,
  },
  requestedAt: REQUESTED_AT,
  inputHoldingCids: [contractIdOf(`input of ${transferLegId}`)],
  extraArgs: EXTRA_ARGS,
  actors: [ALICE],
});

/** Arguments with one leg, which needs an allocation of each side. */
const batch = (transferLegId: string, allocations: readonly string[]): Arguments => ({
  settlement: settlement(`settlement of ${transferLegId}`),
  transferLegs: [
    {
      transferLegId,
      sender: account(ALICE),
      receiver: account(BOB),
      amount: '10.0000000000',
      instrumentId: INSTRUMENT,
      meta: META,
    },
  ],
  allocations: allocations.map((name) => ({
    allocationCid: contractIdOf(`allocation ${name}`),
    extraTransferLegSides: [],
    nextIterationFunding: null,
  })),
  actors: [VENUE],
  extraArgs: EXTRA_ARGS,
});

/** By the name of the factory's operation. */
export const EXAMPLE_ARGUMENTS: Readonly<Record<string, readonly Arguments[]>> = {
  'allocation-instruction-v1/allocation-factory': [
    allocation('leg-1', '10.0000000000'),
    allocation('leg-2', '0.5'),
  ],
  'allocation-instruction-v2/allocation-factory': [
    laterAllocation('leg-1', '10.0000000000'),
    laterAllocation('leg-2', '0.5'),
  ],
  'allocation-v2/settlement-factory': [
    batch('leg-1', ['fourth', 'fifth']),
    batch('leg-2', ['first', 'second']),
  ],
  'transfer-v1/transfer-factory': TRANSFERS.map(([receiver, amount, why]) => ({
    expectedAdmin: ADMIN,
    transfer: transfer([ALICE, receiver], amount, why),
    extraArgs: EXTRA_ARGS,
  })),
  'transfer-v2/transfer-factory': TRANSFERS.map(([receiver, amount, why]) => ({
    transfer: transfer([account(ALICE), account(receiver)], amount, why),
    actors: [ALICE],
    extraArgs: EXTRA_ARGS,
  })),
};

/** The parts of the model that have fixtures. */
interface Source {
  readonly instruments: readonly string[];
  readonly liveAt: (operation: OperationName) => readonly string[];
  readonly movingAt: (operation: OperationName) => readonly string[];
  readonly argumentsAt: (operation: OperationName) => readonly Arguments[];
}

/** One id that both versions know, and those that only version 2 knows: three of five. */
const newer = (ids: readonly string[]): string[] => [...ids.slice(0, 1), ...ids.slice(-2)];

/** The kit's fixture file has the same members. */
export type RegistryFixtures = Readonly<ReturnType<typeof fixturesOf>>;

/** A new copy for each caller. */
export function fixturesOf({ instruments, liveAt, movingAt, argumentsAt }: Source) {
  const given = (operation: OperationName): Arguments[] =>
    argumentsAt(operation).map((one) => structuredClone(one));
  return {
    instruments: [...instruments],
    allocations: [...liveAt('allocation-v1/withdraw')],
    reassigning: [...movingAt('allocation-v1/withdraw')],
    choiceArguments: given('allocation-instruction-v1/allocation-factory'),
    transferInstructions: [...liveAt('transfer-v1/accept')],
    transferArguments: given('transfer-v1/transfer-factory'),
    allocationsV2: newer(liveAt('allocation-v2/withdraw')),
    settlementArguments: given('allocation-v2/settlement-factory'),
    allocationInstructionsV2: [...liveAt('allocation-instruction-v2/accept')],
    allocationArgumentsV2: given('allocation-instruction-v2/allocation-factory'),
    transferInstructionsV2: newer(liveAt('transfer-v2/accept')),
    transferArgumentsV2: given('transfer-v2/transfer-factory'),
    reassigningTransferInstructions: [...movingAt('transfer-v1/accept')],
    reassigningAllocationsV2: [...movingAt('allocation-v2/withdraw')],
    reassigningAllocationInstructionsV2: [...movingAt('allocation-instruction-v2/accept')],
    reassigningTransferInstructionsV2: [...movingAt('transfer-v2/accept')],
  };
}
