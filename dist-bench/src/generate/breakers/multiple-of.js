import { declaredTypes } from '../json-types.js';
import { replacedBy } from './replace.js';
export const multipleOf = {
    keyword: 'multipleOf',
    breaks: (schema) => {
        const { multipleOf: step, minimum = 0, exclusiveMinimum = minimum } = schema;
        if (step === undefined)
            return [];
        const start = Math.ceil(Math.max(minimum, exclusiveMinimum) / step) * step;
        const between = [start + 1, start + step / 2].filter((value) => !Number.isInteger(value / step));
        const whole = declaredTypes(schema)?.includes('integer') === true;
        return replacedBy(whole ? between.filter(Number.isInteger) : between);
    },
};
