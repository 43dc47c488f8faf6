import { canonical, declaredTypes, hasType } from '../json-types.js';
import { replacedBy } from './replace.js';
/** Values of the right type that the list has not got: other spellings of the ones it has, too. */
export const enumeration = {
    keyword: 'enum',
    breaks: (schema) => (schema.enum ? replacedBy(outside(schema.enum, declaredTypes(schema))) : []),
};
export const constant = {
    keyword: 'const',
    breaks: (schema) => Object.hasOwn(schema, 'const')
        ? replacedBy(outside([schema.const], declaredTypes(schema)))
        : [],
};
function outside(listed, types) {
    const inside = new Set(listed.map(canonical));
    return listed
        .flatMap(neighbours)
        .filter((value) => hasType(value, types) && !inside.has(canonical(value)));
}
function neighbours(value) {
    if (typeof value === 'string') {
        return ['', 'other', value.toUpperCase(), value.toLowerCase(), ` ${value}`, `${value}s`];
    }
    if (typeof value === 'number')
        return [value + 1, value - 1];
    if (typeof value === 'boolean')
        return [!value];
    return ['other', 0, [], { other: true }];
}
