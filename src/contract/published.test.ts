import { expect, test } from 'vitest';
import type { Operation } from './contract.ts';
import { inBrief, publishedPlaces } from './published.ts';

const operation = { method: 'POST', path: '/things/{id}/accept' } as Operation;
const documents = {
  'things-v1@1.0.0': [
    '11 /paths',
    '14 /paths/~1things~1{id}~1accept/post/description',
    '44 /paths/~1things~1{id}~1reject/post/description',
    '54 /paths/~1things~1{id}~1accept/get',
    '60 /components/schemas/Thing',
  ],
  'things-v2@1.0.0': '7 /components/schemas/Thing',
};
const isV1 = (document: string): boolean => document.startsWith('things-v1@');

test('a clause stands where the documents of the operation are about it, or about all operations', () => {
  const places = publishedPlaces({ documents }, operation, isV1) ?? [];
  expect(places.map(({ line, pointer }) => `${line} ${pointer}`)).toEqual([
    '11 /paths',
    '14 /paths/~1things~1{id}~1accept/post/description',
    '60 /components/schemas/Thing',
  ]);
  expect(inBrief(places)).toBe('things-v1@1.0.0 lines 11, 14, 60');
  const all = publishedPlaces({ documents }, operation) ?? [];
  expect(inBrief(all)).toBe('things-v1@1.0.0 lines 11, 14, 60; things-v2@1.0.0 line 7');
});

test('no document is not the same as no place in those of the operation', () => {
  expect(publishedPlaces({ documents: 'none' }, operation)).toEqual([]);
  expect(publishedPlaces({}, operation)).toBeUndefined();
  expect(publishedPlaces({ documents }, operation, () => false)).toBeUndefined();
});
