/** The differences between two schemas, by member, and short descriptions of schemas. */

import { isDeepStrictEqual } from 'node:util';
import type { ContractDifference, DifferenceKind, JsonSchema, SchemaKeywords } from './contract.ts';

/** Its place is that of the schema, then `.name` for a member or a branch of a choice, `[]` for items, `.*` for map values. */
export type SchemaChange = Omit<ContractDifference, 'subject' | 'seenIn'>;

const ANNOTATIONS = ['description', 'title', 'example', 'examples', 'deprecated'];
/** Keywords that are compared part by part; every other keyword belongs to the schema itself. */
const PARTS = ['properties', 'required', 'items', 'additionalProperties', 'oneOf', 'anyOf'];
/** Keywords that the description of a schema includes. */
const NOUNS = ['$ref', 'type', 'format', 'enum'];

/** A change of words; none if they are the same. */
export function changed(
  kind: DifferenceKind,
  at: string,
  from: string,
  to: string,
): readonly SchemaChange[] {
  return from === to ? [] : [{ kind, at, from, to }];
}

/** What only one of the two documents has. */
export function presence(at: string, from?: string, to?: string): readonly SchemaChange[] {
  if (from !== undefined) return [{ kind: 'removed', at, from }];
  return to === undefined ? [] : [{ kind: 'added', at, to }];
}

/** Every name of the two lists once, with its value in each list. */
export function paired<T>(
  a: Iterable<readonly [string, T]>,
  b: Iterable<readonly [string, T]>,
): readonly (readonly [string, T | undefined, T | undefined])[] {
  const [before, after] = [new Map(a), new Map(b)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.map((name) => [name, before.get(name), after.get(name)]);
}

/** The differences between `a` and `b` in both directions. A `$ref` equals one of the same name. */
export function schemaChanges(at: string, a: JsonSchema, b: JsonSchema): readonly SchemaChange[] {
  const [before, after] = [keywordsOf(a), keywordsOf(b)];
  const demands = (name: string): readonly [string, string] => [
    demand(before.required?.includes(name)),
    demand(after.required?.includes(name)),
  ];
  return [
    ...(isDeepStrictEqual(ownOf(a), ownOf(b))
      ? []
      : [{ kind: 'changed' as const, at, from: ownWords(a), to: ownWords(b) }]),
    ...changed('deprecated', at, adviceOf(before), adviceOf(after)),
    ...paired(membersOf(before), membersOf(after)).flatMap(([name, old, young]) => {
      const [place, [from, to]] = [`${at}.${name}`, demands(name)];
      if (old === undefined || young === undefined)
        return presence(
          place,
          old === undefined ? undefined : `${wordsOf(old)}, ${from}`,
          young === undefined ? undefined : `${wordsOf(young)}, ${to}`,
        );
      return [...changed('required', place, from, to), ...schemaChanges(place, old, young)];
    }),
    ...paired(branchesOf(before), branchesOf(after)).flatMap(([label, old, young]) => {
      const [from, to] = [old, young].map((one) => (one === undefined ? one : 'a choice'));
      // A branch with one member is named after it, so both have the same place.
      return old !== undefined && young !== undefined
        ? schemaChanges(at, old, young)
        : presence(`${at}.${label}`, from, to);
    }),
    ...partChanges(`${at}[]`, before.items, after.items),
    ...partChanges(`${at}.*`, before.additionalProperties, after.additionalProperties),
  ];
}

/** A schema in a few words: `list of string`, `object of id, name?`, `User`, `one of A, B`. */
export function wordsOf(schema: JsonSchema): string {
  const { items, properties, required = [], additionalProperties, ...rest } = keywordsOf(schema);
  if (items !== undefined) return `list of ${wordsOf(items)}`;
  if (properties !== undefined) {
    const names = Object.keys(properties).map(
      (each) => `${each}${required.includes(each) ? '' : '?'}`,
    );
    return `object of ${names.join(', ')}`;
  }
  if (typeof additionalProperties === 'object') return `map of ${wordsOf(additionalProperties)}`;
  const branches = rest.oneOf ?? rest.anyOf;
  if (branches) return `a choice of ${branches.map(labelOf).join(', ')}`;
  return ownWords(schema);
}

function partChanges(at: string, a?: JsonSchema, b?: JsonSchema): readonly SchemaChange[] {
  if (a === undefined && b === undefined) return [];
  return schemaChanges(at, a ?? true, b ?? true);
}

function branchesOf({ oneOf, anyOf }: SchemaKeywords): readonly (readonly [string, JsonSchema])[] {
  return (oneOf ?? anyOf ?? []).map((branch) => [labelOf(branch), branch]);
}

function labelOf(branch: JsonSchema): string {
  const { $ref, required = [] } = keywordsOf(branch);
  if ($ref !== undefined) return nameOf($ref);
  return required.length === 1 && required[0] !== undefined ? required[0] : wordsOf(branch);
}

function adviceOf({ deprecated }: SchemaKeywords): string {
  return deprecated === true ? 'deprecated' : 'in use';
}

function membersOf({
  properties = {},
}: SchemaKeywords): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(properties);
}

function ownWords(schema: JsonSchema): string {
  const { $ref, type, format, enum: values } = keywordsOf(schema);
  const noun = [type ?? 'any value'].flat().join(' or ') + (format ? ` (${format})` : '');
  const named = $ref === undefined ? noun : nameOf($ref);
  const limits = Object.entries(ownOf(schema))
    .filter(([keyword]) => !NOUNS.includes(keyword))
    .map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`);
  return [values ? `one of ${values.join(', ')}` : named, ...limits].join(', ');
}

/** The schema's own statements. The order of an `enum` has no meaning. */
function ownOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  if (typeof schema === 'boolean') return schema ? {} : { never: true };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !ANNOTATIONS.includes(keyword) && !PARTS.includes(keyword))
      .map(([keyword, value]) => [
        keyword,
        keyword === 'enum' && Array.isArray(value) ? value.toSorted() : value,
      ]),
  );
}

function keywordsOf(schema: JsonSchema): SchemaKeywords {
  return typeof schema === 'object' ? schema : {};
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function demand(isRequired = false): string {
  return isRequired ? 'required' : 'optional';
}
