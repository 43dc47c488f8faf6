import { declaredTypes, hasType } from '../json-types.js';
import { replacedBy } from './replace.js';
/** For each type the values that lenient servers take for it, simplest first. */
const TEMPTING = {
    boolean: ['true', 'false', 'yes', '', 0, 1, [], {}],
    object: [[], '', 0, true, false, [{}], '{}', 1.5],
    string: [0, true, {}, [], 1.5, false, ['a'], { value: 'a' }],
    array: [{}, '', 0, true, '[]', { 0: 'a' }, false],
    integer: ['1', 1.5, '', true, [], {}, [1]],
    number: ['1', '1.5', '', true, [], {}, [1]],
    null: ['null', 0, '', false, [], {}],
};
export const type = {
    keyword: 'type',
    breaks: (schema, { nullIsWrong }) => replacedBy(wrongFor(declaredTypes(schema) ?? [], nullIsWrong)),
};
/** Values of none of these types, near misses of the first. */
export function wrongFor(types, nullIsWrong) {
    const [first] = types;
    if (first === undefined)
        return [];
    const tempting = nullIsWrong ? [...TEMPTING[first], null] : TEMPTING[first];
    return tempting.filter((value) => !hasType(value, types));
}
