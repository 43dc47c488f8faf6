import * as fc from 'fast-check';
import type { SchemaKeywords } from '../../contract/contract.ts';
import { linearPattern } from '../../contract/pattern.ts';
import { dateTimes } from '../date-time.ts';
import { kept } from '../kept.ts';
import type { Vocabulary } from '../schema.ts';
import { texts } from '../text.ts';
import { UnsupportedKeywordError } from '../unsupported-keyword.ts';

export const string: Vocabulary = {
  type: 'string',
  keywords: ['minLength', 'maxLength', 'pattern', 'format'],
  values: (schema, _child, pointer) => {
    const { pattern, format } = schema;
    if (format !== undefined && format !== 'date-time') {
      throw new UnsupportedKeywordError(`format: ${format}`, pointer);
    }
    if (format === undefined && pattern === undefined) return texts(schema);
    if (pattern !== undefined) linearPattern(pattern);
    const values =
      format === 'date-time' ? dateTimes() : fc.stringMatching(new RegExp(pattern ?? '', 'u'));
    return kept(values, (value) => keeps(value, schema), 'pattern', pointer);
  },
};

function keeps(value: string, schema: SchemaKeywords): boolean {
  const { minLength = 0, maxLength = Infinity, pattern = '' } = schema;
  const { length } = Array.from(value);
  return (
    length >= minLength &&
    length <= maxLength &&
    (pattern === '' || linearPattern(pattern).test(value))
  );
}
