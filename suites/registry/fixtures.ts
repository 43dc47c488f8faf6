/** The facts about a registry beside its contract. */
import type { FixtureKinds } from '../../src/kit.ts';
import { ID, listOf, TEXT } from '../kit/fixtures.ts';

/** Ids of contracts; those under reassignment get 409. */
const IDS = {
  allocations: 'live allocations (allocation-v1)',
  reassigning: 'allocations under reassignment (allocation-v1)',
  transferInstructions: 'pending transfer instructions (transfer-v1)',
  reassigningTransferInstructions: 'transfer instructions under reassignment (transfer-v1)',
  allocationsV2: 'live allocations (allocation-v2)',
  reassigningAllocationsV2: 'allocations under reassignment (allocation-v2)',
  allocationInstructionsV2: 'pending allocation instructions (allocation-instruction-v2)',
  reassigningAllocationInstructionsV2:
    'allocation instructions under reassignment (allocation-instruction-v2)',
  transferInstructionsV2: 'pending transfer instructions (transfer-v2)',
  reassigningTransferInstructionsV2: 'transfer instructions under reassignment (transfer-v2)',
} as const;

/** Arguments, by the factory, the choice, and the members of the published type. */
const ARGUMENTS = {
  choiceArguments: {
    factory: 'the allocation factory of allocation-instruction-v1',
    choice: 'AllocationFactory_Allocate',
    members: ['expectedAdmin', 'allocation', 'requestedAt', 'inputHoldingCids', 'extraArgs'],
  },
  transferArguments: {
    factory: 'the transfer factory of transfer-v1',
    choice: 'TransferFactory_Transfer',
    members: ['expectedAdmin', 'transfer', 'extraArgs'],
  },
  settlementArguments: {
    factory: 'the settlement factory of allocation-v2',
    choice: 'SettlementFactory_SettleBatch',
    members: ['settlement', 'transferLegs', 'allocations', 'actors', 'extraArgs'],
  },
  allocationArgumentsV2: {
    factory: 'the allocation factory of allocation-instruction-v2',
    choice: 'AllocationFactory_Allocate',
    members: ['settlement', 'allocation', 'requestedAt', 'inputHoldingCids', 'extraArgs', 'actors'],
  },
  transferArgumentsV2: {
    factory: 'the transfer factory of transfer-v2',
    choice: 'TransferFactory_Transfer',
    members: ['transfer', 'actors', 'extraArgs'],
  },
} as const;

/**
 * Facts that the registry itself shows: its instruments, those that legs may name, names that are no ids, their admin,
 * and its supported APIs.
 */
const DISCOVERED = ['instruments', 'legInstruments', 'names', 'admins', 'advertised'] as const;

/** The names of fixtures with contract ids, and of those with arguments. */
export type Ids = keyof typeof IDS;
export type Arguments = keyof typeof ARGUMENTS;

export type RegistryFixtures = Readonly<
  Record<Ids | (typeof DISCOVERED)[number], readonly string[]> &
    Record<Arguments, readonly Readonly<Record<string, unknown>>[]>
>;

declare module '../../src/model/fixtures.ts' {
  interface Fixtures extends RegistryFixtures {}
}

/** Only the operator of a registry knows these. */
export const OPERATOR_FIXTURES: readonly (Ids | Arguments)[] = [
  ...(Object.keys(IDS) as Ids[]),
  ...(Object.keys(ARGUMENTS) as Arguments[]),
];

/** A contract of an asset with both versions has one id, which both versions of its API know. */
export const DUAL_FIXTURES: Readonly<Record<string, readonly Ids[]>> = {
  allocations: ['allocationsV2'],
  reassigning: ['reassigningAllocationsV2'],
  transferInstructions: ['transferInstructionsV2'],
  reassigningTransferInstructions: ['reassigningTransferInstructionsV2'],
};

export const NO_REGISTRY_FIXTURES = Object.fromEntries(
  [...OPERATOR_FIXTURES, ...DISCOVERED].map((name) => [name, []]),
) as unknown as RegistryFixtures;

export const REGISTRY_FIXTURES: FixtureKinds = {
  none: NO_REGISTRY_FIXTURES,
  schema: {
    ...mapped(IDS, (what) => listOf(`the contract ids of ${what}`, ID)),
    ...mapped(ARGUMENTS, ({ factory, choice, members }) =>
      listOf(`arguments that ${factory} accepts`, {
        type: 'object',
        description: `The arguments of the choice ${choice} as an object, as they go into the request.`,
        // For completion in editors: the registry decides on their contents and presence.
        properties: Object.fromEntries(members.map((name) => [name, true])),
      }),
    ),
    instruments: listOf('the ids of instruments that the registry manages', TEXT),
  },
};

function mapped<Kind, T>(
  names: Readonly<Record<string, Kind>>,
  make: (what: Kind) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(names).map(([name, what]) => [name, make(what)]));
}

export type Example = RegistryFixtures[Arguments][number];

const rejectedIn = new WeakMap<readonly Example[], ReadonlySet<Example>>();

/** The declared examples, without rejected ones if others were accepted. */
export function goodExamples(declared: readonly Example[]): readonly Example[] {
  const rejected = rejectedIn.get(declared);
  return rejected === undefined ? declared : declared.filter((one) => !rejected.has(one));
}

/** A list of the same examples, in which these are known to be rejected. */
export function withRejected(
  declared: readonly Example[],
  rejected: ReadonlySet<Example>,
): readonly Example[] {
  const known = [...declared];
  rejectedIn.set(known, rejected);
  return known;
}
