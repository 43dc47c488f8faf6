/** What is known of a registry beside its contract. */
import type { FixtureKinds } from '../../src/index.ts';
import { ID, listOf } from '../kit/fixtures.ts';

/** Only the operator of a registry knows these. */
export type RegistryFixtures = {
  readonly allocations: readonly string[];
  readonly reassigning: readonly string[];
  readonly choiceArguments: readonly Readonly<Record<string, unknown>>[];
};

declare module '../../src/model/fixtures.ts' {
  interface Fixtures extends RegistryFixtures {}
}

export const NO_REGISTRY_FIXTURES: RegistryFixtures = {
  allocations: [],
  reassigning: [],
  choiceArguments: [],
};

export const REGISTRY_FIXTURES: FixtureKinds = {
  none: NO_REGISTRY_FIXTURES,
  schema: {
    allocations: listOf('the contract ids of live allocations', ID),
    reassigning: listOf('the contract ids of allocations under reassignment', ID),
    choiceArguments: listOf('arguments that the allocation factory accepts', {
      type: 'object',
      description: 'Write the arguments as an object, as they go into the request.',
    }),
  },
};
