/**
 * Null for a member that may be absent, read as absent. Several registries and every ledger node write
 * optional members without a value as null; whether that is fine is a requirement of its own.
 */
import type { Contract, JsonSchema } from './contract.ts';
import { follow } from './pointer.ts';

/** What a schema says of the members and the items of a value, with `$ref` and `allOf` folded in. */
interface Shape {
  readonly members: Map<string, JsonSchema>;
  readonly required: Set<string>;
  items: JsonSchema | undefined;
}

const shapes = new WeakMap<Contract, WeakMap<object, Shape>>();

/**
 * A copy of `value` without the members that are null and that `schema` names and does not require, at any
 * depth that the schema describes. The very same value when there are none. Free-form objects stay untouched.
 */
export function dropAbsentNulls(contract: Contract, schema: JsonSchema, value: unknown): unknown {
  if (typeof schema === 'boolean' || typeof value !== 'object' || value === null) return value;
  const shape = shapeOf(contract, schema);
  return Array.isArray(value)
    ? fromArray(contract, shape, value)
    : fromObject(contract, shape, value as Readonly<Record<string, unknown>>);
}

function fromArray(contract: Contract, { items }: Shape, value: readonly unknown[]): unknown {
  if (items === undefined) return value;
  const kept = value.map((item) => dropAbsentNulls(contract, items, item));
  return kept.some((item, index) => item !== value[index]) ? kept : value;
}

function fromObject(
  contract: Contract,
  { members, required }: Shape,
  value: Readonly<Record<string, unknown>>,
): unknown {
  let copy: Record<string, unknown> | undefined;
  for (const [name, schema] of members) {
    if (!Object.hasOwn(value, name)) continue;
    const member = value[name];
    if (member === null && !required.has(name)) {
      copy ??= { ...value };
      delete copy[name];
      continue;
    }
    const kept = dropAbsentNulls(contract, schema, member);
    if (kept !== member) {
      copy ??= { ...value };
      copy[name] = kept;
    }
  }
  return copy ?? value;
}

function shapeOf(contract: Contract, schema: object): Shape {
  let known = shapes.get(contract);
  if (known === undefined) {
    known = new WeakMap();
    shapes.set(contract, known);
  }
  let shape = known.get(schema);
  if (shape === undefined) {
    shape = { members: new Map(), required: new Set(), items: undefined };
    gather(contract, schema as JsonSchema, shape);
    known.set(schema, shape);
  }
  return shape;
}

function gather(contract: Contract, schema: JsonSchema, into: Shape): void {
  if (typeof schema === 'boolean') return;
  const { $ref, allOf, properties, required, items } = schema as {
    readonly $ref?: string;
    readonly allOf?: readonly JsonSchema[];
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
    readonly items?: JsonSchema;
  };
  if ($ref !== undefined) gather(contract, follow(contract.document, $ref) as JsonSchema, into);
  for (const part of allOf ?? []) gather(contract, part, into);
  for (const [name, member] of Object.entries(properties ?? {})) {
    into.members.set(name, both(into.members.get(name), member));
  }
  for (const name of required ?? []) into.required.add(name);
  if (items !== undefined) into.items = both(into.items, items);
}

function both(earlier: JsonSchema | undefined, later: JsonSchema): JsonSchema {
  return earlier === undefined ? later : { allOf: [earlier, later] };
}
