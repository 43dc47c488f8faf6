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
  'disclosed-contracts-missing | */response-shape | disclosedContracts is missing.':
    respondingContext((context) => without(context, 'disclosedContracts')),
  'disclosed-contracts-null | */response-shape | disclosedContracts is null instead of an empty list.':
    respondingContext((context) => ({ ...context, disclosedContracts: null })),
  'disclosed-contracts-keyed | */response-shape | disclosedContracts is an object keyed by contract id.':
    respondingContext((context) => ({
      ...context,
      disclosedContracts: Object.fromEntries(
        context.disclosedContracts.map((contract) => [contract.contractId, contract]),
      ),
    })),
  'context-data-missing | */response-shape | choiceContextData is missing.': respondingContext(
    (context) => without(context, 'choiceContextData'),
  ),
  'context-data-text | */response-shape | choiceContextData is JSON inside a string.':
    respondingContext((context) => ({
      ...context,
      choiceContextData: JSON.stringify(context.choiceContextData),
    })),
  'contracts-in-snake-case | */response-shape | The members of disclosed contracts are named in snake_case.':
    respondingContracts(snakeCase),
  'contract-id-missing | */response-shape | Disclosed contracts have no contractId.':
    lacking('contractId'),
  'disclosed-contracts-text | */response-shape | disclosedContracts is JSON inside a string.':
    respondingContext((context) => ({
      ...context,
      disclosedContracts: JSON.stringify(context.disclosedContracts),
    })),
  'contracts-in-pascal-case | */response-shape | The members of disclosed contracts begin with capitals.':
    respondingContracts(pascalCase),
  'response-wrapped | */response-shape | The response is wrapped in a member named data.':
    responding((document) => ({ data: document })),
  'synchronizer-missing | */response-shape | Disclosed contracts have no synchronizerId.':
    lacking('synchronizerId'),
  'blob-missing-in-one | */response-shape | The third disclosed contract has no createdEventBlob.':
    respondingContracts((contract, index) =>
      index === 2 ? without(contract, 'createdEventBlob') : contract,
    ),
  'template-id-object | */response-shape | templateId is an object with package, module and entity.':
    respondingContracts((contract) => {
      const [packageId, module, entity] = contract.templateId.split(':');
      return { ...contract, templateId: { packageId, module, entity } };
    }),
  'debug-payload-text | */response-shape | debugPayload is JSON inside a string.':
    respondingContracts(({ debugPayload, ...contract }) =>
      debugPayload ? { ...contract, debugPayload: JSON.stringify(debugPayload) } : contract,
    ),
  'list-in-a-list | */response-shape | The disclosed contracts are an array within the array.':
    respondingContext((context) => ({
      ...context,
      disclosedContracts: [context.disclosedContracts],
    })),
  'factory-id-missing | allocation-factory/response-shape | The factory response has no factoryId.':
    responding((document) => without(document, 'factoryId')),
  'factory-context-flat | allocation-factory/response-shape | The members of the context of the factory are beside factoryId, and choiceContext is null.':
    responding((document) =>
      'choiceContext' in document
        ? { ...document, ...document.choiceContext, choiceContext: null }
        : document,
    ),
  'context-nested | {withdraw,execute-transfer,cancel}/response-shape | Contexts are wrapped in a member choiceContext, like those of the factory.':
    responding((document) =>
      'choiceContext' in document ? document : { choiceContext: document },
    ),
  'null-package-name | */no-null-members | An unknown package name is null.': respondingContracts(
    (contract) => (contract.debugPayload ? { debugPackageName: null, ...contract } : contract),
  ),
});
