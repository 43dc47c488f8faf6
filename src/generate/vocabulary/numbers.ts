import * as fc from 'fast-check';
import type { SchemaKeywords } from '../../contract/contract.ts';
import { kept } from '../kept.ts';
import type { Vocabulary } from '../schema.ts';
import { UnsupportedKeywordError } from '../unsupported-keyword.ts';

const FAR = 1_000_000;

export const number: Vocabulary = {
  type: 'number',
  keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  values: (schema, _child, pointer) => {
    const { multipleOf = 0.01 } = schema;
    const { low, high } = bounds(schema);
    if (low > high) return undefined;
    const min = Math.ceil(low / multipleOf) + 0;
    const max = Math.floor(high / multipleOf) + 0;
    // Hundredths are easy to read and shrink to integers; a range that is too narrow for them gets any double.
    const values =
      schema.multipleOf !== undefined || max - min > 10
        ? fc.integer({ min, max }).map((count) => times(count, multipleOf))
        : fc.double({ min: low, max: high, noNaN: true }).map((value) => value + 0);
    return kept(values, (value) => keeps(value, schema), 'multipleOf', pointer);
  },
};

function bounds(schema: SchemaKeywords): { low: number; high: number } {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  const low = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  return {
    low: low === -Infinity ? Math.min(-FAR, high - FAR) : low,
    high: high === Infinity ? Math.max(FAR, low + FAR) : high,
  };
}

function keeps(value: number, schema: SchemaKeywords): boolean {
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = schema;
  if (value <= exclusiveMinimum || value >= exclusiveMaximum) return false;
  return multipleOf === undefined || Number.isInteger(value / multipleOf);
}

/** `3 * 0.1` is not 0.3, and `3 / 0.2` is not 15, so a step below 1 is inverted. */
function times(count: number, step: number): number {
  return step < 1 ? count / (1 / step) : count * step;
}

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
