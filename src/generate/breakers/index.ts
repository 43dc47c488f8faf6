import { additionalProperties } from './additional-properties.ts';
import type { Breaking } from './breaking.ts';
import { constant, enumeration } from './enum.ts';
import { format } from './format.ts';
import { maxItems, minItems } from './limit-items.ts';
import { maxLength, minLength } from './limit-length.ts';
import { exclusiveMaximum, exclusiveMinimum, maximum, minimum } from './limit-number.ts';
import { maxProperties, minProperties } from './limit-properties.ts';
import { multipleOf } from './multiple-of.ts';
import { pattern } from './pattern.ts';
import { required } from './required.ts';
import { type } from './type.ts';
import { anyOf, oneOf } from './union.ts';
import { uniqueItems } from './unique-items.ts';

/** Every keyword that can be broken, in the order of the breakers. */
export const BREAKINGS: readonly Breaking[] = [
  type,
  required,
  additionalProperties,
  minProperties,
  maxProperties,
  enumeration,
  constant,
  minLength,
  maxLength,
  pattern,
  format,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
  minItems,
  maxItems,
  uniqueItems,
  oneOf,
  anyOf,
];
