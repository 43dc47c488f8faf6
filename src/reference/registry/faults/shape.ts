/** Faults in the shape of a good answer: members missing, renamed or of the wrong type. */
import {
  answering,
  answeringContext,
  answeringContracts,
  contexts,
  type Defect,
  everywhere,
  factory,
  without,
} from '../fault.ts';
import type { Change } from '../steps.ts';

const killedBy = everywhere('body-shape');

const lacking = (name: string): Change => answeringContracts((contract) => without(contract, name));

function snakeCase(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      member,
    ]),
  );
}

export const shapeFaults: readonly Defect[] = [
  {
    id: 'disclosed-contracts-missing',
    description: 'disclosedContracts is missing.',
    killedBy,
    change: answeringContext((context) => without(context, 'disclosedContracts')),
  },
  {
    id: 'disclosed-contracts-null',
    description: 'disclosedContracts is null instead of an empty list.',
    killedBy,
    collateral: [everywhere('no-null-members')],
    change: answeringContext((context) => ({ ...context, disclosedContracts: null })),
  },
  {
    id: 'disclosed-contracts-keyed',
    description: 'disclosedContracts is an object keyed by contract id.',
    killedBy,
    change: answeringContext((context) => ({
      ...context,
      disclosedContracts: Object.fromEntries(
        context.disclosedContracts.map((contract) => [contract.contractId, contract]),
      ),
    })),
  },
  {
    id: 'context-data-missing',
    description: 'choiceContextData is missing.',
    killedBy,
    change: answeringContext((context) => without(context, 'choiceContextData')),
  },
  {
    id: 'context-data-text',
    description: 'choiceContextData is JSON inside a string.',
    killedBy,
    change: answeringContext((context) => ({
      ...context,
      choiceContextData: JSON.stringify(context.choiceContextData),
    })),
  },
  {
    id: 'contracts-in-snake-case',
    description: 'The members of disclosed contracts are named in snake_case.',
    killedBy,
    change: answeringContracts(snakeCase),
  },
  {
    id: 'answer-wrapped',
    description: 'The answer sits inside a member named data.',
    killedBy,
    change: answering((document) => ({ data: document })),
  },
  {
    id: 'synchronizer-missing',
    description: 'Disclosed contracts have no synchronizerId.',
    killedBy,
    change: lacking('synchronizerId'),
  },
  {
    id: 'blob-missing-in-one',
    description: 'The third disclosed contract has no createdEventBlob.',
    killedBy,
    change: answeringContracts((contract, index) =>
      index === 2 ? without(contract, 'createdEventBlob') : contract,
    ),
  },
  {
    id: 'template-id-object',
    description: 'templateId is an object with package, module and entity.',
    killedBy,
    change: answeringContracts((contract) => {
      const [packageId, module, entity] = contract.templateId.split(':');
      return { ...contract, templateId: { packageId, module, entity } };
    }),
  },
  {
    id: 'debug-payload-text',
    description: 'debugPayload is JSON inside a string.',
    killedBy,
    change: answeringContracts(({ debugPayload, ...contract }) =>
      debugPayload ? { ...contract, debugPayload: JSON.stringify(debugPayload) } : contract,
    ),
  },
  {
    id: 'list-in-a-list',
    description: 'Disclosed contracts stand in a list within the list.',
    killedBy,
    change: answeringContext((context) => ({
      ...context,
      disclosedContracts: [context.disclosedContracts],
    })),
  },
  {
    id: 'factory-id-missing',
    description: 'The factory answer has no factoryId.',
    killedBy: factory('body-shape'),
    collateral: [factory('factory-disclosed')],
    change: answering((document) => without(document, 'factoryId')),
  },
  {
    id: 'factory-context-flat',
    description:
      "The members of the factory's context stand beside factoryId, and choiceContext is null.",
    killedBy: factory('body-shape'),
    collateral: [factory('no-null-members')],
    change: answering((document) =>
      'choiceContext' in document
        ? { ...document, ...document.choiceContext, choiceContext: null }
        : document,
    ),
  },
  {
    id: 'context-nested',
    description: 'Contexts come inside a member choiceContext, as the factory sends them.',
    killedBy: contexts('body-shape'),
    change: answering((document) =>
      'choiceContext' in document ? document : { choiceContext: document },
    ),
  },
  {
    id: 'null-package-name',
    description: 'A package name that is not known is sent as null.',
    killedBy: everywhere('no-null-members'),
    change: answeringContracts((contract) =>
      contract.debugPayload ? { debugPackageName: null, ...contract } : contract,
    ),
  },
];
