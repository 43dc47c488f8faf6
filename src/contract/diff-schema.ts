/** The differences between two schemas, by member, and short descriptions of schemas. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, SchemaKeywords } from './contract.ts';

export interface SchemaChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'required' | 'deprecated';
  /** The place of the schema, then `.name` for a member or a branch of a choice, `[]` for items, `.*` for map values. */
  readonly at: string;
  readonly from?: string;
  readonly to?: string;
}

type Members = Readonly<Record<string, JsonSchema>>;

const ANNOTATIONS = ['description', 'title', 'example', 'examples', 'deprecated'];
/** Keywords that are compared part by part; every other keyword belongs to the schema itself. */
const PARTS = ['properties', 'required', 'items', 'additionalProperties', 'oneOf', 'anyOf'];
/** Keywords that the description of a schema includes. */
const NOUNS = ['$ref', 'type', 'format', 'enum'];

/** The differences between `a` and `b` in both directions. A `$ref` equals one of the same name. */
export function schemaChanges(at: string, a: JsonSchema, b: JsonSchema): readonly SchemaChange[] {
  const [before, after] = [keywordsOf(a), keywordsOf(b)];
  const [members, newMembers] = [membersOf(before), membersOf(after)];
  const [required, newRequired] = [before.required ?? [], after.required ?? []];
  const own = isDeepStrictEqual(ownOf(a), ownOf(b))
    ? []
    : [{ kind: 'changed' as const, at, from: ownWords(a), to: ownWords(b) }];
  const advice = [adviceOf(before), adviceOf(after)] as const;
  const names = [...new Set([...Object.keys(members), ...Object.keys(newMembers)])];
  return [
    ...own,
    ...(advice[0] === advice[1]
      ? []
      : [{ kind: 'deprecated' as const, at, from: advice[0], to: advice[1] }]),
    ...names.flatMap((name): readonly SchemaChange[] => {
      const place = `${at}.${name}`;
      const [old, young] = [members[name], newMembers[name]];
      const words = (schema: JsonSchema, demands: readonly string[]): string =>
        `${wordsOf(schema)}, ${demand(demands, name)}`;
      if (old === undefined) {
        return young === undefined
          ? []
          : [{ kind: 'added', at: place, to: words(young, newRequired) }];
      }
      if (young === undefined) {
        return [{ kind: 'removed', at: place, from: words(old, required) }];
      }
      const [from, to] = [demand(required, name), demand(newRequired, name)];
      return [
        ...(from === to ? [] : [{ kind: 'required' as const, at: place, from, to }]),
        ...schemaChanges(place, old, young),
      ];
    }),
    ...branchChanges(at, before, after),
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

function branchChanges(at: string, a: SchemaKeywords, b: SchemaKeywords): readonly SchemaChange[] {
  const [before, after] = [branchesOf(a), branchesOf(b)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((label) => {
    const [old, young] = [before.get(label), after.get(label)];
    // A branch with one member is named after it, so both have the same place.
    if (old !== undefined && young !== undefined) return schemaChanges(at, old, young);
    const place = `${at}.${label}`;
    return young === undefined
      ? [{ kind: 'removed' as const, at: place, from: 'a choice' }]
      : [{ kind: 'added' as const, at: place, to: 'a choice' }];
  });
}

function partChanges(at: string, a?: JsonSchema, b?: JsonSchema): readonly SchemaChange[] {
  if (a === undefined && b === undefined) return [];
  return schemaChanges(at, a ?? true, b ?? true);
}

function branchesOf({ oneOf, anyOf }: SchemaKeywords): ReadonlyMap<string, JsonSchema> {
  return new Map((oneOf ?? anyOf ?? []).map((branch) => [labelOf(branch), branch]));
}

function labelOf(branch: JsonSchema): string {
  const { $ref, required = [] } = keywordsOf(branch);
  if ($ref !== undefined) return nameOf($ref);
  return required.length === 1 && required[0] !== undefined ? required[0] : wordsOf(branch);
}

function adviceOf({ deprecated }: SchemaKeywords): string {
  return deprecated === true ? 'deprecated' : 'in use';
}

function membersOf({ properties = {} }: SchemaKeywords): Members {
  return Object.assign(Object.create(null) as Members, properties);
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

function demand(required: readonly string[], name: string): string {
  return required.includes(name) ? 'required' : 'optional';
}
