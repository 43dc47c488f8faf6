import * as fc from 'fast-check';
export const boolean = {
    type: 'boolean',
    keywords: [],
    values: () => fc.boolean(),
};
