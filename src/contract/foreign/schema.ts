/** Converts schemas of OpenAPI 3.0 and 3.1 documents to JSON Schema 2020-12. */

import type { JsonSchema } from '../contract.ts';
import { isObject, type Json } from '../json.ts';

/** Keywords about a value; all others (`x-…`, `xml`, `$schema` …) are left out. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['$ref', 'type', 'enum', 'const', 'format', 'pattern', 'required', 'title', 'description'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'default'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minContains'],
  ...['maxContains', 'minProperties', 'maxProperties', 'dependentRequired', 'examples'],
]);
const ONE: ReadonlySet<string> = new Set([
  ...['items', 'contains', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['propertyNames', 'not', 'if', 'then', 'else'],
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAPS: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs'],
]);

export type Dialect = '3.0' | '3.1';

/**
 * A copy of a document in which every schema is JSON Schema 2020-12: null as a type instead of `nullable`,
 * limits instead of flags beside them, `examples` instead of `example`. A body of raw bytes has no schema.
 */
export function convertedDocument(part: unknown, dialect: Dialect, name = ''): unknown {
  if (Array.isArray(part)) return part.map((item) => convertedDocument(item, dialect));
  if (!isObject(part)) return part;
  return mapped(part, (member, key) => {
    if (key === 'schema') return isBytes(member) ? undefined : converted(member, dialect);
    if (key === 'schemas' && name === 'components' && isObject(member)) {
      return mapped(member, (schema) => converted(schema, dialect));
    }
    if (key === 'example' || key === 'examples') return undefined;
    return convertedDocument(member, dialect, key);
  });
}

function converted(schema: unknown, dialect: Dialect): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) throw new Error(`${JSON.stringify(schema)} is not a schema`);
  if (dialect === '3.1') return knownOf(schema, dialect);
  // OpenAPI 3.0 ignores all siblings of a reference.
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const { example, nullable, ...rest } = withLimits(schema);
  const known = knownOf(example === undefined ? rest : { ...rest, examples: [example] }, dialect);
  return nullable === true ? withNull(known) : known;
}

function knownOf(schema: Json, dialect: Dialect): Json {
  const one = (member: unknown): JsonSchema => converted(member, dialect);
  return mapped(schema, (member, keyword) => {
    if (PLAIN.has(keyword)) return member;
    if (ONE.has(keyword)) return one(member);
    if (LISTS.has(keyword) && Array.isArray(member)) return member.map(one);
    if (MAPS.has(keyword) && isObject(member)) return mapped(member, one);
    return undefined;
  });
}

/** In 3.0, `exclusiveMinimum` is a flag for `minimum`, and `exclusiveMaximum` one for `maximum`. */
function withLimits(schema: Json): Json {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  return {
    ...rest,
    ...limit('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...limit('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  };
}

function limit(plain: string, exclusive: string, value: unknown, flag: unknown): Json {
  if (value === undefined) return typeof flag === 'number' ? { [exclusive]: flag } : {};
  return { [flag === true ? exclusive : plain]: value };
}

function withNull(schema: Json): JsonSchema {
  const { type, enum: values } = schema;
  if (type === undefined) {
    const empty = Object.keys(schema).length === 0;
    return empty ? schema : { anyOf: [schema, { type: 'null' }] };
  }
  return {
    ...schema,
    type: [...new Set([type, 'null'].flat())],
    ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
  };
}

function isBytes(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'string' && schema['format'] === 'binary';
}

/** The members after a change; undefined ones are left out. */
function mapped(object: Json, change: (member: unknown, name: string) => unknown): Json {
  return Object.fromEntries(
    Object.entries(object)
      .map(([name, member]) => [name, change(member, name)] as const)
      .filter(([, member]) => member !== undefined),
  );
}
