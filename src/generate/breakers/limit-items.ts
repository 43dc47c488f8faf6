import * as fc from 'fast-check';
import { type Breaking, listOf, oneWay } from './breaking.ts';

export const minItems: Breaking = {
  keyword: 'minItems',
  breaks: ({ minItems: least = 0 }) => {
    if (least === 0) return [];
    const shorter = fc.integer({ min: 0, max: least - 1 });
    return [oneWay(shorter.map((length) => (value) => listOf(value).slice(0, length)))];
  },
};

export const maxItems: Breaking = {
  keyword: 'maxItems',
  breaks: ({ maxItems: most }, place) => {
    const item = place.values('item');
    if (most === undefined || !item) return [];
    const more = fc.array(item, { minLength: most + 1, maxLength: most + 2, size: 'max' });
    return [
      oneWay(
        more.map((spare) => (value) => {
          const kept = listOf(value).slice(0, most);
          return [...kept, ...spare.slice(kept.length)];
        }),
      ),
    ];
  },
};
