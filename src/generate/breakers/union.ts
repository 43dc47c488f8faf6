import type { Breaking } from './breaking.ts';
import { replacedBy } from './replace.ts';
import { wrongFor } from './type.ts';

/** Breaks a union by a value of a type that no branch accepts. The inside of the branches is not broken. */
function union(keyword: 'oneOf' | 'anyOf'): Breaking {
  return {
    keyword,
    breaks: (schema, place) => {
      // With a type beside the union, breaking the union also breaks the type.
      if (!schema[keyword] || schema.type !== undefined) return [];
      return replacedBy(wrongFor(place.branchTypes() ?? [], place.nullIsWrong));
    },
  };
}

export const oneOf: Breaking = union('oneOf');
export const anyOf: Breaking = union('anyOf');
