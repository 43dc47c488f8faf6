import { isRecord } from './read-body.js';
import { crash, Refusal } from './reply.js';
/** The requirement of that name in each chapter. */
export const everywhere = (name) => `registry/*/${name}`;
/** The requirement of that name in the three chapters on one allocation. */
export const contexts = (name) => `registry/{withdraw,execute-transfer,cancel}/${name}`;
/** The requirement of that name in the factory's chapter. */
export const factory = (name) => `registry/allocation-factory/${name}`;
/** The context of an answer, wherever it sits. */
export function contextOf(document) {
    return 'choiceContext' in document ? document.choiceContext : document;
}
/** A copy without those members. */
export function without(value, ...names) {
    return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
/** A change that answers with another document. */
export const answering = (edit) => ({ answer }) => ({ answer: (asked) => edit(answer(asked), asked) });
/** A change that answers with another context; the factory keeps what is around it. */
export const answeringContext = (edit) => answering((document, asked) => {
    const edited = edit(contextOf(document), asked);
    return 'choiceContext' in document
        ? { ...document, choiceContext: edited }
        : edited;
});
/** A change that answers with other choiceContextData. */
export const answeringData = (edit) => answeringContext((context, asked) => ({
    ...context,
    choiceContextData: edit(context.choiceContextData.values, asked),
}));
/** A change that answers with other disclosed contracts. */
export const answeringContracts = (edit) => answeringContext((context, asked) => ({
    ...context,
    disclosedContracts: context.disclosedContracts.map((contract, index) => edit(contract, index, asked)),
}));
/** Several changes put on in turn. */
export const together = (...changes) => (honest, model) => {
    const steps = { ...honest };
    for (const change of changes)
        Object.assign(steps, change({ ...steps }, model));
    return steps;
};
/** A change that sends another error answer. */
export const refusing = (edit) => ({ refuse }) => ({
    refuse: (refusal, incoming) => edit(refuse(refusal, incoming), refusal, incoming),
});
/** A change that takes the members of a body for others before they are validated. */
export const reading = (edit) => ({ check }) => ({
    check: (value, route) => check(isRecord(value) ? edit(value, route) : value, route),
});
/** A change that refuses the bodies for which `bad` holds, with 400 unless told otherwise. */
export const refusingBodies = (bad, refusal = BAD_BODY) => ({ check }) => ({
    check: (value, route) => (isRecord(value) && bad(value, route) ? refusal : check(value, route)),
});
const BAD_BODY = new Refusal(400, 'business', 'The request cannot be served.');
/** A change that falls over, with 500, on the bodies for which `bad` holds. */
export const crashingOn = (bad) => refusingBodies(bad, crash());
/** Counts calls: true at each n-th of them. */
export function everyNth(n) {
    let calls = 0;
    return () => {
        calls += 1;
        return calls % n === 0;
    };
}
