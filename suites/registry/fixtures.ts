/** What is known of a registry beside its contract. */

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
