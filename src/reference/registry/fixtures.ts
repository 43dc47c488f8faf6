/** The fixtures of the reference registry, as an operator would declare them. */
import type { Arguments } from './examples.ts';
import type { OperationName } from './operations.ts';

/** The parts of the model that have fixtures. */
interface Source {
  readonly liveAt: (operation: OperationName) => readonly string[];
  readonly movingAt: (operation: OperationName) => readonly string[];
  readonly argumentsAt: (operation: OperationName) => readonly Arguments[];
}

/** One id that both versions know, and those that only version 2 knows: three of five. */
const newer = (ids: readonly string[]): string[] => [...ids.slice(0, 1), ...ids.slice(-2)];

/** The kit's fixture file has the same members. */
export type RegistryFixtures = Readonly<ReturnType<typeof fixturesOf>>;

/** A new copy for each caller. */
export function fixturesOf({ liveAt, movingAt, argumentsAt }: Source) {
  const given = (operation: OperationName): Arguments[] =>
    argumentsAt(operation).map((one) => structuredClone(one));
  return {
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
