import * as fc from 'fast-check';
import { type Breaking, objectOf, oneWay } from './breaking.ts';

export const minProperties: Breaking = {
  keyword: 'minProperties',
  breaks: ({ minProperties: least = 0, required = [] }) => {
    if (least <= required.length) return [];
    const edit = (value: unknown): unknown => {
      // Required members stay, so that only the count is wrong.
      const names = [...new Set([...required, ...Object.keys(objectOf(value))])];
      const kept = names.slice(0, least - 1).map((name) => [name, objectOf(value)[name]]);
      return Object.fromEntries(kept);
    };
    return [oneWay(fc.constant(edit))];
  },
};

export const maxProperties: Breaking = {
  keyword: 'maxProperties',
  breaks: ({ maxProperties: most, additionalProperties }, place) => {
    const member = place.values('member');
    if (most === undefined || additionalProperties === false || !member) return [];
    return [
      oneWay(
        member.map((spare) => (value) => {
          const more = Array.from({ length: most + 1 }, (_, index) => [`more${index}`, spare]);
          return { ...Object.fromEntries(more), ...objectOf(value) };
        }),
      ),
    ];
  },
};
