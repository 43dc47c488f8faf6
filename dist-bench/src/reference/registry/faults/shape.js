/** Faults in the shape of a good answer: members missing, renamed or of the wrong type. */
import { answering, answeringContext, answeringContracts, contexts, everywhere, factory, without, } from '../fault.js';
const caughtBy = everywhere('body-shape');
const lacking = (name) => answeringContracts((contract) => without(contract, name));
function snakeCase(value) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        member,
    ]));
}
export const shapeFaults = [
    {
        id: 'disclosed-contracts-missing',
        says: 'disclosedContracts is missing.',
        caughtBy,
        change: answeringContext((context) => without(context, 'disclosedContracts')),
    },
    {
        id: 'disclosed-contracts-null',
        says: 'disclosedContracts is null instead of an empty list.',
        caughtBy,
        alsoTrips: [everywhere('no-null-members')],
        change: answeringContext((context) => ({ ...context, disclosedContracts: null })),
    },
    {
        id: 'disclosed-contracts-keyed',
        says: 'disclosedContracts is an object keyed by contract id.',
        caughtBy,
        change: answeringContext((context) => ({
            ...context,
            disclosedContracts: Object.fromEntries(context.disclosedContracts.map((contract) => [contract.contractId, contract])),
        })),
    },
    {
        id: 'context-data-missing',
        says: 'choiceContextData is missing.',
        caughtBy,
        change: answeringContext((context) => without(context, 'choiceContextData')),
    },
    {
        id: 'context-data-text',
        says: 'choiceContextData is JSON inside a string.',
        caughtBy,
        change: answeringContext((context) => ({
            ...context,
            choiceContextData: JSON.stringify(context.choiceContextData),
        })),
    },
    {
        id: 'contracts-in-snake-case',
        says: 'The members of disclosed contracts are named in snake_case.',
        caughtBy,
        change: answeringContracts(snakeCase),
    },
    {
        id: 'answer-wrapped',
        says: 'The answer sits inside a member named data.',
        caughtBy,
        change: answering((document) => ({ data: document })),
    },
    {
        id: 'synchronizer-missing',
        says: 'Disclosed contracts have no synchronizerId.',
        caughtBy,
        change: lacking('synchronizerId'),
    },
    {
        id: 'blob-missing-in-one',
        says: 'The third disclosed contract has no createdEventBlob.',
        caughtBy,
        change: answeringContracts((contract, index) => index === 2 ? without(contract, 'createdEventBlob') : contract),
    },
    {
        id: 'template-id-object',
        says: 'templateId is an object with package, module and entity.',
        caughtBy,
        change: answeringContracts((contract) => {
            const [packageId, module, entity] = contract.templateId.split(':');
            return { ...contract, templateId: { packageId, module, entity } };
        }),
    },
    {
        id: 'debug-payload-text',
        says: 'debugPayload is JSON inside a string.',
        caughtBy,
        change: answeringContracts(({ debugPayload, ...contract }) => debugPayload ? { ...contract, debugPayload: JSON.stringify(debugPayload) } : contract),
    },
    {
        id: 'list-in-a-list',
        says: 'Disclosed contracts stand in a list within the list.',
        caughtBy,
        change: answeringContext((context) => ({
            ...context,
            disclosedContracts: [context.disclosedContracts],
        })),
    },
    {
        id: 'factory-id-missing',
        says: 'The factory answer has no factoryId.',
        caughtBy: factory('body-shape'),
        alsoTrips: [factory('factory-disclosed')],
        change: answering((document) => without(document, 'factoryId')),
    },
    {
        id: 'factory-context-flat',
        says: "The members of the factory's context stand beside factoryId, and choiceContext is null.",
        caughtBy: factory('body-shape'),
        alsoTrips: [factory('no-null-members')],
        change: answering((document) => 'choiceContext' in document
            ? { ...document, ...document.choiceContext, choiceContext: null }
            : document),
    },
    {
        id: 'context-nested',
        says: 'Contexts come inside a member choiceContext, as the factory sends them.',
        caughtBy: contexts('body-shape'),
        change: answering((document) => 'choiceContext' in document ? document : { choiceContext: document }),
    },
    {
        id: 'null-package-name',
        says: 'A package name that is not known is sent as null.',
        caughtBy: everywhere('no-null-members'),
        change: answeringContracts((contract) => contract.debugPayload ? { debugPackageName: null, ...contract } : contract),
    },
];
