import type { Vocabulary } from '../schema.ts';
import { array } from './array.ts';
import { boolean } from './boolean.ts';
import { integer } from './integer.ts';
import { nothing } from './null.ts';
import { number } from './number.ts';
import { object } from './object.ts';
import { string } from './string.ts';

/** Every JSON type with its keywords. `number` stands before `integer`, which has no keyword of its own. */
export const VOCABULARIES: readonly Vocabulary[] = [
  object,
  array,
  string,
  number,
  integer,
  boolean,
  nothing,
];
