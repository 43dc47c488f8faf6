/** What is known of a registry beside its contract. */
import type { FixtureKinds } from '../../src/index.ts';
import { ID, listOf, TEXT } from '../kit/fixtures.ts';

/** Ids of contracts; those under reassignment get 409. */
const IDS = {
  allocations: 'live allocations',
  reassigning: 'allocations under reassignment',
  transferInstructions: 'pending transfer instructions',
  reassigningTransferInstructions: 'transfer instructions under reassignment',
  allocationsV2: 'live allocations of version 2',
  reassigningAllocationsV2: 'allocations of version 2 under reassignment',
  allocationInstructionsV2: 'pending allocation instructions',
  reassigningAllocationInstructionsV2: 'allocation instructions under reassignment',
  transferInstructionsV2: 'pending transfer instructions of version 2',
  reassigningTransferInstructionsV2: 'transfer instructions of version 2 under reassignment',
} as const;

const ARGUMENTS = {
  choiceArguments: 'the allocation factory',
  transferArguments: 'the transfer factory',
  settlementArguments: 'the settlement factory',
  allocationArgumentsV2: 'the allocation factory of version 2',
  transferArgumentsV2: 'the transfer factory of version 2',
} as const;

/** What the registry itself shows: its instruments, their admin, and the APIs that it lists as supported. */
const DISCOVERED = ['instruments', 'admins', 'advertised'] as const;

/** The names of fixtures that hold contract ids, and of those that hold arguments. */
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

/** A contract of an asset of both versions has one id, which both versions of its API know. */
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
    ...mapped(ARGUMENTS, (factory) =>
      listOf(`arguments that ${factory} accepts`, {
        type: 'object',
        description: 'Write the arguments as an object, as they go into the request.',
      }),
    ),
    instruments: listOf('the ids of instruments', TEXT),
  },
};

function mapped<T>(
  names: Readonly<Record<string, string>>,
  make: (what: string) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(names).map(([name, what]) => [name, make(what)]));
}
