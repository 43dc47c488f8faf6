/** Faults in the shape of a good response: missing and renamed members, wrong types. */
import { type Defect, respondingContext, respondingContracts, table, without } from '../fault.ts';
import type { Change } from '../steps.ts';

const lacking = (name: string): Change =>
  respondingContracts((contract) => without(contract, name));

export const shapeFaults: readonly Defect[] = table({
  'disclosed-contracts-null': {
    description: 'disclosedContracts is null instead of an empty list.',
    killedBy: 'registry/**/response-shape',
    change: respondingContext((context) => ({ ...context, disclosedContracts: null })),
  },
  'synchronizer-missing': {
    description: 'Disclosed contracts have no synchronizerId.',
    killedBy: 'registry/**/response-shape',
    change: lacking('synchronizerId'),
  },
  'blob-missing-in-one': {
    description: 'The third disclosed contract has no createdEventBlob.',
    killedBy: 'registry/**/response-shape',
    change: respondingContracts((contract, index) =>
      index === 2 ? without(contract, 'createdEventBlob') : contract,
    ),
  },
  'null-package-name': {
    description: 'An unknown package name is null.',
    killedBy: 'registry/**/no-null-members',
    change: respondingContracts((contract) =>
      contract.debugPayload ? { debugPackageName: null, ...contract } : contract,
    ),
  },
});
