import { expect, it } from 'vitest';
import { thing } from '../../test/tiny-surface.ts';
import type { Exchange } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { deniedAmong } from './conclusion.ts';
import type { PresenceResult } from './presence.ts';

/** The result of an operation whose valid request gets this status. */
function resultOf(name: string, status: number): PresenceResult {
  const operation = { ...thing, name };
  const request = call(operation, { json: {} });
  const response = {
    status,
    headers: {},
    mediaType: '',
    text: '',
    body: undefined,
    bytes: 0,
    truncated: false,
  };
  const exchange: Exchange = { request, response, startedAt: 0, durationMs: 0 };
  const probe = { operation, control: request, unknownResource: request, unknownPath: request };
  const both = { unknownResource: exchange, unknownPath: exchange };
  return { probe, presence: 'served', control: exchange, ...both };
}

it('operations that reject a token that others accept are named with their statuses', () => {
  const results = [resultOf('a/get', 200), resultOf('a/cancel', 403), resultOf('b/get', 401)];
  expect(deniedAmong(results, true)).toBe(
    'other operations accept the token, but these do not, a/cancel (403), b/get (401)',
  );
  expect(deniedAmong(results, false)).toContain('other operations need no token');
});

it('no operation is named if none accepts the token, or all do', () => {
  expect(deniedAmong([resultOf('a/get', 403), resultOf('a/cancel', 401)], true)).toBeUndefined();
  expect(deniedAmong([resultOf('a/get', 200), resultOf('a/cancel', 404)], true)).toBeUndefined();
});
