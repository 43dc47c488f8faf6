import { expect, it } from 'vitest';
import type { HttpResponse } from '../model/index.ts';
import { movedTo } from './redirect.ts';

it.each([
  ['/b/', 301, '/b/'],
  ['b?x=1', 308, '/a/b?x=1'],
  ['http://127.0.0.1:81/c', 302, '/c'],
  ['https://127.0.0.1:81/a/x', 301, undefined],
  ['http://login.example/a/x', 302, undefined],
  ['http://', 302, undefined],
  [undefined, 302, undefined],
  ['/b', 200, undefined],
])('%s with %i leads to %s of the same origin', (location, status, path) => {
  const headers = location === undefined ? {} : { location };
  const response = { status, headers } as HttpResponse;
  expect(movedTo('http://127.0.0.1:81/a/x', response).movedTo).toBe(path);
});
