/** Every JSON type with its keywords. */
import * as fc from 'fast-check';
import type { Vocabulary } from '../schema.ts';
import { array } from './array.ts';
import { integer, number } from './numbers.ts';
import { object } from './object.ts';
import { string } from './string.ts';

/** `number` stands before `integer`, which has no keyword of its own. */
export const VOCABULARIES: readonly Vocabulary[] = [
  ...[object, array, string, number, integer],
  { type: 'boolean', keywords: [], values: () => fc.boolean() },
  { type: 'null', keywords: [], values: () => fc.constant(null) },
];
