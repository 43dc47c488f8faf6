import { type Breaking, listOf, oneWay } from './breaking.ts';

export const uniqueItems: Breaking = {
  keyword: 'uniqueItems',
  breaks: ({ uniqueItems: unique = false, maxItems = Infinity }, place) => {
    const item = place.values('item');
    if (!unique || maxItems < 2 || !item) return [];
    const edits = item.map((spare) => (value: unknown) => {
      const [first = spare, ...rest] = listOf(value);
      return [first, first, ...rest].slice(0, maxItems);
    });
    return [oneWay(edits)];
  },
};
