/** Breaks the keywords of lists. */
import * as fc from 'fast-check';
import { type Breaks, listOf, oneWay } from './breaking.ts';

export const minItems: Breaks = ({ minItems: least = 0 }) => {
  if (least === 0) return [];
  const shorter = fc.integer({ min: 0, max: least - 1 });
  return [oneWay(shorter.map((length) => (value) => listOf(value).slice(0, length)))];
};

export const maxItems: Breaks = ({ maxItems: most }, place) => {
  const item = place.values('item');
  if (most === undefined || !item) return [];
  const more = fc.array(item, { minLength: most + 1, maxLength: most + 2, size: 'max' });
  const edits = more.map((spare) => (value: unknown) => {
    const kept = listOf(value).slice(0, most);
    return [...kept, ...spare.slice(kept.length)];
  });
  return [oneWay(edits)];
};

export const uniqueItems: Breaks = ({ uniqueItems: unique, maxItems: most = Infinity }, place) => {
  const item = place.values('item');
  if (!unique || most < 2 || !item) return [];
  const edits = item.map((spare) => (value: unknown) => {
    const [first = spare, ...rest] = listOf(value);
    return [first, first, ...rest].slice(0, most);
  });
  return [oneWay(edits)];
};
