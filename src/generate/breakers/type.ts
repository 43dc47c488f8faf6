import * as fc from 'fast-check';
import type { JsonType, SchemaKeywords } from '../../contract/contract.ts';
import { declaredTypes, hasType } from '../json-types.ts';
import { type Alternative, type Breaking, objectOf } from './breaking.ts';
import { replacedBy } from './replace.ts';

/** For each type the values that lenient servers accept for it, the most likely first; one request for each. */
const TEMPTING: Readonly<Record<JsonType, readonly unknown[]>> = {
  boolean: ['true', 'false', 'True', 'yes', 'no', 'on', '', 0, 1, [], {}],
  object: [[], 'text', 1, true, '', 0, '{}', false, [{}]],
  string: [0, true, {}, [], 1.5, false, ['a'], { value: 'a' }],
  array: [{}, '', 0, true, '[]', { 0: 'a' }, false],
  integer: ['1', 1.5, '', true, [], {}, [1]],
  number: ['1', '1.5', '', true, [], {}, [1]],
  null: ['null', 0, '', false, [], {}],
};

export const type: Breaking = {
  keyword: 'type',
  breaks: (schema, { nullIsWrong }) =>
    replacedBy(wrongFor(declaredTypes(schema) ?? [], nullIsWrong)).map(({ alternatives }) => ({
      alternatives: [...alternatives, ...listed(schema)],
    })),
};

/** The values of an object as an array in the order of the schema, which some decoders accept. */
function listed({ type: named, properties = {} }: SchemaKeywords): readonly Alternative[] {
  const names = Object.keys(properties);
  if (named !== 'object' || names.length === 0) return [];
  const list = (value: unknown): unknown => {
    const object = objectOf(value);
    return names.map((name) => object[name] ?? null);
  };
  return [{ label: 'array-of-the-members', edits: fc.constant(list) }];
}

/** Values of none of these types, similar to the first one. */
export function wrongFor(types: readonly JsonType[], nullIsWrong: boolean): readonly unknown[] {
  const [first] = types;
  if (first === undefined) return [];
  const [simplest, ...others] = TEMPTING[first];
  const tempting = nullIsWrong ? [simplest, null, ...others] : TEMPTING[first];
  return tempting.filter((value) => !hasType(value, types));
}
