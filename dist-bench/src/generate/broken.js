import * as fc from 'fast-check';
import { listOf, objectOf } from './breakers/breaking.js';
import { BREAKINGS } from './breakers/index.js';
import { declaredTypes } from './json-types.js';
import { member } from './merge.js';
import { plain } from './plain.js';
import { below, scopeOf, token } from './scope.js';
import { validWithin } from './valid.js';
/**
 * Every way to break a value of this schema at one place, each keyword by itself. Recursive schemas
 * are broken at their first level, unions as a whole. Throws UnsupportedKeywordError like `valid`.
 */
export function breakers(schema, root) {
    return breaksWithin(schema, scopeOf(root, 0), true).map(({ keyword, at, words, edits }) => ({
        keyword,
        at,
        label: [...words, keyword].join('-').replaceAll(/[^A-Za-z0-9]+/g, '-'),
        values: (base) => fc.tuple(base, edits).map(([value, edit]) => edit(value)),
    }));
}
function breaksWithin(schema, from, nullIsWrong) {
    const found = plain(schema, from);
    if (!found)
        return [];
    return [
        ...ownBreaks(found, nullIsWrong),
        ...memberBreaks(found),
        ...mapBreaks(found),
        ...itemBreaks(found),
    ];
}
function ownBreaks({ schema, scope }, nullIsWrong) {
    const place = {
        nullIsWrong,
        values: (kind) => validWithin((kind === 'item' ? schema.items : schema.additionalProperties) ?? true, scope),
        branchTypes: () => {
            const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
            const types = branches.map((branch) => declaredTypes(plain(branch, scope)?.schema ?? {}));
            return types.some((each) => each === undefined)
                ? undefined
                : types.flatMap((each) => each ?? []);
        },
    };
    return BREAKINGS.flatMap(({ keyword, breaks }) => breaks(schema, place).map(({ member: name, edits }) => ({
        keyword,
        at: name === undefined ? '' : token(name),
        words: name === undefined ? [] : [name],
        edits,
    })));
}
function memberBreaks({ schema, scope }) {
    return Object.keys(schema.properties ?? {}).flatMap((name) => {
        const part = member(schema, name);
        const inside = below(scope, `/properties${token(name)}`);
        const spares = validWithin(part, inside);
        if (!spares)
            return [];
        const required = schema.required?.includes(name) ?? false;
        return breaksWithin(part, inside, required).map((inner) => lifted(inner, token(name), name, spares, (edit, spare) => (value) => {
            const object = objectOf(value);
            return { ...object, [name]: edit(Object.hasOwn(object, name) ? object[name] : spare) };
        }));
    });
}
/** Null is never used as a map's value: servers may read such an entry as not there. */
function mapBreaks({ schema, scope }) {
    const values = schema.additionalProperties;
    if (hasMembers(schema) || typeof values !== 'object')
        return [];
    const inside = below(scope, '/additionalProperties');
    const spares = validWithin(values, inside);
    if (!spares)
        return [];
    return breaksWithin(values, inside, false).map((inner) => lifted(inner, '/*', 'value', spares, (edit, spare, die) => (value) => {
        const map = objectOf(value);
        const name = pick(Object.keys(map), die) ?? 'key';
        return { ...map, [name]: edit(Object.hasOwn(map, name) ? map[name] : spare) };
    }));
}
function itemBreaks({ schema, scope }) {
    const { items, prefixItems, maxItems = Infinity } = schema;
    if (typeof items !== 'object' || prefixItems || maxItems === 0)
        return [];
    const inside = below(scope, '/items');
    const spares = validWithin(items, inside);
    if (!spares)
        return [];
    return breaksWithin(items, inside, false).map((inner) => lifted(inner, '/*', 'item', spares, (edit, spare, die) => (value) => {
        const list = listOf(value).length > 0 ? listOf(value) : [spare];
        return list.with(die % list.length, edit(list[die % list.length]));
    }));
}
/** The break of a part as a break of the whole; `die` picks one of several parts. */
function lifted(inner, step, word, spares, lift) {
    return {
        keyword: inner.keyword,
        at: step + inner.at,
        words: [word, ...inner.words],
        edits: fc
            .tuple(inner.edits, spares, fc.nat(60))
            .map(([edit, spare, die]) => lift(edit, spare, die)),
    };
}
function hasMembers(schema) {
    return Object.keys(schema.properties ?? {}).length > 0;
}
function pick(names, die) {
    return names[die % Math.max(1, names.length)];
}
