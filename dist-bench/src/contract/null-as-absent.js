import { follow } from './pointer.js';
const shapes = new WeakMap();
/**
 * A copy of `value` without the members that are null and that `schema` names and does not require, at any
 * depth that the schema describes. The very same value when there are none. Free-form objects stay untouched.
 */
export function dropAbsentNulls(contract, schema, value) {
    if (typeof schema === 'boolean' || typeof value !== 'object' || value === null)
        return value;
    const shape = shapeOf(contract, schema);
    return Array.isArray(value)
        ? fromArray(contract, shape, value)
        : fromObject(contract, shape, value);
}
function fromArray(contract, { items }, value) {
    if (items === undefined)
        return value;
    const kept = value.map((item) => dropAbsentNulls(contract, items, item));
    return kept.some((item, index) => item !== value[index]) ? kept : value;
}
function fromObject(contract, { members, required }, value) {
    let copy;
    for (const [name, schema] of members) {
        if (!Object.hasOwn(value, name))
            continue;
        const member = value[name];
        if (member === null && !required.has(name)) {
            copy ??= { ...value };
            delete copy[name];
            continue;
        }
        const kept = dropAbsentNulls(contract, schema, member);
        if (kept !== member) {
            copy ??= { ...value };
            copy[name] = kept;
        }
    }
    return copy ?? value;
}
function shapeOf(contract, schema) {
    let known = shapes.get(contract);
    if (known === undefined) {
        known = new WeakMap();
        shapes.set(contract, known);
    }
    let shape = known.get(schema);
    if (shape === undefined) {
        shape = { members: new Map(), required: new Set(), items: undefined };
        gather(contract, schema, shape);
        known.set(schema, shape);
    }
    return shape;
}
function gather(contract, schema, into) {
    if (typeof schema === 'boolean')
        return;
    const { $ref, allOf, properties, required, items } = schema;
    if ($ref !== undefined)
        gather(contract, follow(contract.document, $ref), into);
    for (const part of allOf ?? [])
        gather(contract, part, into);
    for (const [name, member] of Object.entries(properties ?? {})) {
        into.members.set(name, both(into.members.get(name), member));
    }
    for (const name of required ?? [])
        into.required.add(name);
    if (items !== undefined)
        into.items = both(into.items, items);
}
function both(earlier, later) {
    return earlier === undefined ? later : { allOf: [earlier, later] };
}
