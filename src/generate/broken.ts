import * as fc from 'fast-check';
import type { JsonSchema, SchemaKeywords } from '../contract/contract.ts';
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
  return BREAKINGS.flatMap(({ keyword, breaks }) =>
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
    const inside = below(scope, `/properties${step(name)}`);
    const spares = validWithin(part, inside);
    if (!spares) return [];
    const required = schema.required?.includes(name) ?? false;
    return breaksWithin(part, inside, required).map((inner) =>
      lifted(inner, step(name), name, spares, (edit, spare) => (value) => {
        const object = objectOf(value);
        return { ...object, [name]: edit(Object.hasOwn(object, name) ? object[name] : spare) };
      }),
    );
  });
}

function mapBreaks({ schema, scope }: Plain): readonly BrokenKeyword[] {
  const values = schema.additionalProperties;
  if (hasMembers(schema) || typeof values !== 'object') return [];
  const inside = below(scope, '/additionalProperties');
  const spares = validWithin(values, inside);
  if (!spares) return [];
  return breaksWithin(values, inside, true).map((inner) =>
    lifted(inner, '/*', 'value', spares, (edit, spare, die) => (value) => {
      const map = objectOf(value);
      const name = pick(Object.keys(map), die) ?? 'key';
      return { ...map, [name]: edit(Object.hasOwn(map, name) ? map[name] : spare) };
    }),
  );
}

function itemBreaks({ schema, scope }: Plain): readonly BrokenKeyword[] {
  const { items, prefixItems, maxItems = Infinity } = schema;
  if (typeof items !== 'object' || prefixItems || maxItems === 0) return [];
  const inside = below(scope, '/items');
  const spares = validWithin(items, inside);
  if (!spares) return [];
  return breaksWithin(items, inside, false).map((inner) =>
    lifted(inner, '/*', 'item', spares, (edit, spare, die) => (value) => {
      const list = listOf(value).length > 0 ? listOf(value) : [spare];
      return list.with(die % list.length, edit(list[die % list.length]));
    }),
  );
}

/** The break of a part as a break of the whole value; `die` chooses among several parts. */
function lifted(
  inner: BrokenKeyword,
  step: string,
  word: string,
  spares: fc.Arbitrary<unknown>,
  lift: (edit: Edit, spare: unknown, die: number) => Edit,
): BrokenKeyword {
  return {
    keyword: inner.keyword,
    at: step + inner.at,
    words: [word, ...inner.words],
    alternatives: inner.alternatives.map(({ label, edits }, die) => ({
      label,
      edits: fc.tuple(edits, spares).map(([edit, spare]) => lift(edit, spare, die)),
    })),
  };
}

function hasMembers(schema: SchemaKeywords): boolean {
  return Object.keys(schema.properties ?? {}).length > 0;
}

function pick(names: readonly string[], die: number): string | undefined {
  return names[die % Math.max(1, names.length)];
}
