import type { Breaking } from './breaking.ts';
import { replacedBy } from './replace.ts';

/** Distances from a limit: just outside, and extremely far. */
const STEPS = [1, 1000];

function limit(
  keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum',
  direction: 1 | -1,
): Breaking {
  return {
    keyword,
    breaks: (schema) => {
      const bound = schema[keyword];
      if (bound === undefined) return [];
      const onTheLimit = keyword.startsWith('exclusive') ? [bound] : [];
      // In steps of multipleOf, so that only the limit is broken.
      const step = schema.multipleOf ?? 1;
      const inside = onTheLimit.filter((value) => Number.isInteger(value / step));
      const start = direction === 1 ? Math.floor(bound / step) : Math.ceil(bound / step);
      return replacedBy([...inside, ...STEPS.map((far) => (start + direction * far) * step)]);
    },
  };
}

export const minimum: Breaking = limit('minimum', -1);
export const maximum: Breaking = limit('maximum', 1);
export const exclusiveMinimum: Breaking = limit('exclusiveMinimum', -1);
export const exclusiveMaximum: Breaking = limit('exclusiveMaximum', 1);
