import { array } from './array.js';
import { boolean } from './boolean.js';
import { integer } from './integer.js';
import { nothing } from './null.js';
import { number } from './number.js';
import { object } from './object.js';
import { string } from './string.js';
/** Every JSON type with its keywords. `number` stands before `integer`, which has no keyword of its own. */
export const VOCABULARIES = [
    object,
    array,
    string,
    number,
    integer,
    boolean,
    nothing,
];
