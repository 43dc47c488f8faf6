/** Finds the documented members in conforming responses, and their schemas. */
import type { Contract, JsonSchema, Operation, SchemaKeywords } from '../../contract/contract.ts';
import { follow, step } from '../../contract/pointer.ts';
import { type SchemaPart, shapeOf } from '../../contract/shape.ts';
import type { HttpResponse } from '../../model/index.ts';

/** A documented place that at least one conforming response has. */
export interface DocumentedPlace {
  /** A JSON Pointer in which `*` stands for any item of a list and any member of a map. */
  readonly at: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** True for a named member, which could be missing. */
  readonly named: boolean;
}

/** The documented places of conforming bodies, in the order of their first appearance. */
export function placesIn(
  contract: Contract,
  schema: JsonSchema,
  bodies: readonly unknown[],
): readonly DocumentedPlace[] {
  const places = new Map<string, DocumentedPlace>();
  const root: SchemaPart = { contract, schema };
  for (const body of bodies) walk(root, body, '', places);
  return [...places.values()];
}

function walk(
  part: SchemaPart,
  value: unknown,
  at: string,
  places: Map<string, DocumentedPlace>,
): void {
  if (typeof value !== 'object' || value === null || typeof part.schema === 'boolean') return;
  const shape = shapeOf(part, value);
  const visit = (
    below: SchemaPart,
    inside: unknown,
    to: string | null,
    required: boolean,
  ): void => {
    const there = at + (to === null ? '/*' : step(to));
    const before = places.get(there);
    if (before === undefined || (required && !before.required)) {
      places.set(there, { at: there, required, schema: below.schema, named: to !== null });
    }
    walk(below, inside, there, places);
  };
  if (Array.isArray(value)) {
    const { items } = shape;
    if (items !== undefined) for (const item of value) visit(items, item, null, false);
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const member of shape.members.values()) {
    if (Object.hasOwn(members, member.name)) {
      visit(member, members[member.name], member.name, member.required);
    }
  }
  const { values } = shape;
  if (values === undefined) return;
  for (const name of Object.keys(members)) {
    if (!shape.described.has(name)) visit(values, members[name], null, false);
  }
}

/** The literals that a schema allows, with its references and parts; empty if it names none. */
export function literalsOf(contract: Contract, schema: JsonSchema): readonly unknown[] {
  if (typeof schema === 'boolean') return [];
  const { $ref, allOf = [], enum: listed = [] } = schema as SchemaKeywords;
  const only = Object.hasOwn(schema, 'const') ? [schema['const']] : [];
  const referred = $ref === undefined ? [] : [follow(contract.document, $ref) as JsonSchema];
  const below = [...referred, ...allOf].flatMap((one) => literalsOf(contract, one));
  return [...listed, ...only, ...below];
}

/** The topmost documented members of good responses that no conforming response has, in the order of the document. */
export function unseenOf(
  { contract, responses }: Operation,
  conforming: readonly HttpResponse[],
): readonly string[] {
  const schema = responses['200']?.['application/json'];
  if (schema === undefined) return [];
  const bodies = conforming.filter(({ status }) => status === 200).map(({ body }) => body);
  const seen = new Set(placesIn(contract, schema, bodies).map(({ at }) => at));
  const unseen = new Set<string>();
  const walk = (part: JsonSchema, at: string, above: ReadonlySet<string>): void => {
    if (typeof part === 'boolean') return;
    const { $ref, allOf = [], oneOf = [], anyOf = [], properties = {} } = part as SchemaKeywords;
    const { items, additionalProperties } = part as SchemaKeywords;
    // A recursive schema is followed as deep as the responses are nested.
    if ($ref !== undefined && !above.has(`${$ref} ${at}`)) {
      walk(follow(contract.document, $ref) as JsonSchema, at, new Set([...above, `${$ref} ${at}`]));
    }
    for (const one of [...allOf, ...oneOf, ...anyOf]) walk(one, at, above);
    const below = (inside: JsonSchema, name: string): void => {
      const there = at + name;
      if (seen.has(there)) walk(inside, there, above);
      else unseen.add(there);
    };
    for (const [name, member] of Object.entries(properties)) below(member, step(name));
    if (items !== undefined) below(items, '/*');
    if (typeof additionalProperties === 'object') below(additionalProperties, '/*');
  };
  walk(schema, '', new Set());
  return [...unseen];
}
