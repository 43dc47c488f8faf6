/** Every keyword that can be broken. */
import type { SchemaKeywords } from '../../contract/contract.ts';
import type { Breaks } from './breaking.ts';
import { maxItems, minItems, uniqueItems } from './lists.ts';
import { limit, multipleOf } from './numbers.ts';
import { additionalProperties, maxProperties, minProperties, required } from './objects.ts';
import { format, maxLength, minLength, pattern } from './texts.ts';
import { constant, enumeration, type, union } from './values.ts';

/** Keywords by ajv's names, in the order of the breakers. */
export const BREAKINGS: { readonly [K in keyof SchemaKeywords]: Breaks } = {
  ...{ type, required, additionalProperties, minProperties, maxProperties },
  ...{ enum: enumeration, const: constant, minLength, maxLength, pattern, format },
  minimum: limit('minimum', -1),
  maximum: limit('maximum', 1),
  exclusiveMinimum: limit('exclusiveMinimum', -1),
  exclusiveMaximum: limit('exclusiveMaximum', 1),
  ...{ multipleOf, minItems, maxItems, uniqueItems },
  oneOf: union('oneOf'),
  anyOf: union('anyOf'),
};
