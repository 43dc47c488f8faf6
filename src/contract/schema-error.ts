/** Describes the expected and the actual value of a schema error, without the terms of JSON Schema. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { membersOf } from './choices.ts';
import type { Contract, JsonSchema } from './contract.ts';
import { describe } from './describe.ts';
import { isNear } from './near.ts';
import { follow, type Pointer, step } from './pointer.ts';
import { type Given, listed, type Shown, shownOf, type Value, worded } from './shown.ts';
import { fitting } from './visible.ts';

/** One difference between a value and its schema. */
export interface SchemaError {
  /** A JSON Pointer to the member that is wrong, missing, or too many. */
  readonly at: Pointer;
  /** The keyword of the schema that is broken. */
  readonly keyword: string;
  readonly expected: Shown;
  readonly actual: Value;
  /** For a missing member: the number of members that its object must have. */
  readonly required?: number;
}

/** The used members of an error's `params`, which differ by keyword. */
interface Params {
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly unevaluatedProperty?: string;
  readonly propertyName?: string;
  readonly limit?: number;
}

type Wording = (error: ErrorObject, params: Params) => Given;

/** The most members of an object among which a similar name is searched for. */
const MOST_NAMES = 200;

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const WORDINGS: Readonly<Record<string, Wording>> = {
  type: ({ schema }) => nounOf(schema),
  enum: ({ schema }) => worded`one of ${either(schema)}`,
  const: ({ schema }) => describe(schema),
  minimum: (_, { limit }) => `a number of at least ${limit}`,
  maximum: (_, { limit }) => `a number of at most ${limit}`,
  exclusiveMinimum: (_, { limit }) => `a number above ${limit}`,
  exclusiveMaximum: (_, { limit }) => `a number below ${limit}`,
  multipleOf: ({ schema }) => `a multiple of ${schema}`,
  minLength: (_, { limit }) => `a string of ${counted(limit, 'character')} or more`,
  maxLength: (_, { limit }) => `a string of ${counted(limit, 'character')} or fewer`,
  pattern: ({ schema }) => `a string that matches ${schema}`,
  minItems: (_, { limit }) => `an array of ${counted(limit, 'item')} or more`,
  maxItems: (_, { limit }) => `an array of ${counted(limit, 'item')} or fewer`,
  uniqueItems: () => 'an array of unique items',
  minProperties: (_, { limit }) => `an object with ${counted(limit, 'member')} or more`,
  maxProperties: (_, { limit }) => `an object with ${counted(limit, 'member')} or fewer`,
  additionalProperties: () => undefined,
  unevaluatedProperties: () => undefined,
  propertyNames: (_, { propertyName }) => worded`a name other than ${describe(propertyName)}`,
  anyOf: (error) => shapesOf(error) ?? 'one of the documented shapes',
  oneOf: (error) => shapesOf(error) ?? 'exactly one of the documented shapes',
  not: () => 'another value',
  'false schema': () => undefined,
};

/** Describes an error of the validator; `contract` is needed for a missing member. */
export function schemaError(contract: Contract, error: ErrorObject): SchemaError {
  const params = error.params as Params;
  const { keyword } = error;
  const instancePath = error.instancePath as Pointer;
  if (params.missingProperty !== undefined) {
    const schema = schemaOfMember(contract, error.parentSchema, params.missingProperty);
    const noun = schema === undefined ? 'a value' : nounOf(memberOf(schema, 'type'));
    return {
      at: `${instancePath}${step(params.missingProperty)}`,
      keyword,
      expected: shownOf(noun),
      actual: absent(error, params.missingProperty, noun, namesOf(schema)),
      ...(Array.isArray(error.schema) && { required: error.schema.length }),
    };
  }
  const extra = params.additionalProperty ?? params.unevaluatedProperty;
  return {
    at: extra === undefined ? instancePath : `${instancePath}${step(extra)}`,
    keyword,
    expected: expectedBy(error, params),
    actual: describe(extra === undefined ? error.data : memberOf(error.data, extra)),
  };
}

/** A missing member as a value, with the undocumented name that is most likely in its place; not one of its own members. */
function absent(
  { data, parentSchema }: ErrorObject,
  name: string,
  noun: string,
  inside: readonly string[],
): Value {
  const known = [...namesOf(parentSchema), ...inside];
  const others = Object.keys(Object(data))
    .slice(0, MOST_NAMES)
    .filter((other) => !known.includes(other));
  const near = others.find((other) => isNear(name, other)) ?? renamed(data, others, name, noun);
  if (near !== undefined) return { type: 'nothing', near: fitting(near, 60) };
  const isOther = others.length > 1 && !namesOf(parentSchema).some((one) => one in Object(data));
  if (!isOther) return { type: 'nothing' };
  return { type: 'nothing', others: others.slice(0, 4).map((one) => fitting(one, 30)) };
}

/** The only one of these members with a value of this type, and preferably with a word of the name. */
function renamed(
  data: unknown,
  others: readonly string[],
  name: string,
  noun: string,
): string | undefined {
  // What holds the member is an object around it.
  const alike = others.filter((other) => {
    const value = memberOf(data, other);
    return fits(value, noun) && memberOf(value, name) === undefined;
  });
  const words = wordsIn(name);
  const related = alike.filter((other) => wordsIn(other).some((word) => words.includes(word)));
  const [only, ...more] = related.length > 0 ? related : alike;
  return more.length === 0 ? only : undefined;
}

/** True for a value of one of the types in words. */
function fits(value: unknown, noun: string): boolean {
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const nouns = [NOUNS[type], ...(Number.isInteger(value) ? [NOUNS['integer']] : [])];
  return noun.split(' or ').some((one) => nouns.includes(one)) || nouns.includes(noun);
}

/** `instrument`, `id` for `instrumentId`. */
function wordsIn(name: string): readonly string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

function expectedBy(error: ErrorObject, params: Params): Shown {
  const { keyword, message = `a value that fits ${keyword}` } = error;
  return shownOf(Object.hasOwn(WORDINGS, keyword) ? WORDINGS[keyword]?.(error, params) : message);
}

/** `an object with one of Created, Archived`: the shapes of a choice, if a member distinguishes them. */
function shapesOf(error: ErrorObject): string | undefined {
  const members = membersOf(error);
  return members && `an object with one of ${members.join(', ')}`;
}

function nounOf(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return types.map((name) => NOUNS[String(name)] ?? 'a value').join(' or ');
}

/** The schema that states the type of a member. */
function schemaOfMember(contract: Contract, parent: unknown, name: string): JsonSchema | undefined {
  let schema = memberOf(memberOf(parent, 'properties'), name) as JsonSchema | undefined;
  for (let hops = 0; hops < 8 && typeof schema === 'object'; hops++) {
    if (schema['type'] !== undefined) return schema;
    if (typeof schema['$ref'] !== 'string') break;
    schema = follow(contract.document, schema['$ref'].replace(/^[^#]*/, '')) as JsonSchema;
  }
  return undefined;
}

function namesOf(schema: unknown): readonly string[] {
  return Object.keys(Object(memberOf(schema, 'properties')));
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function either(values: unknown): Shown {
  const all: readonly unknown[] = Array.isArray(values) ? values : [values];
  return listed(
    all.map((value) => describe(value)),
    ', ',
  );
}

function counted(count: number | undefined, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
