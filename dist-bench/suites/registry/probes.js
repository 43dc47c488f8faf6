/** What is sent to the registry: the families of requests that every operation gets. */
import fc, {} from 'fast-check';
import { breakers, call, rewritten, valid, } from '../../src/index.js';
import { ask } from './subject.js';
/** One request a case. */
export const single = (calls) => calls.map((c) => [c]);
/** The same stratum of cases whatever the fixtures are. */
export const only = (label, cases) => [
    { label, cases },
];
export function sharedProbes(subject) {
    const { operation, binds, good, twin, options: plainly } = subject;
    const base = { operation, ...binds, twin };
    const named = (name) => `${operation.chapter}/${name}`;
    const each = (fixtures, make) => single(good(fixtures).map(make));
    return {
        optional: {
            ...base,
            id: named('optional-members'),
            sends: 'valid bodies with each subset of the optional members',
            share: 0.5,
            least: 2,
            strata: (fixtures) => optionalMembers(subject, fixtures),
        },
        flagSequence: {
            ...base,
            id: named('flag-sequence'),
            sends: 'the same question six times in a row, with the flag false, true, false, absent, true, false',
            share: 0.2,
            strata: (fixtures) => {
                const cases = fc
                    .tuple(good(fixtures), otherOptions(subject))
                    .map(([g, options]) => [false, true, false, undefined, true, false].map((flag) => flagged(subject, g, options, flag)));
                return only('in-a-row', cases);
            },
        },
        together: {
            ...base,
            id: named('flags-together'),
            sends: 'the flag true and then false, and then six requests at the same time with mixed flags',
            share: 0.1,
            togetherAfter: 2,
            strata: (fixtures) => {
                const cases = fc
                    .tuple(good(fixtures), good(fixtures), otherOptions(subject))
                    .map(([one, two, options]) => [true, false, true, false, undefined, true, false, true].map((flag, i) => flagged(subject, i === 6 || i === 7 ? two : one, options, flag)));
                return only('concurrent', cases);
            },
        },
        spelling: {
            ...base,
            id: named('spelling'),
            sends: 'the same JSON value with other white space and key order, and with a charset parameter',
            share: 0.125,
            strata: (fixtures) => {
                const cases = fc.tuple(good(fixtures), fc.boolean()).chain(([g, flag]) => {
                    const options = { ...plainly, excludeDebugFields: flag };
                    const plain = ask(operation, g, options);
                    const charset = {
                        ...plain,
                        headers: { 'content-type': 'application/json; charset=utf-8' },
                    };
                    const value = { ...g.members, ...options };
                    return rewritten(value).map((text) => [plain, { ...plain, body: text }, charset, plain]);
                });
                return only('other-text', cases);
            },
        },
        unknownMember: {
            ...base,
            id: named('unknown-member'),
            sends: 'a valid body with one more top-level member',
            share: 0.05,
            strata: (fixtures) => {
                const extra = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant({ nested: [1] }));
                const cases = fc
                    .tuple(good(fixtures), extra)
                    .map(([g, value]) => ask(operation, g, { ...plainly, assayUnknownMember: value }));
                return only('extra', single(cases));
            },
        },
        broken: brokenBodies(subject),
        malformedJson: {
            ...base,
            id: named('malformed-json'),
            sends: 'a body that is not JSON',
            wrong: 'framing',
            share: 0.125,
            strata: (fixtures) => only('not-json', fc.tuple(good(fixtures), fc.constantFrom(...MALFORMED)).map(([g, spoil]) => {
                const text = JSON.stringify({ ...g.members, ...plainly });
                return [{ ...ask(operation, g), body: spoil(text) }];
            })),
        },
        missingBody: {
            ...base,
            id: named('missing-body'),
            sends: 'no body, and an empty one',
            wrong: 'framing',
            share: 0.05,
            least: 1,
            strata: (fixtures) => [
                { label: 'no-body', cases: each(fixtures, ({ path }) => call(operation, { path })) },
                {
                    label: 'empty-body',
                    cases: each(fixtures, ({ path }) => call(operation, { path, text: '' })),
                },
            ],
        },
        wrongMediaType: {
            ...base,
            id: named('wrong-media-type'),
            sends: 'JSON that is labelled as something else',
            wrong: 'framing',
            share: 0.05,
            strata: (fixtures) => {
                const types = fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'application/xml');
                const cases = fc.tuple(good(fixtures), types).map(([g, type]) => ({
                    ...ask(operation, g, plainly),
                    headers: { 'content-type': type },
                }));
                return only('mislabelled', single(cases));
            },
        },
        wrongMethod: {
            ...base,
            id: named('wrong-method'),
            sends: 'GET and PUT in place of the documented method',
            wrong: 'framing',
            share: 0.05,
            least: 1,
            strata: (fixtures) => [
                {
                    label: 'get',
                    cases: each(fixtures, ({ path }) => call(operation, { path, method: 'GET' })),
                },
                {
                    label: 'put',
                    cases: each(fixtures, (g) => ({ ...ask(operation, g, plainly), method: 'PUT' })),
                },
            ],
        },
        preflight: {
            ...base,
            id: named('preflight'),
            sends: 'the OPTIONS request that a browser sends before it asks',
            wrong: 'framing',
            share: 0.025,
            least: 0,
            strata: (fixtures) => only('options', each(fixtures, ({ path }) => ({
                ...call(operation, { path, method: 'OPTIONS' }),
                headers: {
                    origin: 'https://wallet.example',
                    'access-control-request-method': operation.method,
                    'access-control-request-headers': 'content-type',
                },
            }))),
        },
    };
}
/** Ways to spoil a JSON text that no JSON parser may accept. */
export const MALFORMED = [
    (text) => text.slice(0, -1),
    (text) => `${text}}`,
    (text) => text.replaceAll('"', "'"),
    (text) => text.replace(/}$/, ',}'),
    () => 'not json',
    (text) => text.replace('false', 'False'),
    () => '{"excludeDebugFields":}',
];
function flagged({ operation }, good, options, flag) {
    return ask(operation, good, flag === undefined ? options : { ...options, excludeDebugFields: flag });
}
/** The optional members of the request schema, from the document. */
function optionalNames({ operation }) {
    const { properties = {}, required = [] } = resolved(operation.request, operation.contract.document);
    return Object.keys(properties).filter((name) => !required.includes(name));
}
function resolved(schema, root) {
    const ref = schema?.$ref;
    if (ref === undefined)
        return (schema ?? {});
    const found = ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], root);
    return found;
}
/** Every valid value of the optional members but the flag. */
function otherOptions(subject) {
    const names = optionalNames(subject).filter((name) => name !== 'excludeDebugFields');
    return names.length === 0
        ? fc.constant({})
        : fc.record(memberValues(subject, names), { requiredKeys: [] });
}
function memberValues({ operation }, names) {
    const root = operation.contract.document;
    const { properties = {} } = resolved(operation.request, root);
    return Object.fromEntries(names.map((name) => [name, valid(properties[name] ?? true, root)]));
}
/** Plain values: what else meta and the flag may be is the business of other requirements. */
const PLAIN_OPTIONS = {
    meta: [{}, { note: 'plain' }],
    excludeDebugFields: [false, true],
};
/** One stratum for each subset of the optional members. */
function optionalMembers(subject, fixtures) {
    const names = optionalNames(subject);
    return Array.from({ length: 2 ** names.length }, (_, bits) => {
        const chosen = names.filter((_, i) => bits & (1 << i));
        const values = chosen.map((name) => [name, fc.constantFrom(...(PLAIN_OPTIONS[name] ?? []))]);
        const cases = fc
            .tuple(subject.good(fixtures), fc.record(Object.fromEntries(values)))
            .map(([g, options]) => ask(subject.operation, g, options));
        return { label: chosen.join('-and-') || 'none', cases: single(cases) };
    });
}
/** Values that frameworks are tempted to take, by the label of what they break. */
const TEMPTING = {
    'excludeDebugFields-type': ['true', 'yes', 1, 0, [], {}],
    type: [[], 'text', 1],
    'meta-type': ['text', [], 1],
    'choiceArguments-type': [null, [], 'text', 1],
};
/** The member that the tempting values take the place of, by the same labels; none = the whole body. */
const TEMPTED = {
    'excludeDebugFields-type': 'excludeDebugFields',
    'meta-type': 'meta',
    'choiceArguments-type': 'choiceArguments',
};
function brokenBodies(subject) {
    const { operation, binds, twin, good } = subject;
    const all = breakers(operation.request ?? true, operation.contract.document);
    return new Map(all.map((breaker) => {
        const tempting = TEMPTING[breaker.label] ?? [];
        const probe = {
            operation,
            ...binds,
            twin,
            id: `${operation.chapter}/broken-${breaker.label.toLowerCase()}`,
            sends: `the twin with one thing broken: ${breaker.keyword} at ${breaker.at || 'the body itself'}`,
            wrong: 'schema',
            share: tempting.length > 3 ? 0.2 : 0.1,
            least: tempting.length > 4 ? 2 : 1,
            strata: (fixtures) => [
                ...tempting.map((value) => tempt(subject, fixtures, TEMPTED[breaker.label], value)),
                { label: breaker.label, cases: brokenBy(breaker, good(fixtures), subject) },
            ],
        };
        return [breaker.label, probe];
    }));
}
function tempt({ operation, good, options }, fixtures, name, value) {
    const label = `${name ?? 'body'}-${JSON.stringify(value)}`;
    const cases = good(fixtures).map(({ path, members }) => {
        const json = name === undefined ? value : { ...members, ...options, [name]: value };
        return call(operation, { path, json });
    });
    return { label, cases: single(cases) };
}
function brokenBy(breaker, goods, { operation, options }) {
    const cases = goods.chain((g) => breaker
        .values(fc.constant({ ...g.members, ...options }))
        .map((json) => call(operation, { path: g.path, json })));
    return single(cases);
}
