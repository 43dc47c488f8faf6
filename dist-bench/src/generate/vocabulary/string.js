import * as fc from 'fast-check';
import { dateTimes } from '../date-time.js';
import { texts } from '../text.js';
import { UnsupportedKeywordError } from '../unsupported-keyword.js';
export const string = {
    type: 'string',
    keywords: ['minLength', 'maxLength', 'pattern', 'format'],
    values: (schema, _child, pointer) => {
        const { pattern, format } = schema;
        if (format !== undefined && format !== 'date-time') {
            throw new UnsupportedKeywordError(`format: ${format}`, pointer);
        }
        if (format === undefined && pattern === undefined)
            return texts(schema);
        const values = format === 'date-time' ? dateTimes() : fc.stringMatching(new RegExp(pattern ?? '', 'u'));
        return values.filter((value) => keeps(value, schema));
    },
};
function keeps(value, schema) {
    const { minLength = 0, maxLength = Infinity, pattern = '' } = schema;
    const { length } = Array.from(value);
    return length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(value);
}
