import type { Breaking } from './breaking.ts';
import { replacedBy } from './replace.ts';
import { wrongFor } from './type.ts';

/** A union is broken by a value of a type that no branch takes; what lies inside a branch is left alone. */
function union(keyword: 'oneOf' | 'anyOf'): Breaking {
  return {
    keyword,
    breaks: (schema, place) => {
      // A type named beside the union breaks first, and that is another keyword's business.
      if (!schema[keyword] || schema.type !== undefined) return [];
      return replacedBy(wrongFor(place.branchTypes() ?? [], place.nullIsWrong));
    },
  };
}

export const oneOf: Breaking = union('oneOf');
export const anyOf: Breaking = union('anyOf');
