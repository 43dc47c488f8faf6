/** The JSON types that a value has; a whole number has two. */
function typesOf(value) {
    if (value === null)
        return ['null'];
    if (Array.isArray(value))
        return ['array'];
    if (typeof value === 'number')
        return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
    return [typeof value];
}
/** The types that a schema names, as a list; `undefined` when it names none. */
export function declaredTypes(schema) {
    return schema.type === undefined ? undefined : [schema.type].flat();
}
/** True when the value has one of the types, or when no types are named. */
export function hasType(value, types) {
    return types === undefined || typesOf(value).some((type) => types.includes(type));
}
/** JSON text that is equal for equal values, whatever the order of their members. */
export function canonical(value) {
    if (Array.isArray(value))
        return `[${value.map(canonical).join()}]`;
    if (typeof value !== 'object' || value === null)
        return JSON.stringify(value);
    const members = Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`);
    return `{${members.sort().join()}}`;
}
