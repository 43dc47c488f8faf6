/**
 * The members and items that a schema allows for one value, with `$ref` and `allOf` resolved, and with the possible
 * branches of each `oneOf` and `anyOf`.
 */
import type { Contract, JsonSchema, SchemaKeywords } from './contract.ts';
import { follow } from './pointer.ts';

/** A schema in its contract, and what is already known of it. */
export interface SchemaPart {
  readonly contract: Contract;
  readonly schema: JsonSchema;
  sketch?: Sketch;
}

interface Member extends SchemaPart {
  readonly name: string;
  readonly required: boolean;
}

/** `items` is the schema of list items, `values` that of members without their own schema. */
export interface Shape {
  readonly id: number;
  readonly members: ReadonlyMap<string, Member>;
  readonly described: ReadonlySet<string>;
  readonly items: SchemaPart | undefined;
  readonly values: SchemaPart | undefined;
}

/** The shape of a schema, independent of a value. */
interface Sketch {
  readonly own: Shape;
  readonly kinds: ReadonlySet<Kind>;
  readonly choices: readonly (readonly SchemaPart[])[];
  /** By the ids of the possible branches. */
  readonly chosen: Map<string, Shape>;
}

type Kind = 'object' | 'array';

interface Facts {
  readonly members: Map<string, JsonSchema>;
  readonly required: Set<string>;
  readonly kinds: Set<Kind>;
  readonly choices: (readonly JsonSchema[])[];
  items?: JsonSchema;
  values?: JsonSchema;
}

let shapes = 0;

const parts = new WeakMap<Contract, WeakMap<object, SchemaPart>>();

/** The schema as a part of its contract: the same object each time, so that what is known of it is kept. */
export function partOf(contract: Contract, schema: JsonSchema): SchemaPart {
  if (typeof schema === 'boolean') return { contract, schema };
  const known = parts.get(contract) ?? new WeakMap<object, SchemaPart>();
  parts.set(contract, known);
  const part = known.get(schema) ?? { contract, schema };
  known.set(schema, part);
  return part;
}

/** The shape of a value under a schema. A branch is possible if its type and its required members fit. */
export function shapeOf(part: SchemaPart, value: object): Shape {
  part.sketch ??= sketchOf(part);
  const { own, choices, chosen } = part.sketch;
  if (choices.length === 0) return own;
  const branches = choices.map((choice) =>
    choice.filter((branch) => goesWith(branch, value)).map((branch) => shapeOf(branch, value)),
  );
  const key = branches.map((each) => each.map(({ id }) => id).join()).join(' ');
  let shape = chosen.get(key);
  if (shape === undefined) {
    shape = together(part.contract, own, branches);
    chosen.set(key, shape);
  }
  return shape;
}

function goesWith(branch: SchemaPart, value: object): boolean {
  branch.sketch ??= sketchOf(branch);
  const { own, kinds } = branch.sketch;
  if (!kinds.has(Array.isArray(value) ? 'array' : 'object')) return false;
  for (const { name, required } of own.members.values())
    if (required && !Object.hasOwn(value, name)) return false;
  return true;
}

/** The shape of the schema itself, with the members that any possible branch describes or requires. */
function together(contract: Contract, own: Shape, choices: readonly (readonly Shape[])[]): Shape {
  const facts = noFacts();
  add(facts, own, both);
  for (const branches of choices) {
    const either = noFacts();
    for (const branch of branches) {
      add(either, branch, oneOrOther);
    }
    add(facts, made(contract, either), both);
  }
  return made(contract, facts);
}

type Join = (earlier: JsonSchema | undefined, later: JsonSchema) => JsonSchema;

function add(facts: Facts, { members, items, values }: Shape, join: Join): void {
  for (const { name, schema, required } of members.values()) {
    facts.members.set(name, join(facts.members.get(name), schema));
    if (required) facts.required.add(name);
  }
  if (items !== undefined) facts.items = join(facts.items, items.schema);
  if (values !== undefined) facts.values = join(facts.values, values.schema);
}

function sketchOf({ contract, schema }: SchemaPart): Sketch {
  const facts = noFacts();
  gather(contract, schema, facts);
  return {
    own: made(contract, facts),
    kinds: facts.kinds,
    choices: facts.choices.map((branches) => branches.map((each) => ({ contract, schema: each }))),
    chosen: new Map(),
  };
}

function gather(contract: Contract, schema: JsonSchema, into: Facts): void {
  if (typeof schema === 'boolean') return;
  const { $ref, type, allOf, oneOf, anyOf, properties, required, items, additionalProperties } =
    schema as SchemaKeywords;
  if ($ref !== undefined) gather(contract, follow(contract.document, $ref) as JsonSchema, into);
  for (const part of allOf ?? []) gather(contract, part, into);
  for (const choice of [oneOf, anyOf]) if (choice !== undefined) into.choices.push(choice);
  for (const kind of into.kinds) if (![type ?? kind].flat().includes(kind)) into.kinds.delete(kind);
  for (const [name, member] of Object.entries(properties ?? {})) {
    into.members.set(name, both(into.members.get(name), member));
  }
  for (const name of required ?? []) into.required.add(name);
  if (items !== undefined) into.items = both(into.items, items);
  if (typeof additionalProperties === 'object')
    into.values = both(into.values, additionalProperties);
}

function both(earlier: JsonSchema | undefined, later: JsonSchema): JsonSchema {
  return earlier === undefined ? later : { allOf: [earlier, later] };
}

function oneOrOther(earlier: JsonSchema | undefined, later: JsonSchema): JsonSchema {
  return earlier === undefined ? later : { anyOf: [earlier, later] };
}

function noFacts(): Facts {
  return {
    members: new Map(),
    required: new Set(),
    kinds: new Set(['object', 'array']),
    choices: [],
  };
}

/** A required member counts even without a description, because it identifies a branch. */
function made(contract: Contract, { members, required, items, values }: Facts): Shape {
  const names = [...new Set([...members.keys(), ...required])];
  shapes++;
  return {
    id: shapes,
    members: new Map(
      names.map((name) => {
        const schema = members.get(name) ?? true;
        return [name, { contract, name, schema, required: required.has(name) }];
      }),
    ),
    described: new Set(members.keys()),
    items: items === undefined ? undefined : { contract, schema: items },
    values: values === undefined ? undefined : { contract, schema: values },
  };
}
