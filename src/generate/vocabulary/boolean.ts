import * as fc from 'fast-check';
import type { Vocabulary } from '../schema.ts';

export const boolean: Vocabulary = {
  type: 'boolean',
  keywords: [],
  values: () => fc.boolean(),
};
