import { describe } from './describe.js';
import { follow, step } from './pointer.js';
const NOUNS = {
    string: 'a string',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    object: 'an object',
    array: 'an array',
    null: 'null',
};
const WORDINGS = {
    type: ({ schema }) => nounOf(schema),
    enum: ({ schema }) => `one of ${listed(schema)}`,
    const: ({ schema }) => describe(schema),
    minimum: (_, { limit }) => `a number of at least ${limit}`,
    maximum: (_, { limit }) => `a number of at most ${limit}`,
    exclusiveMinimum: (_, { limit }) => `a number above ${limit}`,
    exclusiveMaximum: (_, { limit }) => `a number below ${limit}`,
    multipleOf: ({ schema }) => `a multiple of ${schema}`,
    minLength: (_, { limit }) => `a string of ${counted(limit, 'character')} or more`,
    maxLength: (_, { limit }) => `a string of ${counted(limit, 'character')} or fewer`,
    pattern: ({ schema }) => `a string that matches ${schema}`,
    minItems: (_, { limit }) => `an array of ${counted(limit, 'item')} or more`,
    maxItems: (_, { limit }) => `an array of ${counted(limit, 'item')} or fewer`,
    uniqueItems: () => 'an array without equal items',
    minProperties: (_, { limit }) => `an object with ${counted(limit, 'member')} or more`,
    maxProperties: (_, { limit }) => `an object with ${counted(limit, 'member')} or fewer`,
    additionalProperties: () => 'nothing',
    unevaluatedProperties: () => 'nothing',
    propertyNames: (_, { propertyName }) => `another name than ${describe(propertyName)}`,
    anyOf: () => 'one of the documented shapes',
    oneOf: () => 'exactly one of the documented shapes',
    not: () => 'another value',
    'false schema': () => 'nothing',
};
/** Puts an error of the validator into words; `contract` is needed to say what a missing member would be. */
export function schemaError(contract, error) {
    const params = error.params;
    const { keyword, instancePath } = error;
    if (params.missingProperty !== undefined) {
        return {
            at: instancePath + step(params.missingProperty),
            keyword,
            expected: memberNoun(contract, error.parentSchema, params.missingProperty),
            actual: describe(undefined),
        };
    }
    const extra = params.additionalProperty ?? params.unevaluatedProperty;
    return {
        at: extra === undefined ? instancePath : instancePath + step(extra),
        keyword,
        expected: WORDINGS[keyword]?.(error, params) ?? error.message ?? `a value that fits ${keyword}`,
        actual: describe(extra === undefined ? error.data : memberOf(error.data, extra)),
    };
}
function nounOf(type) {
    const types = Array.isArray(type) ? type : [type];
    return types.map((name) => NOUNS[String(name)] ?? 'a value').join(' or ');
}
function memberNoun(contract, parent, name) {
    let schema = memberOf(memberOf(parent, 'properties'), name);
    for (let hops = 0; hops < 8 && typeof schema === 'object'; hops++) {
        if (schema['type'] !== undefined)
            return nounOf(schema['type']);
        if (typeof schema['$ref'] !== 'string')
            break;
        schema = follow(contract.document, schema['$ref'].replace(/^[^#]*/, ''));
    }
    return 'a value';
}
function memberOf(value, name) {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? value[name]
        : undefined;
}
function listed(values) {
    return (Array.isArray(values) ? values : [values]).map((value) => describe(value)).join(', ');
}
function counted(count, noun) {
    return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
