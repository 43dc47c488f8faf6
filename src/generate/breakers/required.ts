import * as fc from 'fast-check';
import { type Breaking, objectOf } from './breaking.ts';

export const required: Breaking = {
  keyword: 'required',
  breaks: ({ required: names = [] }) =>
    names.map((name) => ({
      member: name,
      edits: fc.constant((value) => {
        const { [name]: _, ...rest } = objectOf(value);
        return rest;
      }),
    })),
};
