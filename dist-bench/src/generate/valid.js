import * as fc from 'fast-check';
import { declaredTypes, hasType } from './json-types.js';
import { plain } from './plain.js';
import { asJsonSchema } from './schema.js';
import { below, scopeOf } from './scope.js';
import { smallJson } from './small-json.js';
import { UnsupportedKeywordError } from './unsupported-keyword.js';
import { VOCABULARIES } from './vocabulary/index.js';
/** A recursive schema is entered again this often on one path, then its optional parts are left out. */
const REENTRIES = 2;
/**
 * Values that fit a schema (JSON Schema 2020-12), with `$ref: '#/…'` read against `root`. A value of
 * one `oneOf` branch is not checked against the others, so branches must exclude each other by what
 * they require. Throws UnsupportedKeywordError for a keyword that it does not know.
 */
export function valid(schema, root) {
    const values = validWithin(schema, scopeOf(root, REENTRIES));
    if (values)
        return values;
    const advice = 'No value of bounded depth fits it; give the recursion an end.';
    throw new UnsupportedKeywordError('false', '', advice);
}
/** Values for a schema that stands deeper in a document; `undefined` when none of bounded depth fits. */
export function validWithin(part, from) {
    const found = plain(part, { ...from, reentries: REENTRIES });
    if (!found)
        return undefined;
    const { schema, scope } = found;
    const child = (inner, step) => validWithin(inner, below(scope, step));
    if (schema.oneOf || schema.anyOf)
        return branches(schema, child);
    if (schema.enum || Object.hasOwn(schema, 'const'))
        return fixed(schema);
    return typed(schema, child, scope.pointer);
}
function branches(schema, child) {
    const keyword = schema.oneOf ? 'oneOf' : 'anyOf';
    const { [keyword]: options = [], ...base } = schema;
    const rest = asJsonSchema(base);
    return oneOf(options.map((part, i) => child({ allOf: [rest, part] }, `/${keyword}/${i}`)));
}
function fixed(schema) {
    const listed = Object.hasOwn(schema, 'const') ? [schema.const] : (schema.enum ?? []);
    const fitting = listed.filter((value) => hasType(value, declaredTypes(schema)));
    // The first constant is what the others shrink to.
    const size = (value) => JSON.stringify(value).length;
    const shortestFirst = fitting.sort((a, b) => size(a) - size(b));
    return fitting.length === 0 ? undefined : fc.constantFrom(...shortestFirst);
}
function typed(schema, child, pointer) {
    const types = declaredTypes(schema);
    const speaking = VOCABULARIES.filter(({ type, keywords }) => types ? types.includes(type) : keywords.some((keyword) => Object.hasOwn(schema, keyword)));
    if (!types && speaking.length === 0)
        return smallJson();
    return oneOf(speaking.map((vocabulary) => vocabulary.values(schema, child, pointer)));
}
function oneOf(options) {
    const [first, ...others] = options.filter((option) => option !== undefined);
    if (!first)
        return undefined;
    return others.length === 0 ? first : fc.oneof(first, ...others);
}
