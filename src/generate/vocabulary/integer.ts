import * as fc from 'fast-check';
import type { SchemaKeywords } from '../../contract/contract.ts';
import { kept } from '../kept.ts';
import type { Vocabulary } from '../schema.ts';
import { UnsupportedKeywordError } from '../unsupported-keyword.ts';

/** JSON numbers above 2^53 lose digits in many parsers, so int64 stays below. */
const BITS: Readonly<Record<string, number>> = { int8: 7, int16: 15, int32: 31, int64: 53 };

export const integer: Vocabulary = {
  type: 'integer',
  keywords: [],
  values: (schema, _child, pointer) => {
    const { multipleOf = 1, format = 'int64' } = schema;
    const bits = BITS[format];
    if (bits === undefined) throw new UnsupportedKeywordError(`format: ${format}`, pointer);
    const { low, high } = wholeBounds(schema, -(2 ** bits) + 1, 2 ** bits - 1);
    const min = Math.ceil(low / multipleOf) + 0;
    const max = Math.floor(high / multipleOf) + 0;
    if (min > max) return undefined;
    const multiples = fc.integer({ min, max }).map((count) => count * multipleOf);
    return Number.isInteger(multipleOf)
      ? multiples
      : kept(multiples, Number.isInteger, 'multipleOf', pointer);
  },
};

function wholeBounds(
  schema: SchemaKeywords,
  least: number,
  most: number,
): { low: number; high: number } {
  const { minimum = least, exclusiveMinimum = least - 1 } = schema;
  const { maximum = most, exclusiveMaximum = most + 1 } = schema;
  return {
    low: Math.max(Math.ceil(minimum), Math.floor(exclusiveMinimum) + 1),
    high: Math.min(Math.floor(maximum), Math.ceil(exclusiveMaximum) - 1),
  };
}
