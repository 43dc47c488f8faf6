/** Breaks the keywords of numbers. */
import { declaredTypes } from '../json-types.ts';
import { type Breaks, replacedBy } from './breaking.ts';

/** Distances from a limit: just outside, and extremely far. */
const STEPS = [1, 1000];

/** Values beyond a limit, in this direction. */
export const limit =
  (
    keyword: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum',
    direction: 1 | -1,
  ): Breaks =>
  (schema) => {
    const bound = schema[keyword];
    if (bound === undefined) return [];
    const onTheLimit = keyword.startsWith('exclusive') ? [bound] : [];
    // In steps of multipleOf, so that only the limit is broken.
    const step = schema.multipleOf ?? 1;
    const inside = onTheLimit.filter((value) => Number.isInteger(value / step));
    const start = direction === 1 ? Math.floor(bound / step) : Math.ceil(bound / step);
    return replacedBy([...inside, ...STEPS.map((far) => (start + direction * far) * step)]);
  };

export const multipleOf: Breaks = (schema) => {
  const { multipleOf: step, minimum = 0, exclusiveMinimum = minimum } = schema;
  if (step === undefined) return [];
  const start = Math.ceil(Math.max(minimum, exclusiveMinimum) / step) * step;
  const between = [start + 1, start + step / 2].filter((value) => !Number.isInteger(value / step));
  const whole = declaredTypes(schema)?.includes('integer') === true;
  return replacedBy(whole ? between.filter(Number.isInteger) : between);
};
