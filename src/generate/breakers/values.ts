/** Breaks the keywords of any value: its type, its listed values, and its branches. */
import * as fc from 'fast-check';
import type { JsonType, SchemaKeywords } from '../../contract/contract.ts';
import { canonical, declaredTypes, hasType } from '../json-types.ts';
import { type Alternative, type Breaks, objectOf, replacedBy } from './breaking.ts';

/** For each type the values that lenient servers accept for it, the most likely first; one request for each. */
const TEMPTING: Readonly<Record<JsonType, readonly unknown[]>> = {
  boolean: ['true', 'false', 'True', 'yes', 'no', 'on', '', 0, 1, [], {}],
  object: [[], 'text', 1, true, '', 0, '{}', false, [{}]],
  string: [0, true, {}, [], 1.5, false, ['a'], { value: 'a' }],
  array: [{}, '', 0, true, '[]', { 0: 'a' }, false],
  integer: ['1', 1.5, '', true, [], {}, [1]],
  number: ['1', '1.5', '', true, [], {}, [1]],
  null: ['null', 0, '', false, [], {}],
};

export const type: Breaks = (schema, { nullIsWrong }) =>
  replacedBy(wrongFor(declaredTypes(schema) ?? [], nullIsWrong)).map(({ alternatives }) => ({
    alternatives: [...alternatives, ...listed(schema)],
  }));

/** The values of an object as an array in the order of the schema, which some decoders accept. */
function listed({ type: named, properties = {} }: SchemaKeywords): readonly Alternative[] {
  const names = Object.keys(properties);
  if (named !== 'object' || names.length === 0) return [];
  const list = (value: unknown): unknown => {
    const object = objectOf(value);
    return names.map((name) => object[name] ?? null);
  };
  return [{ label: 'array-of-the-members', edits: fc.constant(list) }];
}

/** Values of none of these types, similar to the first one. */
function wrongFor(types: readonly JsonType[], nullIsWrong: boolean): readonly unknown[] {
  const [first] = types;
  if (first === undefined) return [];
  const [simplest, ...others] = TEMPTING[first];
  const tempting = nullIsWrong ? [simplest, null, ...others] : TEMPTING[first];
  return tempting.filter((value) => !hasType(value, types));
}

export const enumeration: Breaks = (schema) => (schema.enum ? outside(schema.enum, schema) : []);

export const constant: Breaks = (schema) =>
  Object.hasOwn(schema, 'const') ? outside([schema.const], schema) : [];

/** Values of the right type that are not in the list, among them other spellings of its values. */
function outside(values: readonly unknown[], schema: SchemaKeywords): ReturnType<Breaks> {
  const inside = new Set(values.map(canonical));
  const types = declaredTypes(schema);
  return replacedBy(
    values
      .flatMap(neighbours)
      .filter((value) => hasType(value, types) && !inside.has(canonical(value))),
  );
}

function neighbours(value: unknown): readonly unknown[] {
  if (typeof value === 'string') {
    return ['', 'other', value.toUpperCase(), value.toLowerCase(), ` ${value}`, `${value}s`];
  }
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  return ['other', 0, [], { other: true }];
}

/** Breaks a union by a value of a type that no branch accepts. The inside of the branches is not broken. */
export const union =
  (keyword: 'oneOf' | 'anyOf'): Breaks =>
  (schema, place) =>
    // With a type beside the union, breaking the union also breaks the type.
    !schema[keyword] || schema.type !== undefined
      ? []
      : replacedBy(wrongFor(place.branchTypes() ?? [], place.nullIsWrong));
