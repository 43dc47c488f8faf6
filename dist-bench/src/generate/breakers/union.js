import { replacedBy } from './replace.js';
import { wrongFor } from './type.js';
/** A union is broken by a value of a type that no branch takes; what lies inside a branch is left alone. */
function union(keyword) {
    return {
        keyword,
        breaks: (schema, place) => {
            // A type named beside the union breaks first, and that is another keyword's business.
            if (!schema[keyword] || schema.type !== undefined)
                return [];
            return replacedBy(wrongFor(place.branchTypes() ?? [], place.nullIsWrong));
        },
    };
}
export const oneOf = union('oneOf');
export const anyOf = union('anyOf');
