import * as fc from 'fast-check';
import { texts } from '../text.js';
export const minLength = {
    keyword: 'minLength',
    breaks: ({ minLength: least = 0 }) => least === 0 ? [] : [{ edits: texts({ maxLength: least - 1 }).map((text) => () => text) }],
};
export const maxLength = {
    keyword: 'maxLength',
    breaks: ({ maxLength: most }) => {
        if (most === undefined)
            return [];
        const tooLong = fc.oneof(texts({ minLength: most + 1, maxLength: most + 1 }), texts({ minLength: 2 * most + 1 }));
        return [{ edits: tooLong.map((text) => () => text) }];
    },
};
