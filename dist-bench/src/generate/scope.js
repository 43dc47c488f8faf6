import { UnsupportedKeywordError } from './unsupported-keyword.js';
export function scopeOf(root, reentries) {
    return { root, pointer: '', trail: [], reentries };
}
export function below(scope, step) {
    return { ...scope, pointer: scope.pointer + step };
}
/** One reference token of a JSON Pointer. */
export function token(name) {
    return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
/** The schema that `$ref` names, or `undefined` when the trail has used up its repeats. */
export function follow($ref, scope) {
    const trail = [...scope.trail, $ref];
    if (trail.length - new Set(trail).size > scope.reentries)
        return undefined;
    if (!/^#(\/|$)/.test($ref))
        throw dangling($ref, scope.pointer);
    const tokens = decodeURIComponent($ref.slice(1)).split('/').slice(1);
    let found = scope.root;
    for (const each of tokens) {
        const name = each.replaceAll('~1', '/').replaceAll('~0', '~');
        found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    }
    if (!isObject(found) && typeof found !== 'boolean')
        throw dangling($ref, scope.pointer);
    return { schema: found, scope: { ...scope, pointer: decodeURIComponent($ref.slice(1)), trail } };
}
function isObject(value) {
    return typeof value === 'object' && value !== null;
}
function dangling($ref, pointer) {
    return new UnsupportedKeywordError('$ref', pointer, `"${$ref}" names no schema of this document; write it as #/… with the path of one.`);
}
