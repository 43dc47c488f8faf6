import * as fc from 'fast-check';
import { type Breaking, objectOf, oneWay } from './breaking.ts';

export const required: Breaking = {
  keyword: 'required',
  breaks: ({ required: names = [] }) =>
    names.map((name) => ({
      member: name,
      ...oneWay(
        fc.constant((value) => {
          const { [name]: _, ...rest } = objectOf(value);
          return rest;
        }),
      ),
    })),
};
