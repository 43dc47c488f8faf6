/** Faults in the shape of a good response: missing and renamed members, wrong types. */
import {
  type Defect,
  responding,
  respondingContext,
  respondingContracts,
  table,
  without,
} from '../fault.ts';
import type { Change } from '../steps.ts';

const lacking = (name: string): Change =>
  respondingContracts((contract) => without(contract, name));

function snakeCase(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      member,
    ]),
  );
}

export const shapeFaults: readonly Defect[] = table({
  'disclosed-contracts-null': {
    description: 'disclosedContracts is null instead of an empty list.',
    killedBy: 'registry/**/response-shape',
    change: respondingContext((context) => ({ ...context, disclosedContracts: null })),
  },
  'contracts-in-snake-case': {
    description: 'The members of disclosed contracts are named in snake_case.',
    killedBy: 'registry/**/response-shape',
    change: respondingContracts(snakeCase),
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
  'context-nested': {
    description: 'Contexts are wrapped in a member choiceContext, like those of the factory.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/response-shape',
    change: responding((document) =>
      'choiceContext' in document ? document : { choiceContext: document },
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
