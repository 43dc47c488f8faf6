import { expect, test } from 'vitest';
import { follow, step } from './pointer.ts';

test('a step escapes what a pointer gives a meaning', () => {
  expect(step('a/b~c')).toBe('/a~1b~0c');
  expect(step(0)).toBe('/0');
});

test('a reference is followed through escaped names and arrays', () => {
  const document = { paths: { '/v1/{id}': [{ '~1': 'found' }] } };
  expect(follow(document, '#')).toBe(document);
  expect(follow(document, '#/paths/~1v1~1{id}/0/~01')).toBe('found');
  expect(follow(document, '#/paths/~1v1~1%7Bid%7D/0/~01')).toBe('found');
});

test('a reference that points to nothing, or out of the document, is an error', () => {
  expect(() => follow({ a: 1 }, '#/b')).toThrow('points to nothing');
  expect(() => follow({ a: 1 }, '#/constructor')).toThrow('points to nothing');
  expect(() => follow({ a: 1 }, '#/a/b')).toThrow('points to nothing');
  expect(() => follow({ a: 1 }, 'other.yaml#/a')).toThrow('points outside its document');
});
