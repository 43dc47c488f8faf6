import type { JsonSchema, SchemaKeywords } from '../contract/contract.ts';
import { merged } from './merge.ts';
import { below, follow, type Scope } from './scope.ts';
import { UnsupportedKeywordError } from './unsupported-keyword.ts';
import { VOCABULARIES } from './vocabulary/index.ts';

const APPLICATORS = ['$ref', 'type', 'const', 'enum', 'allOf', 'anyOf', 'oneOf'];

/** Keywords for readers, which validators ignore. */
const ANNOTATIONS = [
  ...['$anchor', '$comment', '$defs', '$id', '$schema', 'contentEncoding', 'contentMediaType'],
  ...['default', 'deprecated', 'description', 'discriminator', 'example', 'examples'],
  ...['externalDocs', 'nullable', 'readOnly', 'title', 'writeOnly', 'xml'],
];

const SHAPING = new Set<string>([...APPLICATORS, ...VOCABULARIES.flatMap((each) => each.keywords)]);
const SILENT = new Set(ANNOTATIONS);

export interface Plain {
  readonly schema: SchemaKeywords;
  readonly scope: Scope;
}

/**
 * The schema with resolved references, merged `allOf` and no annotations; `undefined` if no value of bounded depth fits
 * it. Throws UnsupportedKeywordError at the first unknown keyword.
 */
export function plain(schema: JsonSchema, scope: Scope): Plain | undefined {
  if (schema === false) return undefined;
  if (schema === true) return { schema: {}, scope };
  const { $ref, allOf = [], ...own } = shaping(schema, scope.pointer);
  const parts = allOf.map((part, index) => plain(part, below(scope, `/allOf/${index}`)));
  if ($ref !== undefined) {
    const target = follow($ref, scope);
    parts.unshift(target && plain(target.schema, target.scope));
  }
  if (parts.length === 0) return { schema: own, scope };
  const found = parts.filter((part) => part !== undefined);
  if (found.length < parts.length) return undefined;
  const trails = found.flatMap((part) => part.scope.trail.slice(scope.trail.length));
  const first = found[0]?.scope ?? scope;
  return {
    schema: found.reduceRight((rest, part) => merged(part.schema, rest, scope.pointer), own),
    scope: { ...first, trail: [...scope.trail, ...new Set(trails)] },
  };
}

function shaping(schema: Readonly<Record<string, unknown>>, pointer: string): SchemaKeywords {
  const kept = Object.entries(schema).filter(([keyword]) => {
    if (SHAPING.has(keyword)) return true;
    if (SILENT.has(keyword) || keyword.startsWith('x-')) return false;
    throw new UnsupportedKeywordError(keyword, pointer);
  });
  return Object.fromEntries(kept);
}
