/**
 * Removes nulls that stand for absent members. Many servers write absent optional members as null; a separate
 * requirement judges this.
 */

import type { Contract, JsonSchema } from './contract.ts';
import type { Json } from './json.ts';
import { partOf, type SchemaPart, type Shape, shapeOf } from './shape.ts';

/**
 * A copy of `value` without the null members that `schema` names and does not require, at any described depth; the same
 * value if there are none. Free-form objects stay the same. If several branches of a choice fit a value, the members
 * that any of them requires are required.
 */
export function dropAbsentNulls(contract: Contract, schema: JsonSchema, value: unknown): unknown {
  if (typeof schema === 'boolean' || typeof value !== 'object' || value === null) return value;
  return kept(partOf(contract, schema), value);
}

function kept(part: SchemaPart, value: object): unknown {
  if (typeof part.schema === 'boolean') return value;
  const shape = shapeOf(part, value);
  if (Array.isArray(value)) return fromArray(shape, value);
  const members = fromMembers(shape, value as Json);
  return shape.values === undefined ? members : fromMap(shape, shape.values, members);
}

function fromArray({ items }: Shape, value: readonly unknown[]): unknown {
  if (items === undefined) return value;
  let copy: unknown[] | undefined;
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    if (typeof item !== 'object' || item === null) continue;
    const after = kept(items, item);
    if (after === item) continue;
    copy ??= [...value];
    copy[index] = after;
  }
  return copy ?? value;
}

function fromMembers({ members }: Shape, value: Json): Json {
  let copy: Record<string, unknown> | undefined;
  for (const member of members.values()) {
    const { name } = member;
    const before = value[name];
    if (typeof before !== 'object' || !Object.hasOwn(value, name)) continue;
    if (before === null) {
      if (member.required) continue;
      copy ??= { ...value };
      delete copy[name];
      continue;
    }
    const after = kept(member, before);
    if (after === before) continue;
    copy ??= { ...value };
    put(copy, name, after);
  }
  return copy ?? value;
}

/** The values of a map are not optional members: null stays. */
function fromMap({ described }: Shape, values: SchemaPart, value: Json): Json {
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const before = value[name];
    if (typeof before !== 'object' || before === null || described.has(name)) continue;
    const after = kept(values, before);
    if (after === before) continue;
    copy ??= { ...value };
    put(copy, name, after);
  }
  return copy ?? value;
}

/** An assignment would set the prototype for a member with the name `__proto__`. */
function put(into: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(into, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
