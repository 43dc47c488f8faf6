/** The members of a response that the documents name, at any depth. */

import { type Contract, follow, type JsonSchema, type Operation } from '../../../src/kit.ts';
import { isObject, type Json } from '../../kit/json.ts';
import { ledgerContract } from '../contract.ts';
import { nearest } from '../versions.ts';

/** One documented member, and what a body has there. */
export interface DocumentedMember {
  readonly name: string;
  /** A JSON Pointer into the body. */
  readonly at: string;
  /** `undefined` if the body does not have it, or has null. */
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
  let target = targets.get(schema);
  if (target === undefined) {
    target = resolved(contract, follow(contract.document, reference) as JsonSchema);
    targets.set(schema, target);
  }
  return target;
}

/**
 * A member of a request body, if the document names it. A foreign document without a description of the body uses that
 * of the kit's own contract.
 */
export function bodyMember(
  operation: Operation,
  name: string,
): Pick<DocumentedMember, 'required'> | undefined {
  const stated = bodyMembers(operation);
  const members = stated.length > 0 ? stated : bodyMembers(ownOf(operation));
  return members.find((member) => member.name === name);
}

function bodyMembers(operation: Operation | undefined): Parts['members'] {
  const { contract, request } = operation ?? {};
  return contract && request !== undefined ? partsOf(contract, request).members : [];
}

function ownOf({ name, contract }: Operation): Operation | undefined {
  const { operations } = ledgerContract(nearest(contract.version));
  return operations.find((own) => own.name === name);
}

/** The members that two named schemas share. One that neither requires may be left out or empty. */
export function sharedMembers(
  contract: Contract,
  [one, other]: readonly [string, string],
): readonly Pick<DocumentedMember, 'name' | 'required'>[] {
  const [first, second] = [one, other].map(
    (name) => partsOf(contract, { $ref: `#/components/schemas/${name}` }).members,
  ) as [Parts['members'], Parts['members']];
  return first.flatMap(({ name, required }) => {
    const same = second.find((member) => member.name === name);
    return same === undefined ? [] : [{ name, required: required || same.required }];
  });
}

/** A value without members that its schema does not name, at any depth. Parts without documented members stay. */
export function onlyDocumented(contract: Contract, schema: JsonSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = partsOf(contract, schema);
  const { items, branches, others } = parts;
  if (Array.isArray(value))
    return items === undefined ? value : value.map((one) => onlyDocumented(contract, items, one));
  const named = namedIn(contract, parts);
  if (named.size === 0 && others === undefined) return value;
  const entries = Object.entries(value).flatMap(([name, one]) => {
    const inner = named.get(name) ?? others;
    if (inner !== undefined) return [[name, onlyDocumented(contract, inner, one)] as const];
    // An unknown branch is kept, so that comparisons see its name.
    return branches.length > 0 ? [[name, one] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The schemas of the parts of a value. */
interface Parts {
  readonly members: readonly Pick<DocumentedMember, 'name' | 'schema' | 'required'>[];
  readonly items: JsonSchema | undefined;
  readonly branches: readonly JsonSchema[];
  readonly others: JsonSchema | undefined;
}

const known = new WeakMap<Json, Parts>();

function partsOf(contract: Contract, schema: JsonSchema): Parts {
  const whole = resolved(contract, schema);
  let parts = known.get(whole);
  if (parts === undefined) {
    const { oneOf = [], properties, items, required, additionalProperties } = whole;
    const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
    parts = {
      members: members.map(([name, inner]) => ({
        name,
        schema: resolved(contract, inner),
        required: Array.isArray(required) && required.includes(name),
      })),
      items: items as JsonSchema | undefined,
      branches: oneOf as readonly JsonSchema[],
      others: isObject(additionalProperties) ? additionalProperties : undefined,
    };
    known.set(whole, parts);
  }
  return parts;
}

const schemas = new WeakMap<Parts, ReadonlyMap<string, Json>>();

/** The schemas of all members that a value may have, by name: its own before those of its branches. */
function namedIn(contract: Contract, parts: Parts): ReadonlyMap<string, Json> {
  let named = schemas.get(parts);
  if (named === undefined) {
    const ofBranches = parts.branches.flatMap((one) => partsOf(contract, one).members);
    const all = [...parts.members, ...ofBranches].toReversed();
    named = new Map(all.map((member) => [member.name, member.schema]));
    schemas.set(parts, named);
  }
  return named;
}

/** Several laws in a row read the same response. */
let last:
  | {
      readonly schema: JsonSchema;
      readonly body: unknown;
      readonly places: readonly DocumentedMember[];
    }
  | undefined;

/** Every documented member of a body. All branches of a schema count. */
export function documented(
  contract: Contract,
  schema: JsonSchema,
  body: unknown,
): readonly DocumentedMember[] {
  if (last?.schema !== schema || last.body !== body) {
    const places: DocumentedMember[] = [];
    collect(contract, schema, body, '', places);
    last = { schema, body, places };
  }
  return last.places;
}

/** This runs for every member of every response: no generators, no spreads. */
function collect(
  contract: Contract,
  schema: JsonSchema,
  body: unknown,
  at: string,
  found: DocumentedMember[],
): void {
  if (typeof body !== 'object' || body === null) return;
  const { members, items, branches, others } = partsOf(contract, schema);
  if (Array.isArray(body)) {
    if (items === undefined) return;
    for (let i = 0; i < body.length; i++) collect(contract, items, body[i], `${at}/${i}`, found);
    return;
  }
  for (const branch of branches) collect(contract, branch, body, at, found);
  for (const { name, schema: inner, required } of members) {
    const value = (body as Json)[name] ?? undefined;
    const here = `${at}/${name}`;
    found.push({ name, at: here, value, schema: inner, required });
    if (value !== undefined) collect(contract, inner, value, here, found);
  }
  if (others === undefined) return;
  for (const name in body) collect(contract, others, (body as Json)[name], `${at}/${name}`, found);
}

/** True if a response with this schema can have such a member. */
export function canHave(
  contract: Contract,
  schema: JsonSchema,
  isOne: (name: string, schema: Json) => boolean,
  seen: Set<unknown> = new Set(),
): boolean {
  const whole = resolved(contract, schema);
  if (seen.has(whole)) return false;
  seen.add(whole);
  const { oneOf = [], properties = {}, items, additionalProperties } = whole;
  const members = Object.entries(properties as Record<string, JsonSchema>);
  const inner = [...(oneOf as readonly JsonSchema[]), items, additionalProperties];
  return (
    members.some(([name, member]) => isOne(name, resolved(contract, member))) ||
    [...members.map(([, member]) => member), ...inner.filter(isObject)].some((one) =>
      canHave(contract, one as JsonSchema, isOne, seen),
    )
  );
}
