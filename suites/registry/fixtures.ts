/** What is known of a registry beside its contract. */
import type { FixtureKinds } from '../../src/index.ts';
import { ID, listOf } from '../kit/fixtures.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Only the operator of a registry knows these, but for the instruments and the APIs, which it shows. */
export type RegistryFixtures = {
  readonly allocations: readonly string[];
  readonly reassigning: readonly string[];
  readonly choiceArguments: readonly Arguments[];
  readonly transferInstructions: readonly string[];
  readonly transferArguments: readonly Arguments[];
  readonly allocationsV2: readonly string[];
  readonly settlementArguments: readonly Arguments[];
  readonly allocationInstructionsV2: readonly string[];
  readonly allocationArgumentsV2: readonly Arguments[];
  readonly transferInstructionsV2: readonly string[];
  readonly transferArgumentsV2: readonly Arguments[];
  readonly reassigningTransferInstructions: readonly string[];
  readonly reassigningAllocationsV2: readonly string[];
  readonly reassigningAllocationInstructionsV2: readonly string[];
  readonly reassigningTransferInstructionsV2: readonly string[];
  /** The ids of instruments that the registry lists. */
  readonly instruments: readonly string[];
  /** The names of the APIs that the registry or an instrument lists. */
  readonly advertised: readonly string[];
};

declare module '../../src/model/fixtures.ts' {
  interface Fixtures extends RegistryFixtures {}
}

export const NO_REGISTRY_FIXTURES: RegistryFixtures = {
  allocations: [],
  reassigning: [],
  choiceArguments: [],
  transferInstructions: [],
  transferArguments: [],
  allocationsV2: [],
  settlementArguments: [],
  allocationInstructionsV2: [],
  allocationArgumentsV2: [],
  transferInstructionsV2: [],
  transferArgumentsV2: [],
  reassigningTransferInstructions: [],
  reassigningAllocationsV2: [],
  reassigningAllocationInstructionsV2: [],
  reassigningTransferInstructionsV2: [],
  instruments: [],
  advertised: [],
};

const idsOf = (what: string): ReturnType<typeof listOf> =>
  listOf(`the contract ids of ${what}`, ID);

const argumentsOf = (factory: string): ReturnType<typeof listOf> =>
  listOf(`arguments that ${factory} accepts`, {
    type: 'object',
    description: 'Write the arguments as an object, as they go into the request.',
  });

const MOVING = 'under reassignment';

export const REGISTRY_FIXTURES: FixtureKinds = {
  none: NO_REGISTRY_FIXTURES,
  schema: {
    allocations: idsOf('live allocations'),
    reassigning: idsOf(`allocations ${MOVING}`),
    choiceArguments: argumentsOf('the allocation factory'),
    transferInstructions: idsOf('pending transfer instructions'),
    transferArguments: argumentsOf('the transfer factory'),
    allocationsV2: idsOf('live allocations, for version 2'),
    settlementArguments: argumentsOf('the settlement factory'),
    allocationInstructionsV2: idsOf('pending allocation instructions, for version 2'),
    allocationArgumentsV2: argumentsOf('the allocation factory of version 2'),
    transferInstructionsV2: idsOf('pending transfer instructions, for version 2'),
    transferArgumentsV2: argumentsOf('the transfer factory of version 2'),
    reassigningTransferInstructions: idsOf(`transfer instructions ${MOVING}`),
    reassigningAllocationsV2: idsOf(`allocations ${MOVING}, for version 2`),
    reassigningAllocationInstructionsV2: idsOf(`allocation instructions ${MOVING}, for version 2`),
    reassigningTransferInstructionsV2: idsOf(`transfer instructions ${MOVING}, for version 2`),
  },
};
