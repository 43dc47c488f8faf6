import { answering, answeringContext, answeringContracts, contextOf, contexts, everywhere, factory, without, } from '../fault.js';
import { isRecord } from '../read-body.js';
/** Answers as if the flag had another value. */
const flagAs = (flag) => ({ answer }) => ({
    answer: (asked) => answer({ ...asked, excludeDebugFields: flag(asked) }),
});
/** With the flag true, changes each contract, given the same contract with its debug members. */
const underFlag = (edit) => (honest, model) => {
    const full = (asked) => contextOf(honest.answer({ ...asked, excludeDebugFields: false }))
        .disclosedContracts;
    return answeringContracts((lean, index, asked) => asked.excludeDebugFields ? edit(lean, full(asked)[index] ?? lean, index) : lean)(honest, model);
};
/** The value without members that are named debug…, however deep they are. */
function stripped(value) {
    if (Array.isArray(value))
        return value.map(stripped);
    if (!isRecord(value))
        return value;
    return Object.fromEntries(Object.entries(value)
        .filter(([name]) => !name.startsWith('debug'))
        .map(([name, member]) => [name, stripped(member)]));
}
const omitted = everywhere('debug-fields-omitted');
const changesNothing = everywhere('flag-changes-nothing-else');
export const debugFaults = [
    {
        id: 'flag-ignored',
        says: 'excludeDebugFields is not read at all.',
        caughtBy: omitted,
        change: flagAs(() => false),
    },
    {
        id: 'flag-ignored-by-factory',
        says: 'Only the factory does not read excludeDebugFields.',
        caughtBy: factory('debug-fields-omitted'),
        change: flagAs(({ chapter, excludeDebugFields }) => excludeDebugFields && chapter !== 'allocation-factory'),
    },
    {
        id: 'flag-ignored-by-contexts',
        says: 'Only the contexts do not read excludeDebugFields.',
        caughtBy: contexts('debug-fields-omitted'),
        change: flagAs(({ chapter, excludeDebugFields }) => excludeDebugFields && chapter === 'allocation-factory'),
    },
    {
        id: 'flag-ignored-with-meta',
        says: 'excludeDebugFields is not read when meta has a key.',
        caughtBy: contexts('debug-fields-omitted'),
        alsoTrips: [contexts('json-text-irrelevant')],
        change: flagAs(({ meta, excludeDebugFields }) => excludeDebugFields && Object.keys(meta).length === 0),
    },
    {
        id: 'flag-inverted',
        says: 'true keeps the debug members and false leaves them out.',
        caughtBy: omitted,
        alsoTrips: [everywhere('flag-default')],
        change: flagAs(({ excludeDebugFields }) => !excludeDebugFields),
    },
    {
        id: 'flag-default-true',
        says: 'Without the flag the debug members are left out, with false they are sent.',
        caughtBy: everywhere('flag-default'),
        alsoTrips: [everywhere('no-leak-between-requests'), everywhere('json-text-irrelevant')],
        change: flagAs(({ excludeDebugFields, incoming }) => excludeDebugFields || !incoming.text.includes('excludeDebugFields')),
    },
    {
        id: 'debug-in-second-contract',
        says: 'Under the flag the second disclosed contract keeps its debug members.',
        caughtBy: omitted,
        change: underFlag((lean, full, index) => (index === 1 ? full : lean)),
    },
    {
        id: 'debug-in-last-contract',
        says: 'Under the flag the last disclosed contract keeps its debug members.',
        caughtBy: omitted,
        change: underFlag((lean, full) => (full.debugPackageName === undefined ? full : lean)),
    },
    {
        id: 'debug-created-at-kept',
        says: 'Under the flag debugCreatedAt stays.',
        caughtBy: omitted,
        change: underFlag((_, full) => without(full, 'debugPackageName', 'debugPayload')),
    },
    {
        id: 'debug-package-name-kept',
        says: 'Under the flag debugPackageName stays.',
        caughtBy: omitted,
        change: underFlag((_, full) => without(full, 'debugCreatedAt', 'debugPayload')),
    },
    {
        id: 'debug-values-emptied',
        says: 'Under the flag the debug members stay with empty values.',
        caughtBy: omitted,
        change: underFlag((lean) => ({ ...lean, debugPackageName: '', debugPayload: {} })),
    },
    {
        id: 'debug-member-of-its-own',
        says: 'A debug member of the registry itself, deep in the answer, does not heed the flag.',
        caughtBy: omitted,
        change: answeringContext((context) => ({
            ...context,
            served: { by: 'registry-1', trace: [{ debugElapsed: 3 }] },
        })),
    },
    {
        id: 'debug-member-on-top',
        says: 'A debug member at the top of the answer does not heed the flag.',
        caughtBy: omitted,
        change: answering((document) => ({ ...document, debugServedBy: 'registry-1' })),
    },
    {
        id: 'debug-nulled',
        says: 'Under the flag the debug members are null instead of absent.',
        caughtBy: everywhere('debug-keys-absent'),
        alsoTrips: [everywhere('no-null-members')],
        change: underFlag((lean) => ({
            ...lean,
            debugPackageName: null,
            debugPayload: null,
            debugCreatedAt: null,
        })),
    },
    {
        id: 'flag-strips-data',
        says: 'The flag also removes keys of choiceContextData that begin with debug.',
        caughtBy: changesNothing,
        change: answeringContext((context, { excludeDebugFields }) => excludeDebugFields ? stripped(context) : context),
    },
    {
        id: 'flag-drops-contracts',
        says: 'Under the flag the last disclosed contract is missing.',
        caughtBy: changesNothing,
        alsoTrips: [everywhere('contract-ids-disclosed')],
        change: answeringContext((context, { excludeDebugFields }) => excludeDebugFields
            ? { ...context, disclosedContracts: context.disclosedContracts.slice(0, -1) }
            : context),
    },
    {
        id: 'flag-shortens-blobs',
        says: 'Under the flag the blobs are cut to save bandwidth.',
        caughtBy: changesNothing,
        change: underFlag((lean) => ({
            ...lean,
            createdEventBlob: lean.createdEventBlob.slice(0, 64),
        })),
    },
    {
        id: 'flag-renames-template',
        says: 'Under the flag template ids lose their package id.',
        caughtBy: changesNothing,
        alsoTrips: [everywhere('template-id-form')],
        change: underFlag((lean) => ({ ...lean, templateId: lean.templateId.slice(65) })),
    },
];
