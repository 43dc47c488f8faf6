import * as fc from 'fast-check';
import type { JsonSchema, SchemaKeywords } from '../contract/contract.ts';
import { declaredTypes, hasType } from './json-types.ts';
import { plain } from './plain.ts';
import type { Child } from './schema.ts';
import { below, type Scope, scopeOf } from './scope.ts';
import { smallJson } from './small-json.ts';
import { UnsupportedKeywordError } from './unsupported-keyword.ts';
import { VOCABULARIES } from './vocabulary/index.ts';

/** The most times that a recursive schema is entered again on one path; then its optional parts are left out. */
const REENTRIES = 2;

/**
 * Values that fit a schema (JSON Schema 2020-12), with `$ref: '#/…'` read against `root`. A value of
 * one `oneOf` branch is not checked against the others, so branches must exclude each other by what
 * they require. Throws UnsupportedKeywordError for a keyword that it does not know.
 */
export function valid(schema: JsonSchema, root: object): fc.Arbitrary<unknown> {
  const values = validWithin(schema, scopeOf(root, REENTRIES));
  if (values) return values;
  const advice = 'No value of limited depth fits it; add an end to the recursion.';
  throw new UnsupportedKeywordError('false', '', advice);
}

/** Values of a nested schema; `undefined` if none of bounded depth fits. */
export function validWithin(part: JsonSchema, from: Scope): fc.Arbitrary<unknown> | undefined {
  const found = plain(part, { ...from, reentries: REENTRIES });
  if (!found) return undefined;
  const { schema, scope } = found;
  const child: Child = (inner, step) => validWithin(inner, below(scope, step));
  if (schema.oneOf || schema.anyOf) return branches(schema, child);
  if (schema.enum || Object.hasOwn(schema, 'const')) return fixed(schema);
  return typed(schema, child, scope.pointer);
}

function branches(schema: SchemaKeywords, child: Child): fc.Arbitrary<unknown> | undefined {
  const keyword = schema.oneOf ? 'oneOf' : 'anyOf';
  const { [keyword]: options = [], ...base } = schema;
  return oneOf(options.map((part, i) => child({ allOf: [base, part] }, `/${keyword}/${i}`)));
}

function fixed(schema: SchemaKeywords): fc.Arbitrary<unknown> | undefined {
  const listed = Object.hasOwn(schema, 'const') ? [schema.const] : (schema.enum ?? []);
  const fitting = listed.filter((value) => hasType(value, declaredTypes(schema)));
  // The first constant is what the others shrink to.
  const size = (value: unknown): number => JSON.stringify(value).length;
  const shortestFirst = fitting.sort((a, b) => size(a) - size(b));
  return fitting.length === 0 ? undefined : fc.constantFrom(...shortestFirst);
}

function typed(
  schema: SchemaKeywords,
  child: Child,
  pointer: string,
): fc.Arbitrary<unknown> | undefined {
  const types = declaredTypes(schema);
  const speaking = VOCABULARIES.filter(({ type, keywords }) =>
    types ? types.includes(type) : keywords.some((keyword) => Object.hasOwn(schema, keyword)),
  );
  if (!types && speaking.length === 0) return smallJson();
  return oneOf(speaking.map((vocabulary) => vocabulary.values(schema, child, pointer)));
}

function oneOf(
  options: readonly (fc.Arbitrary<unknown> | undefined)[],
): fc.Arbitrary<unknown> | undefined {
  const [first, ...others] = options.filter((option) => option !== undefined);
  if (!first) return undefined;
  return others.length === 0 ? first : fc.oneof(first, ...others);
}
