import * as fc from 'fast-check';
import type { JsonSchema } from '../contract/contract.ts';
import { step } from '../contract/pointer.ts';
import {
  type Alternative,
  type BreakerContext,
  type Edit,
  listOf,
  objectOf,
} from './breakers/breaking.ts';
import { BREAKINGS } from './breakers/index.ts';
import { declaredTypes } from './json-types.ts';
import { member } from './merge.ts';
import { type Plain, plain } from './plain.ts';
import { below, type Scope, scopeOf } from './scope.ts';
import { validWithin } from './valid.ts';

/** One way to make a valid value invalid. */
export interface Breaker {
  /** The broken keyword, by ajv's name. */
  readonly keyword: string;
  /** A JSON Pointer with `*` for map values and list items, `''` for the value itself. */
  readonly at: string;
  /** The same in words, for ids: `meta-value-type`. */
  readonly label: string;
  /** The ways to break it, each by itself. */
  readonly alternatives: readonly BrokenValues[];
  /** Copies of valid values with exactly this part broken, in any of these ways. */
  readonly values: BrokenValues['values'];
}

/** One way to break one part. */
export interface BrokenValues {
  /** The replacement, as JSON; empty if there is only one. */
  readonly label: string;
  /** Copies of valid values with exactly this part broken. Missing parents of the part are added. */
  readonly values: (base: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>;
}

interface BrokenKeyword {
  readonly keyword: string;
  readonly at: string;
  readonly words: readonly string[];
  readonly alternatives: readonly Alternative[];
}

/**
 * Every way to break a value of this schema at one place, one keyword at a time. Recursive schemas are broken at their
 * first level, unions as a whole. Throws UnsupportedKeywordError like `valid`.
 */
export function breakers(schema: JsonSchema, root: object): readonly Breaker[] {
  return breaksWithin(schema, scopeOf(root, 0), true).map(
    ({ keyword, at, words, alternatives }) => ({
      keyword,
      at,
      label: [...words, keyword].join('-').replaceAll(/[^A-Za-z0-9]+/g, '-'),
      alternatives: alternatives.map(({ label, edits }) => ({ label, values: edited(edits) })),
      values: edited(
        fc.oneof({ withCrossShrink: true }, ...alternatives.map(({ edits }) => edits)),
      ),
    }),
  );
}

function edited(edits: fc.Arbitrary<Edit>): BrokenValues['values'] {
  return (base) => fc.tuple(base, edits).map(([value, edit]) => edit(value));
}

function breaksWithin(
  schema: JsonSchema,
  from: Scope,
  nullIsWrong: boolean,
): readonly BrokenKeyword[] {
  const found = plain(schema, from);
  if (!found) return [];
  return [
    ...ownBreaks(found, nullIsWrong),
    ...memberBreaks(found),
    ...mapBreaks(found),
    ...itemBreaks(found),
  ];
}

function ownBreaks({ schema, scope }: Plain, nullIsWrong: boolean): readonly BrokenKeyword[] {
  const place: BreakerContext = {
    nullIsWrong,
    values: (kind) =>
      validWithin((kind === 'item' ? schema.items : schema.additionalProperties) ?? true, scope),
    branchTypes: () => {
      const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
      const types = branches.map((branch) => declaredTypes(plain(branch, scope)?.schema ?? {}));
      return types.some((each) => each === undefined)
        ? undefined
        : types.flatMap((each) => each ?? []);
    },
  };
  return Object.entries(BREAKINGS).flatMap(([keyword, breaks]) =>
    breaks(schema, place).map(({ member: name, alternatives }) => ({
      keyword,
      at: name === undefined ? '' : step(name),
      words: name === undefined ? [] : [name],
      alternatives,
    })),
  );
}

function memberBreaks({ schema, scope }: Plain): readonly BrokenKeyword[] {
  return Object.keys(schema.properties ?? {}).flatMap((name) => {
    const part = member(schema, name);
    const required = schema.required?.includes(name) ?? false;
    const place = { at: step(name), word: name, nullIsWrong: required };
    const inside = below(scope, `/properties${step(name)}`);
    return partBreaks(part, inside, place, (edit, spare) => (value) => {
      const object = objectOf(value);
      return { ...object, [name]: edit(Object.hasOwn(object, name) ? object[name] : spare) };
    });
  });
}

function mapBreaks({ schema, scope }: Plain): readonly BrokenKeyword[] {
  const { additionalProperties: values, properties = {} } = schema;
  if (Object.keys(properties).length > 0 || typeof values !== 'object') return [];
  const place = { at: '/*', word: 'value', nullIsWrong: true };
  const inside = below(scope, '/additionalProperties');
  return partBreaks(values, inside, place, (edit, spare, die) => (value) => {
    const map = objectOf(value);
    const names = Object.keys(map);
    const name = names[die % Math.max(1, names.length)] ?? 'key';
    return { ...map, [name]: edit(Object.hasOwn(map, name) ? map[name] : spare) };
  });
}

function itemBreaks({ schema, scope }: Plain): readonly BrokenKeyword[] {
  const { items, prefixItems, maxItems = Infinity } = schema;
  if (typeof items !== 'object' || prefixItems || maxItems === 0) return [];
  const place = { at: '/*', word: 'item', nullIsWrong: false };
  return partBreaks(items, below(scope, '/items'), place, (edit, spare, die) => (value) => {
    const list = listOf(value).length > 0 ? listOf(value) : [spare];
    return list.with(die % list.length, edit(list[die % list.length]));
  });
}

/** The breaks of a part as breaks of the whole value; `die` chooses among several parts. */
function partBreaks(
  part: JsonSchema,
  inside: Scope,
  place: { readonly at: string; readonly word: string; readonly nullIsWrong: boolean },
  lift: (edit: Edit, spare: unknown, die: number) => Edit,
): readonly BrokenKeyword[] {
  const spares = validWithin(part, inside);
  if (!spares) return [];
  return breaksWithin(part, inside, place.nullIsWrong).map((inner) => ({
    keyword: inner.keyword,
    at: place.at + inner.at,
    words: [place.word, ...inner.words],
    alternatives: inner.alternatives.map(({ label, edits }, die) => ({
      label,
      edits: fc.tuple(edits, spares).map(([edit, spare]) => lift(edit, spare, die)),
    })),
  }));
}
