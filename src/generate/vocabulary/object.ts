import * as fc from 'fast-check';
import type { SchemaKeywords } from '../../contract/contract.ts';
import { step } from '../../contract/pointer.ts';
import { kept } from '../kept.ts';
import { member } from '../merge.ts';
import type { Child, Vocabulary } from '../schema.ts';
import { mapsOf, smallJson } from '../small-json.ts';

const SPARE = 3;

export const object: Vocabulary = {
  type: 'object',
  keywords: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  values: (schema, child, pointer) => {
    const { properties = {}, required = [] } = schema;
    const names = new Set([...Object.keys(properties), ...required]);
    return names.size === 0 ? maps(schema, child) : records(schema, child, names, pointer);
  },
};

/** Undeclared members are left out: a separate requirement tests whether a server accepts them. */
function records(
  schema: SchemaKeywords,
  child: Child,
  names: ReadonlySet<string>,
  pointer: string,
): fc.Arbitrary<object> | undefined {
  const { required = [], minProperties = 0, maxProperties = Infinity } = schema;
  const members: [string, fc.Arbitrary<unknown>][] = [];
  for (const name of names) {
    const values = child(member(schema, name), `/properties${step(name)}`);
    if (values) members.push([name, values]);
    else if (required.includes(name)) return undefined;
  }
  const options = { requiredKeys: [...required], noNullPrototype: true };
  const values = fc.record(Object.fromEntries(members), options);
  const size = (value: object): number => Object.keys(value).length;
  if (members.length < minProperties || required.length > maxProperties) return undefined;
  if (required.length >= minProperties && members.length <= maxProperties) return values;
  const fits = (value: object): boolean =>
    size(value) >= minProperties && size(value) <= maxProperties;
  return kept(values, fits, 'minProperties', pointer);
}

function maps(schema: SchemaKeywords, child: Child): fc.Arbitrary<object> | undefined {
  const { additionalProperties = true, minProperties = 0, maxProperties = Infinity } = schema;
  const most = Math.min(maxProperties, minProperties + SPARE);
  const values =
    additionalProperties === true
      ? smallJson()
      : child(additionalProperties, '/additionalProperties');
  if (values && most > 0) return mapsOf(values, minProperties, most);
  return minProperties === 0 ? fc.constant({}) : undefined;
}
