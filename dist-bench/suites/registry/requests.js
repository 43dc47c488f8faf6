/** What a registry owes to requests: which are accepted, which refused, and what makes no difference. */
import { finding, requirement } from '../../src/index.js';
import { owes200, owesRefusal } from '../answers.js';
import { drift } from './compare.js';
/** The requirements on requests that every operation of the registry shares. */
export function requests({ operation }, probes) {
    const id = (name) => `registry/${operation.chapter}/${name}`;
    return [
        requirement({
            id: id('optional-members'),
            level: 'MUST',
            clause: 'optional-members-may-be-left-out',
            says: 'Each subset of the optional members is accepted.',
            probes: [probes.optional],
            withTwin: true,
            check: ({ response }) => owes200(response.status),
        }),
        requirement({
            id: id('unknown-members-tolerated'),
            level: 'SHOULD',
            clause: 'request-objects-are-open',
            says: 'A member that the contract does not know does not make a request fail.',
            probes: [probes.unknownMember],
            withTwin: true,
            check: ({ response }) => owes200(response.status),
        }),
        requirement({
            id: id('json-text-irrelevant'),
            level: 'MUST',
            clause: 'json-spelling-is-irrelevant',
            says: 'White space and the order of keys in the request change nothing.',
            probes: [probes.spelling],
            withTwin: true,
            relation: ([plain, rewritten, , again]) => plain && rewritten && again && drift(plain, rewritten, again),
        }),
        requirement({
            id: id('media-type-parameter'),
            level: 'SHOULD',
            clause: 'charset-parameter-has-no-effect',
            says: 'A charset parameter of the request changes nothing.',
            probes: [probes.spelling],
            withTwin: true,
            relation: ([plain, , charset, again]) => plain && charset && again && drift(plain, charset, again),
        }),
        requirement({
            id: id('malformed-json-refused'),
            level: 'MUST',
            clause: 'requests-are-json',
            says: 'A body that is not JSON is refused.',
            probes: [probes.malformedJson],
            withTwin: true,
            check: ({ response }) => owesRefusal(response.status, '400'),
        }),
        requirement({
            id: id('body-required'),
            level: 'MUST',
            clause: 'request-body-is-required',
            says: 'A request without a body is refused.',
            probes: [probes.missingBody],
            withTwin: true,
            check: ({ response }) => owesRefusal(response.status, '400'),
        }),
        requirement({
            id: id('wrong-method-refused'),
            level: 'SHOULD',
            clause: 'other-methods-are-refused',
            says: 'Another method than the documented one is refused.',
            probes: [probes.wrongMethod],
            withTwin: true,
            check: ({ response: { status } }) => status === 501 ? [] : owesRefusal(status, '404 or 405'),
        }),
        ...refused(id, 'body-type-refused', 'MUST', 'request-body-is-an-object', probes.broken.get('type')),
        ...refused(id, 'flag-type-refused', 'MUST', 'exclude-debug-fields-is-boolean', probes.broken.get('excludeDebugFields-type')),
        ...refused(id, 'meta-type-refused', 'SHOULD', 'meta-is-an-object-of-strings', probes.broken.get('meta-type')),
        ...refused(id, 'meta-value-type-refused', 'SHOULD', 'meta-is-an-object-of-strings', probes.broken.get('meta-value-type')),
        ...refused(id, 'choice-arguments-required', 'MUST', 'choice-arguments-are-required', probes.broken.get('choiceArguments-required')),
        // The reference registry of the standard takes any JSON here, so this cannot be more than a SHOULD.
        ...refused(id, 'choice-arguments-type-refused', 'SHOULD', 'choice-arguments-are-an-object', probes.broken.get('choiceArguments-type')),
        requirement({
            id: id('refused-with-400'),
            level: 'SHOULD',
            clause: 'broken-requests-are-bad-requests',
            says: 'The refusal of a body that breaks the request schema is a 400.',
            probes: [...probes.broken.values()],
            withTwin: true,
            check: ({ response: { status } }) => {
                if (status < 400 || status >= 500)
                    return undefined;
                return status === 400 ? [] : [finding('status', '400', `${status}`)];
            },
        }),
        requirement({
            id: id('cors'),
            level: 'MAY',
            clause: 'browsers-may-be-let-in',
            says: 'A browser of another origin may ask: the preflight request is answered with its permission.',
            probes: [probes.preflight],
            check: ({ response }) => {
                const allowed = response.headers['access-control-allow-origin'];
                return allowed ? [] : [finding('access-control-allow-origin', 'an origin', 'nothing')];
            },
        }),
    ];
}
/** A body with one thing broken is refused. No requirement where the schema has no such thing. */
function refused(id, name, level, clause, probe) {
    if (probe === undefined)
        return [];
    return [
        requirement({
            id: id(name),
            level,
            clause,
            says: SAYS[name] ?? '',
            probes: [probe],
            withTwin: true,
            check: ({ response }) => owesRefusal(response.status, '400'),
        }),
    ];
}
const SAYS = {
    'body-type-refused': 'A body that is JSON but not an object is refused.',
    'flag-type-refused': 'excludeDebugFields is a boolean: strings and numbers are refused, not converted.',
    'meta-type-refused': 'meta is an object: any other value is refused.',
    'meta-value-type-refused': 'The values of meta are strings: any other value is refused.',
    'choice-arguments-required': 'choiceArguments is required: a body without it is refused.',
    'choice-arguments-type-refused': 'choiceArguments is an object: any other value is refused.',
};
