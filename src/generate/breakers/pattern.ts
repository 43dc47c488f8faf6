import { linearPattern } from '../../contract/pattern.ts';
import type { Breaking } from './breaking.ts';
import { replacedBy } from './replace.ts';

/** Texts that few patterns match; those that match this one are left out. */
const UNUSUAL = ['', ' ', '!', 'a b', '-', '_', 'A', '0', '\n', 'é', '漢字', '🙂', '../..'];

export const pattern: Breaking = {
  keyword: 'pattern',
  breaks: (schema) => {
    const { pattern: source, minLength = 0, maxLength = Infinity } = schema;
    if (source === undefined) return [];
    const taken = linearPattern(source);
    const lengthFits = (text: string): boolean =>
      text.length >= minLength && text.length <= maxLength;
    const padded = UNUSUAL.map((text) => (text === '' ? text : text.padEnd(minLength, text)));
    return replacedBy(padded.filter((text) => lengthFits(text) && !taken.test(text)));
  },
};
