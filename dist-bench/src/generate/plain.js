import { merged } from './merge.js';
import { below, follow } from './scope.js';
import { UnsupportedKeywordError } from './unsupported-keyword.js';
import { VOCABULARIES } from './vocabulary/index.js';
const APPLICATORS = ['$ref', 'type', 'const', 'enum', 'allOf', 'anyOf', 'oneOf'];
/** Keywords that tell a reader something and no validator. */
const ANNOTATIONS = [
    '$anchor',
    '$comment',
    '$defs',
    '$id',
    '$schema',
    'contentEncoding',
    'contentMediaType',
    'default',
    'deprecated',
    'description',
    'discriminator',
    'example',
    'examples',
    'externalDocs',
    'nullable',
    'readOnly',
    'title',
    'writeOnly',
    'xml',
];
const SHAPING = new Set([...APPLICATORS, ...VOCABULARIES.flatMap((each) => each.keywords)]);
const SILENT = new Set(ANNOTATIONS);
/**
 * The schema with references followed, `allOf` merged and annotations dropped; `undefined` when no
 * value of bounded depth fits it. Throws UnsupportedKeywordError at the first keyword nobody knows.
 */
export function plain(schema, scope) {
    if (schema === false)
        return undefined;
    if (schema === true)
        return { schema: {}, scope };
    const { $ref, allOf = [], ...own } = shaping(schema, scope.pointer);
    const parts = allOf.map((part, index) => plain(part, below(scope, `/allOf/${index}`)));
    if ($ref !== undefined) {
        const target = follow($ref, scope);
        parts.unshift(target && plain(target.schema, target.scope));
    }
    if (parts.length === 0)
        return { schema: own, scope };
    const found = parts.filter((part) => part !== undefined);
    if (found.length < parts.length)
        return undefined;
    const trails = found.flatMap((part) => part.scope.trail.slice(scope.trail.length));
    const first = found[0]?.scope ?? scope;
    return {
        schema: found.reduceRight((rest, part) => merged(part.schema, rest, scope.pointer), own),
        scope: { ...first, trail: [...scope.trail, ...new Set(trails)] },
    };
}
function shaping(schema, pointer) {
    const kept = Object.entries(schema).filter(([keyword]) => {
        if (SHAPING.has(keyword))
            return true;
        if (SILENT.has(keyword) || keyword.startsWith('x-'))
            return false;
        throw new UnsupportedKeywordError(keyword, pointer);
    });
    return Object.fromEntries(kept);
}
