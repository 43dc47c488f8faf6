import { isDeepStrictEqual } from 'node:util';
import { UnsupportedKeywordError } from './unsupported-keyword.js';
const both = (a, b) => {
    if (a === true)
        return b;
    if (b === true)
        return a;
    return a === false || b === false ? false : { allOf: [a, b] };
};
const larger = (a, b) => Math.max(a, b);
const smaller = (a, b) => Math.min(a, b);
/** What two schemas demand together, for each keyword where that can be said with the same keyword. */
const RULES = {
    type: (a, b) => [a].flat().flatMap((type) => [b].flat().flatMap((other) => narrower(type, other))),
    enum: (a, b) => a.filter((value) => b.some((other) => isDeepStrictEqual(value, other))),
    required: (a, b) => [...new Set([...a, ...b])],
    items: both,
    additionalProperties: both,
    uniqueItems: (a, b) => a || b,
    minProperties: larger,
    minItems: larger,
    minLength: larger,
    minimum: larger,
    exclusiveMinimum: larger,
    maxProperties: smaller,
    maxItems: smaller,
    maxLength: smaller,
    maximum: smaller,
    exclusiveMaximum: smaller,
};
/** One schema that a value fits exactly when it fits both. Throws UnsupportedKeywordError where there is none. */
export function merged(a, b, pointer) {
    const out = { ...a, ...b };
    for (const keyword of Object.keys(a)) {
        if (!Object.hasOwn(b, keyword) || keyword === 'properties')
            continue;
        if (isDeepStrictEqual(a[keyword], b[keyword]))
            continue;
        const rule = RULES[keyword];
        if (!rule) {
            const advice = `Its parts differ in "${keyword}", which cannot be said in one schema.`;
            throw new UnsupportedKeywordError('allOf', pointer, advice);
        }
        out[keyword] = rule(a[keyword], b[keyword]);
    }
    const names = new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})]);
    if (names.size > 0) {
        const members = [...names].map((name) => [name, both(member(a, name), member(b, name))]);
        out['properties'] = Object.fromEntries(members);
    }
    return out;
}
/** A schema says something of every member: by name, or of all the others. */
export function member(schema, name) {
    const { properties = {}, additionalProperties = true } = schema;
    return (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? additionalProperties;
}
function narrower(a, b) {
    if (a === b)
        return [a];
    const integral = (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');
    return integral ? ['integer'] : [];
}
