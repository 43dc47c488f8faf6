import { replacedBy } from './replace.js';
/** How far outside a limit: just outside, and far enough to be absurd. */
const STEPS = [1, 1000];
function limit(keyword, direction) {
    return {
        keyword,
        breaks: (schema) => {
            const bound = schema[keyword];
            if (bound === undefined)
                return [];
            const onTheLimit = keyword.startsWith('exclusive') ? [bound] : [];
            // In steps of multipleOf, so that no second keyword is broken.
            const step = schema.multipleOf ?? 1;
            const inside = onTheLimit.filter((value) => Number.isInteger(value / step));
            const start = direction === 1 ? Math.floor(bound / step) : Math.ceil(bound / step);
            return replacedBy([...inside, ...STEPS.map((far) => (start + direction * far) * step)]);
        },
    };
}
export const minimum = limit('minimum', -1);
export const maximum = limit('maximum', 1);
export const exclusiveMinimum = limit('exclusiveMinimum', -1);
export const exclusiveMaximum = limit('exclusiveMaximum', 1);
