/** An operation together with the requests that its registry should accept. */
import fc, {} from 'fast-check';
import { call, choiceArguments, } from '../../src/index.js';
/** A request with the required parts of `good` and these optional members. */
export function ask(operation, { path, members }, optional = {}) {
    return call(operation, { path, json: { ...members, ...optional } });
}
/** A choice context of an allocation: it needs the id of a live one. */
export function context(operation) {
    const live = (allocationId) => ({ path: { allocationId }, members: {} });
    const options = { meta: {}, excludeDebugFields: false };
    return {
        operation,
        options,
        fixture: 'allocations',
        binds: { needs: 'allocations' },
        good: ({ allocations }) => fc.constantFrom(...allocations.map(live)),
        twin: ({ allocations: [first] }) => first === undefined ? undefined : ask(operation, live(first), options),
    };
}
/** The allocation factory: without declared arguments well-formed ones are tried, and may be refused. */
export function factory(operation) {
    const from = (args) => ({ path: {}, members: { choiceArguments: args } });
    const candidates = ({ choiceArguments: declared }) => declared.length > 0 ? declared : [fakeArguments()];
    const options = { excludeDebugFields: false };
    return {
        operation,
        options,
        fixture: 'choiceArguments',
        binds: { betterWith: 'choiceArguments' },
        good: (fixtures) => fc.constantFrom(...candidates(fixtures).map(from)),
        twin: (fixtures) => ask(operation, from(candidates(fixtures)[0]), options),
    };
}
function fakeArguments() {
    return fc.sample(choiceArguments([]).around, { seed: 1, numRuns: 1 })[0];
}
