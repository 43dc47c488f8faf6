import type { JsonType, SchemaKeywords } from '../contract/contract.ts';

/** The JSON types of a value; an integer has two. */
function typesOf(value: unknown): readonly JsonType[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number')
    return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value as 'object' | 'string' | 'boolean'];
}

/** The types of a schema as a list; `undefined` without a type. */
export function declaredTypes(schema: SchemaKeywords): readonly JsonType[] | undefined {
  return schema.type === undefined ? undefined : [schema.type].flat();
}

/** True if the value has one of the types, or if no type is named. */
export function hasType(value: unknown, types: readonly JsonType[] | undefined): boolean {
  return types === undefined || typesOf(value).some((type) => types.includes(type));
}

/** JSON text that is equal for equal values, with any order of members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`);
  return `{${members.sort().join()}}`;
}
