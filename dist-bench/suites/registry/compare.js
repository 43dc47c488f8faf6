/** Comparing answers of a registry whose reference data may rotate between two requests. */
import { describe, finding } from '../../src/index.js';
const leavesOf = new WeakMap();
export function leaves(body) {
    if (typeof body !== 'object' || body === null)
        return new Map([['', JSON.stringify(body) ?? '']]);
    const known = leavesOf.get(body);
    if (known)
        return known;
    const found = new Map();
    collect(body, '', found);
    leavesOf.set(body, found);
    return found;
}
function collect(value, at, into) {
    if (Array.isArray(value)) {
        const isDisclosed = at.endsWith('/disclosedContracts');
        const seen = new Map();
        for (const [i, item] of value.entries()) {
            const id = isDisclosed ? contractIdOf(item) : undefined;
            const copy = seen.get(id) ?? 0;
            seen.set(id, copy + 1);
            // Identical duplicates are tolerated, so that a second copy has a place of its own.
            collect(item, `${at}/${id === undefined ? i : `${id}${copy > 0 ? `(${copy + 1})` : ''}`}`, into);
        }
        if (value.length === 0)
            into.set(at, '[]');
    }
    else if (typeof value === 'object' && value !== null) {
        const entries = Object.entries(value).filter(([, member]) => member !== null);
        for (const [key, member] of entries)
            collect(member, `${at}/${key.replaceAll('/', '~1')}`, into);
        if (entries.length === 0)
            into.set(at, '{}');
    }
    else
        into.set(at, JSON.stringify(value));
}
function contractIdOf(item) {
    return item?.contractId;
}
/** True for members that excludeDebugFields is about, and what lies below them. */
export function isDebug(at) {
    return /\/debug[^/]*/.test(at.replace(/\/choiceContextData.*/, ''));
}
/**
 * What `middle` has otherwise than both its neighbours agree on, leaving out the places that `ignore`
 * names. Where the neighbours differ from each other the data has moved, and nothing is said.
 */
export function drift(before, middle, after, ignore = () => false) {
    if (before.response.status !== 200 || after.response.status !== 200)
        return undefined;
    if (middle.response.status !== 200)
        return otherStatus(middle);
    const [a, b, c] = [before, middle, after].map((e) => leaves(e.response.body));
    const found = [];
    for (const [at, value] of a) {
        if (ignore(at) || c.get(at) !== value || b.get(at) === value)
            continue;
        found.push(finding(at, cut(value), cut(b.get(at))));
    }
    for (const [at, value] of b) {
        if (!ignore(at) && !a.has(at) && !c.has(at) && settledAround(a, c))
            found.push(finding(at, 'nothing', cut(value)));
    }
    return found;
}
/** New places mean something only while the neighbours have the same places. */
function settledAround(a, c) {
    return a.size === c.size && [...a.keys()].every((at) => c.has(at));
}
function otherStatus(middle) {
    const { status } = middle.response;
    return status === 429 || status >= 502 ? undefined : [finding('status', '200', `${status}`)];
}
function cut(json) {
    return json === undefined ? 'nothing' : json.length > 80 ? `${json.slice(0, 80)}…` : json;
}
export function same(a, b) {
    const [one, two] = [leaves(a.response.body), leaves(b.response.body)];
    return one.size === two.size && [...one].every(([at, value]) => two.get(at) === value);
}
/** The first place where two answers differ. */
export function difference(a, b) {
    const [one, two] = [leaves(a.response.body), leaves(b.response.body)];
    const at = [...one.keys(), ...two.keys()].find((place) => one.get(place) !== two.get(place)) ?? '';
    return finding(at, cut(one.get(at)), describe(cut(two.get(at)), 90));
}
