import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, JsonType, SchemaKeywords } from '../contract/contract.ts';
import { UnsupportedKeywordError } from './unsupported-keyword.ts';

type Both<T> = (a: T, b: T) => T | undefined;
type Rules = { readonly [K in keyof SchemaKeywords]?: Both<NonNullable<SchemaKeywords[K]>> };

const both: Both<JsonSchema> = (a, b) => {
  if (a === true) return b;
  if (b === true) return a;
  return a === false || b === false ? false : { allOf: [a, b] };
};
const larger: Both<number> = (a, b) => Math.max(a, b);
const smaller: Both<number> = (a, b) => Math.min(a, b);

/** How to combine each keyword that two schemas may both have. */
const RULES: Rules = {
  type: (a, b) =>
    [a].flat().flatMap((type) => [b].flat().flatMap((other) => narrower(type, other))),
  enum: (a, b) => a.filter((value) => b.some((other) => isDeepStrictEqual(value, other))),
  required: (a, b) => [...new Set([...a, ...b])],
  items: both,
  additionalProperties: both,
  uniqueItems: (a, b) => a || b,
  minProperties: larger,
  minItems: larger,
  minLength: larger,
  minimum: larger,
  exclusiveMinimum: larger,
  maxProperties: smaller,
  maxItems: smaller,
  maxLength: smaller,
  maximum: smaller,
  exclusiveMaximum: smaller,
};

/** One schema that accepts exactly the values that both accept. Throws UnsupportedKeywordError if there is none. */
export function merged(a: SchemaKeywords, b: SchemaKeywords, pointer: string): SchemaKeywords {
  const out: Record<string, unknown> = { ...a, ...b };
  for (const keyword of Object.keys(a) as (keyof SchemaKeywords)[]) {
    if (!Object.hasOwn(b, keyword) || keyword === 'properties') continue;
    if (isDeepStrictEqual(a[keyword], b[keyword])) continue;
    const rule = RULES[keyword] as Both<unknown> | undefined;
    if (!rule) {
      const advice = `Its parts differ in "${keyword}", which one schema cannot express.`;
      throw new UnsupportedKeywordError('allOf', pointer, advice);
    }
    out[keyword] = rule(a[keyword], b[keyword]);
  }
  const names = new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})]);
  if (names.size > 0) {
    const members = [...names].map((name) => [name, both(member(a, name), member(b, name))]);
    out['properties'] = Object.fromEntries(members);
  }
  return out;
}

/** The schema of a member: its own, or that of all other members. */
export function member(schema: SchemaKeywords, name: string): JsonSchema {
  const { properties = {}, additionalProperties = true } = schema;
  return (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? additionalProperties;
}

function narrower(a: JsonType, b: JsonType): JsonType[] {
  if (a === b) return [a];
  const integral = (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');
  return integral ? ['integer'] : [];
}
