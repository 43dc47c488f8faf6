/** Copies of values without some of their members. */
import type { Json } from './json.ts';
import { type SchemaPart, type Shape, shapeOf } from './shape.ts';

/** True for a member that is left out; `shape` is that of the object around it. */
export type IsLeftOut = (shape: Shape, name: string, value: unknown) => boolean;

/** The value without these members, at any described depth; the same value if it has none of them. */
export function withoutMembers(part: SchemaPart, value: unknown, isLeftOut: IsLeftOut): unknown {
  if (typeof part.schema === 'boolean' || typeof value !== 'object' || value === null) return value;
  const shape = shapeOf(part, value);
  return Array.isArray(value)
    ? fromItems(shape, value, isLeftOut)
    : fromMembers(shape, value as Json, isLeftOut);
}

function fromItems({ items }: Shape, value: readonly unknown[], isLeftOut: IsLeftOut): unknown {
  if (items === undefined) return value;
  let copy: unknown[] | undefined;
  for (let index = 0; index < value.length; index++) {
    const after = withoutMembers(items, value[index], isLeftOut);
    if (after === value[index]) continue;
    copy ??= [...value];
    copy[index] = after;
  }
  return copy ?? value;
}

function fromMembers(shape: Shape, value: Json, isLeftOut: IsLeftOut): Json {
  const { members, described, values } = shape;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const before = value[name];
    const part = described.has(name) ? members.get(name) : values;
    const isKept = !isLeftOut(shape, name, before);
    const after = isKept && part ? withoutMembers(part, before, isLeftOut) : before;
    if (isKept && after === before) continue;
    copy ??= { ...value };
    if (isKept) put(copy, name, after);
    else delete copy[name];
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
