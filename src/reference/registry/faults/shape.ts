/** Faults in the shape of a good response: members missing, renamed or of the wrong type. */
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

function pascalCase(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
      member,
    ]),
  );
}

export const shapeFaults: readonly Defect[] = table({
  'disclosed-contracts-missing': {
    description: 'disclosedContracts is missing.',
    killedBy: 'registry/*/response-shape',
    change: respondingContext((context) => without(context, 'disclosedContracts')),
  },
  'disclosed-contracts-null': {
    description: 'disclosedContracts is null instead of an empty list.',
    killedBy: 'registry/*/response-shape',
    change: respondingContext((context) => ({ ...context, disclosedContracts: null })),
  },
  'disclosed-contracts-keyed': {
    description: 'disclosedContracts is an object keyed by contract id.',
    killedBy: 'registry/*/response-shape',
    change: respondingContext((context) => ({
      ...context,
      disclosedContracts: Object.fromEntries(
        context.disclosedContracts.map((contract) => [contract.contractId, contract]),
      ),
    })),
  },
  'context-data-missing': {
    description: 'choiceContextData is missing.',
    killedBy: 'registry/*/response-shape',
    change: respondingContext((context) => without(context, 'choiceContextData')),
  },
  'context-data-text': {
    description: 'choiceContextData is JSON inside a string.',
    killedBy: 'registry/*/response-shape',
    change: respondingContext((context) => ({
      ...context,
      choiceContextData: JSON.stringify(context.choiceContextData),
    })),
  },
  'contracts-in-snake-case': {
    description: 'The members of disclosed contracts are named in snake_case.',
    killedBy: 'registry/*/response-shape',
    change: respondingContracts(snakeCase),
  },
  'contract-id-missing': {
    description: 'Disclosed contracts have no contractId.',
    killedBy: 'registry/*/response-shape',
    change: lacking('contractId'),
  },
  'disclosed-contracts-text': {
    description: 'disclosedContracts is JSON inside a string.',
    killedBy: 'registry/*/response-shape',
    change: respondingContext((context) => ({
      ...context,
      disclosedContracts: JSON.stringify(context.disclosedContracts),
    })),
  },
  'contracts-in-pascal-case': {
    description: 'The members of disclosed contracts begin with capitals.',
    killedBy: 'registry/*/response-shape',
    change: respondingContracts(pascalCase),
  },
  'response-wrapped': {
    description: 'The response is wrapped in a member named data.',
    killedBy: 'registry/*/response-shape',
    change: responding((document) => ({ data: document })),
  },
  'synchronizer-missing': {
    description: 'Disclosed contracts have no synchronizerId.',
    killedBy: 'registry/*/response-shape',
    change: lacking('synchronizerId'),
  },
  'blob-missing-in-one': {
    description: 'The third disclosed contract has no createdEventBlob.',
    killedBy: 'registry/*/response-shape',
    change: respondingContracts((contract, index) =>
      index === 2 ? without(contract, 'createdEventBlob') : contract,
    ),
  },
  'template-id-object': {
    description: 'templateId is an object with package, module and entity.',
    killedBy: 'registry/*/response-shape',
    change: respondingContracts((contract) => {
      const [packageId, module, entity] = contract.templateId.split(':');
      return { ...contract, templateId: { packageId, module, entity } };
    }),
  },
  'debug-payload-text': {
    description: 'debugPayload is JSON inside a string.',
    killedBy: 'registry/*/response-shape',
    change: respondingContracts(({ debugPayload, ...contract }) =>
      debugPayload ? { ...contract, debugPayload: JSON.stringify(debugPayload) } : contract,
    ),
  },
  'list-in-a-list': {
    description: 'The disclosed contracts are an array within the array.',
    killedBy: 'registry/*/response-shape',
    change: respondingContext((context) => ({
      ...context,
      disclosedContracts: [context.disclosedContracts],
    })),
  },
  'factory-id-missing': {
    description: 'The factory response has no factoryId.',
    killedBy: 'registry/allocation-factory/response-shape',
    change: responding((document) => without(document, 'factoryId')),
  },
  'factory-context-flat': {
    description:
      'The members of the context of the factory are beside factoryId, and choiceContext is null.',
    killedBy: 'registry/allocation-factory/response-shape',
    change: responding((document) =>
      'choiceContext' in document
        ? { ...document, ...document.choiceContext, choiceContext: null }
        : document,
    ),
  },
  'context-nested': {
    description: 'Contexts are wrapped in a member choiceContext, like those of the factory.',
    killedBy: 'registry/{withdraw,execute-transfer,cancel}/response-shape',
    change: responding((document) =>
      'choiceContext' in document ? document : { choiceContext: document },
    ),
  },
  'null-package-name': {
    description: 'An unknown package name is null.',
    killedBy: 'registry/*/no-null-members',
    change: respondingContracts((contract) =>
      contract.debugPayload ? { debugPackageName: null, ...contract } : contract,
    ),
  },
});
