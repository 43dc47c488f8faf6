/** Places of findings: what counts as the body, the status or a header of the one response that is judged. */
import { expect, test } from 'vitest';
import {
  isHeader,
  isOneStatus,
  isOwnStatus,
  isWholeBody,
  kindOfPlace,
  type Place,
  pathOf,
  placeText,
  pointerOf,
} from './place.ts';

test.each<[Place, string, string | undefined]>([
  [{ part: 'body', pointer: '/a/0' }, '/a/0', '/a/0'],
  [{ part: 'body', pointer: '/a', of: 'error 2' }, '/a', undefined],
  [{ part: 'body', pointer: '/a', at: 'offset 7' }, '/a', undefined],
  [{ part: 'list', pointer: '/a' }, '/a/-', '/a'],
  [{ part: 'list', pointer: '' }, '', ''],
  [{ part: 'text' }, '', undefined],
])('%j has the path %j, and in the judged body the pointer %j', (place, path, pointer) => {
  expect(pathOf(place)).toBe(path);
  expect(pointerOf(place)).toBe(pointer);
});

test('a place of another response is not that of the judged one', () => {
  const of = 'error 2';
  expect(isOwnStatus({ part: 'status' })).toBe(true);
  expect(isOwnStatus({ part: 'status', sent: 'without a token' })).toBe(false);
  expect(isOneStatus({ part: 'status', sent: 'without a token' })).toBe(true);
  expect(isOneStatus({ part: 'status', of })).toBe(false);
  expect(isHeader({ part: 'header', name: 'Vary' }, 'vary')).toBe(true);
  expect(isHeader({ part: 'header', name: 'vary', of }, 'vary')).toBe(false);
  expect(isWholeBody({ part: 'text' })).toBe(true);
  expect(isWholeBody({ part: 'body', pointer: '' })).toBe(true);
  expect(isWholeBody({ part: 'text', of })).toBe(false);
});

test('the kind of a place has no indexes and no numbers', () => {
  const place: Place = { part: 'body', pointer: '/a/12/b', at: 'offset 7' };
  expect(placeText(place)).toBe('/a/12/b at offset 7');
  expect(kindOfPlace(place)).toBe('/a/*/b at offset *');
});
