import * as fc from 'fast-check';
import { objectOf } from './breaking.js';
export const required = {
    keyword: 'required',
    breaks: ({ required: names = [] }) => names.map((name) => ({
        member: name,
        edits: fc.constant((value) => {
            const { [name]: _, ...rest } = objectOf(value);
            return rest;
        }),
    })),
};
