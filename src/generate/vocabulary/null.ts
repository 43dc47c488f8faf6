import * as fc from 'fast-check';
import type { Vocabulary } from '../schema.ts';

export const nothing: Vocabulary = {
  type: 'null',
  keywords: [],
  values: () => fc.constant(null),
};
