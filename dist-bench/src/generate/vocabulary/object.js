import * as fc from 'fast-check';
import { member } from '../merge.js';
import { token } from '../scope.js';
import { mapsOf, smallJson } from '../small-json.js';
const SPARE = 3;
export const object = {
    type: 'object',
    keywords: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
    values: (schema, child) => {
        const { properties = {}, required = [] } = schema;
        const names = new Set([...Object.keys(properties), ...required]);
        return names.size === 0 ? maps(schema, child) : records(schema, child, names);
    },
};
/** Members that nobody named are left out: whether a server minds them is a question of its own. */
function records(schema, child, names) {
    const { required = [], minProperties = 0, maxProperties = Infinity } = schema;
    const members = [];
    for (const name of names) {
        const values = child(member(schema, name), `/properties${token(name)}`);
        if (values)
            members.push([name, values]);
        else if (required.includes(name))
            return undefined;
    }
    const options = { requiredKeys: [...required], noNullPrototype: true };
    const values = fc.record(Object.fromEntries(members), options);
    const size = (value) => Object.keys(value).length;
    if (members.length < minProperties || required.length > maxProperties)
        return undefined;
    if (required.length >= minProperties && members.length <= maxProperties)
        return values;
    return values.filter((value) => size(value) >= minProperties && size(value) <= maxProperties);
}
function maps(schema, child) {
    const { additionalProperties = true, minProperties = 0, maxProperties = Infinity } = schema;
    const most = Math.min(maxProperties, minProperties + SPARE);
    const values = additionalProperties === true
        ? smallJson()
        : child(additionalProperties, '/additionalProperties');
    if (values && most > 0)
        return mapsOf(values, minProperties, most);
    return minProperties === 0 ? fc.constant({}) : undefined;
}
