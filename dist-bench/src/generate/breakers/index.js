import { additionalProperties } from './additional-properties.js';
import { constant, enumeration } from './enum.js';
import { format } from './format.js';
import { maxItems, minItems } from './limit-items.js';
import { maxLength, minLength } from './limit-length.js';
import { exclusiveMaximum, exclusiveMinimum, maximum, minimum } from './limit-number.js';
import { maxProperties, minProperties } from './limit-properties.js';
import { multipleOf } from './multiple-of.js';
import { pattern } from './pattern.js';
import { required } from './required.js';
import { type } from './type.js';
import { anyOf, oneOf } from './union.js';
import { uniqueItems } from './unique-items.js';
/** Every keyword that can be broken, in the order in which breakers are listed. */
export const BREAKINGS = [
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
