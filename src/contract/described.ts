/** The members of a value that its schema describes, at any depth, and those that it does not. */
import type { Contract, JsonSchema } from './contract.ts';
import type { Json } from './json.ts';
import { follow, type Pointer, step } from './pointer.ts';
import { partOf, type SchemaPart, shapeOf } from './shape.ts';
import { withoutMembers } from './without-members.ts';

/** One described member, and what a value has there. */
export interface DescribedMember {
  readonly name: string;
  /** A JSON Pointer into the value. */
  readonly at: Pointer;
  /** `undefined` if the value does not have it, or has null. */
  readonly value: unknown;
  readonly schema: Json;
  readonly required: boolean;
}

/** The schemas behind references. */
const targets = new WeakMap<object, Json>();

/** A schema without its reference; an empty one for a boolean. */
export function resolved(contract: Contract, schema: JsonSchema): Json {
  if (typeof schema === 'boolean') return {};
  const reference = (schema as Json)['$ref'];
  if (typeof reference !== 'string') return schema as Json;
  const target =
    targets.get(schema) ?? resolved(contract, follow(contract.document, reference) as JsonSchema);
  targets.set(schema, target);
  return target;
}

/** The members that a schema describes or requires, whatever the value is. */
export function membersOf(
  contract: Contract,
  schema: JsonSchema,
): ReadonlyMap<string, Pick<DescribedMember, 'name' | 'required'>> {
  return shapeOf(partOf(contract, resolved(contract, schema)), {}).members;
}

/** Remembers the result for a body and its schema: many rules read the same body. */
function onceForBody<T>(
  make: (part: SchemaPart, body: object) => T,
): (part: SchemaPart, body: object) => T {
  const made = new WeakMap<object, { readonly part: SchemaPart; readonly result: T }>();
  return (part, body) => {
    const known = made.get(body);
    if (known?.part === part) return known.result;
    const result = make(part, body);
    made.set(body, { part, result });
    return result;
  };
}

const membersIn = onceForBody((part, body): readonly DescribedMember[] => {
  const members: DescribedMember[] = [];
  collect(part, body, '', members);
  return members;
});

/** Every described member of a value, and those that it lacks. */
export function describedMembers(
  contract: Contract,
  schema: JsonSchema,
  value: unknown,
): readonly DescribedMember[] {
  return typeof value === 'object' && value !== null
    ? membersIn(partOf(contract, schema), value)
    : [];
}

/** This runs for every member of every response: no generators, no spreads. */
function collect(part: SchemaPart, value: unknown, at: Pointer, found: DescribedMember[]): void {
  if (typeof value !== 'object' || value === null) return;
  const { members, described, items, values } = shapeOf(part, value);
  if (Array.isArray(value)) {
    if (items === undefined) return;
    for (let i = 0; i < value.length; i++) collect(items, value[i], `${at}/${i}`, found);
    return;
  }
  for (const member of members.values()) {
    const { name, required } = member;
    const inner = (value as Json)[name] ?? undefined;
    const here: Pointer = `${at}${step(name)}`;
    const schema = resolved(member.contract, member.schema);
    found.push({ name, at: here, value: inner, schema, required });
    if (inner !== undefined) collect(member, inner, here, found);
  }
  if (values === undefined) return;
  for (const name in value)
    if (!described.has(name)) collect(values, (value as Json)[name], `${at}${step(name)}`, found);
}

/** A value without members that its schema does not describe. Parts without described members stay. */
export function onlyDescribed(contract: Contract, schema: JsonSchema, value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? describedIn(partOf(contract, schema), value)
    : value;
}

const describedIn = onceForBody((part, body) =>
  withoutMembers(
    part,
    body,
    ({ members, described, values }, name) =>
      values === undefined && described.size > 0 && !members.has(name),
  ),
);

/** The most pointers; more do not help a reader. */
const MAX_PLACES = 20;

/**
 * The JSON Pointers of members that no schema describes, at most 20. Free-form objects are skipped: those without
 * described members, or with a schema for all other members.
 */
export function undescribedMembers(
  contract: Contract,
  schema: JsonSchema,
  value: unknown,
): readonly Pointer[] {
  const found: Pointer[] = [];
  walk(partOf(contract, schema), value, '', found);
  return found;
}

function walk(part: SchemaPart, value: unknown, at: Pointer, found: Pointer[]): void {
  if (typeof part.schema === 'boolean' || typeof value !== 'object' || value === null) return;
  if (found.length >= MAX_PLACES) return;
  const { members, described, items, values } = shapeOf(part, value);
  if (Array.isArray(value)) {
    if (items !== undefined)
      for (const [index, item] of value.entries()) walk(items, item, `${at}/${index}`, found);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const place: Pointer = `${at}${step(name)}`;
    const next = members.get(name) ?? values;
    if (next !== undefined) walk(next, member, place, found);
    else if (described.size > 0 && found.length < MAX_PLACES) found.push(place);
  }
}
