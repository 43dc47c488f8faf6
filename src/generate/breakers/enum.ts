import { canonical, declaredTypes, hasType } from '../json-types.ts';
import type { Breaking } from './breaking.ts';
import { replacedBy } from './replace.ts';

/** Values of the right type that are not in the list, among them other spellings of its values. */
export const enumeration: Breaking = {
  keyword: 'enum',
  breaks: (schema) => (schema.enum ? replacedBy(outside(schema.enum, declaredTypes(schema))) : []),
};

export const constant: Breaking = {
  keyword: 'const',
  breaks: (schema) =>
    Object.hasOwn(schema, 'const')
      ? replacedBy(outside([schema.const], declaredTypes(schema)))
      : [],
};

function outside(
  listed: readonly unknown[],
  types: ReturnType<typeof declaredTypes>,
): readonly unknown[] {
  const inside = new Set(listed.map(canonical));
  return listed
    .flatMap(neighbours)
    .filter((value) => hasType(value, types) && !inside.has(canonical(value)));
}

function neighbours(value: unknown): readonly unknown[] {
  if (typeof value === 'string') {
    return ['', 'other', value.toUpperCase(), value.toLowerCase(), ` ${value}`, `${value}s`];
  }
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  return ['other', 0, [], { other: true }];
}
