import { expect, it } from 'vitest';
import { thing } from '../../test/tiny-surface.ts';
import { ASIDE, type Call, type Exchange } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { statusOfRefusedToken } from './refused-token.ts';

/** A request to an operation of this name that gets this status. */
function kept(name: string, status: number, more: Partial<Call> = {}) {
  const operation = { ...thing, name, ...(name === 'version' && { openToAll: true as const }) };
  const response = { status } as NonNullable<Exchange['response']>;
  const request = { ...call(operation, { json: {} }), ...more };
  return { exchange: { request, response, startedAt: 0, durationMs: 0 }, purpose: ASIDE };
}

const refused = [kept('users', 403), kept('packages', 403)];

it('a token that several operations refuse and none accepts is refused everywhere', () => {
  expect(statusOfRefusedToken([...refused, kept('state', 400)])).toBe(403);
  const open = [kept('version', 200), kept('state', 200, { anonymous: true })];
  expect(statusOfRefusedToken([...refused, ...open])).toBe(403);
});

it('one accepted request, or a single operation, shows that it is not', () => {
  expect(statusOfRefusedToken([...refused, kept('state', 200)])).toBeUndefined();
  expect(statusOfRefusedToken([kept('users', 403), kept('state', 404)])).toBeUndefined();
});

it('refusals of other credentials show nothing of the token', () => {
  const headers = { authorization: 'Bearer forged' };
  const others = [kept('users', 401, { headers }), kept('state', 401, { altered: 'signature' })];
  expect(statusOfRefusedToken(others)).toBeUndefined();
});
