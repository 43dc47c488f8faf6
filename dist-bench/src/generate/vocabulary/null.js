import * as fc from 'fast-check';
export const nothing = {
    type: 'null',
    keywords: [],
    values: () => fc.constant(null),
};
