import { expect, it } from 'vitest';
import type { HttpResponse } from '../../src/kit.ts';
import { isContention } from './contention.ts';

it.each([
  [{ errorCategory: 2 }, true],
  [{ errorCategory: 2, code: 'CONTRACT_LOCKED' }, true],
  [{ errorCategory: 2, code: 'CONCURRENT_USER_UPDATE_DETECTED' }, false],
  [{ errorCategory: '2' }, false],
  [null, false],
])('%j is contention: %s', (body, expected) => {
  const text = JSON.stringify(body);
  const response: HttpResponse = {
    status: 409,
    headers: {},
    mediaType: 'application/json',
    text,
    body,
    bytes: text.length,
    truncated: false,
  };
  expect(isContention(response)).toBe(expected);
});
