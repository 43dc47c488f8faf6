/** A request gets one part of another one, and keeps everything else. */
import { expect, it } from 'vitest';
import type { Call } from '../../model/index.ts';
import { PATH_ID } from './request-places.ts';
import { withPart } from './with-part.ts';

const ID = 'a'.repeat(30);
const OTHER_ID = 'b'.repeat(30);

const call = (path: string, body?: unknown, headers = {}): Call =>
  ({
    method: 'POST',
    path,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }) as Call;

it.each([
  ['/a', { a: 1, b: 2 }, { a: 3 }, { a: 3, b: 2 }],
  ['/a', { a: 1, b: 2 }, { b: 4 }, { b: 2 }],
  ['/a/b', { a: { b: 1, c: 2 } }, { a: { b: [] } }, { a: { b: [], c: 2 } }],
  ['/list/*', { list: [1, 2], b: 2 }, { list: [3] }, { list: [3], b: 2 }],
  ['name /map', { map: { 'x/y': 1 } }, { map: { x: 1 } }, { map: { x: 1 } }],
])('what another body has at %s', (at, own, other, expected) => {
  const made = withPart(call('/p', own), call('/q', other), at);
  expect(JSON.parse(made?.body ?? '')).toEqual(expected);
  expect(made?.path).toBe('/p');
});

it('a parameter, a header and the ids of a path', () => {
  const [one, other] = [call(`/x/${ID}?a=1&b=%2F`, {}, { y: '1' }), call(`/x/${OTHER_ID}?a=2&a=3`)];
  expect(withPart(one, other, '?a')?.path).toBe(`/x/${ID}?b=%2F&a=2&a=3`);
  expect(withPart(one, other, '?b')?.path).toBe(`/x/${ID}?a=1`);
  expect(withPart(one, other, PATH_ID)?.path).toBe(`/x/${OTHER_ID}?a=1&b=%2F`);
  expect(withPart(one, other, 'header y')?.headers).toEqual({});
});

it('nothing for a place that is no part, or that the body has no room for', () => {
  expect(withPart(call('/p', {}), call('/q', {}), 'pair /a /b')).toBeUndefined();
  expect(withPart(call('/p', { a: 1 }), call('/q', { a: { b: 1 } }), '/a/b')).toBeUndefined();
});
