import { describe, expect, it } from 'vitest';
import { purpose } from '../../../test/purpose.ts';
import { ReceivedResponse } from '../../exchange/response.ts';
import type { Call, CompleteExchange } from '../../model/index.ts';
import { spotOf } from './faulty.ts';
import { editedBody, placesOf } from './members.ts';
import { mutationOf, textOf } from './mutation.ts';
import { alteredRequest, requestChanges } from './requests.ts';
import { alteredExchange } from './responses.ts';

const body = {
  users: [
    { id: 'ann', age: 3, admin: true },
    { id: 'bob', age: 4, admin: false },
  ],
  since: '2026-01-31T12:00:00Z',
  next: null,
};

describe('the operators on members', () => {
  it.each([
    ['change', '/users/0/id', { id: 'an0', age: 3, admin: true }],
    ['change', '/users/0/age', { id: 'ann', age: 4, admin: true }],
    ['change', '/users/0/admin', { id: 'ann', age: 3, admin: false }],
    ['drop', '/users/0/id', { age: 3, admin: true }],
    ['nullify', '/users/0/id', { id: null, age: 3, admin: true }],
    ['coerce', '/users/0/age', { id: 'ann', age: '3', admin: true }],
    ['empty', '/users/0/id', { id: '', age: 3, admin: true }],
    ['rename', '/users/0/id', { idAssay: 'ann', age: 3, admin: true }],
    ['set', '/users/0/id=root', { id: 'root', age: 3, admin: true }],
    ['fill', '/users/0/email', { id: 'ann', age: 3, admin: true, email: 'assay' }],
    ['fill-null', '/users/0/email', { id: 'ann', age: 3, admin: true, email: null }],
    ['leak', '/users/0', { id: 'ann', age: 3, admin: true, assay: 'assay' }],
  ])('%s %s alters only this place', (operator, place, user) => {
    expect(editedBody(body, operator, place)).toEqual({ ...body, users: [user, body.users[1]] });
  });

  it.each([
    ['drop', '/users/-1', ['ann']],
    ['drop', '/users/*', []],
    ['reorder', '/users', ['bob', 'ann']],
    ['duplicate', '/users', ['ann', 'bob', 'ann']],
    ['leak', '/users', ['ann', 'bob', 'an2']],
  ])('%s %s leaves the users %j', (operator, place, ids) => {
    const { users } = editedBody(body, operator, place) as typeof body;
    expect(users.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['reorder', '/since'],
    ['nullify', '/next'],
    ['drop', '/nothing'],
    ['fill', '/since'],
    ['drop', ''],
  ])('%s %s does not apply and returns the same value', (operator, place) => {
    expect(editedBody(body, operator, place)).toBe(body);
  });

  it('moves a time by a day', () => {
    expect(editedBody(body, 'shift', '/since')).toMatchObject({
      since: '2026-02-01T12:00:00.000Z',
    });
  });

  it('find places near the root first, arrays by all, first and last item', () => {
    const places = placesOf([{ a: [{ b: 1 }] }]);
    expect(places).toEqual(['', '/a', '/a/*', '/a/0', '/a/-1', '/a/*/b', '/a/0/b', '/a/-1/b']);
  });
});

const call: Call = {
  operation: { name: 'users' } as Call['operation'],
  method: 'POST',
  path: '/users?limit=2&all=true',
  headers: { 'x-trace': '1' },
  body: '{"name":"ann"}',
  anonymous: true,
};

describe('the operators on requests', () => {
  it.each([
    ['skip-token-check', '', { anonymous: undefined }],
    ['ignore-parameter', 'limit', { path: '/users?all=true' }],
    ['ignore-header', 'x-trace', { headers: {} }],
    ['ignore-member', '/name', { body: '{}' }],
  ])('%s %s removes this part of the request', (operator, place, part) => {
    expect(requestChanges([call])).toContainEqual([operator, place]);
    const altered = alteredRequest(call, { operator, step: 0, place }, new Map());
    expect({ anonymous: undefined, ...altered }).toEqual({ ...call, ...part });
  });

  it('mix-up sends the valid request of another operation', () => {
    const other = { ...call, path: '/others' };
    const mutation = { operator: 'mix-up', step: 0, place: 'others' };
    expect(alteredRequest(call, mutation, new Map([['others', other]]))).toBe(other);
  });
});

describe('the operators on responses', () => {
  const json = { 'content-type': 'application/json' };
  const exchange: CompleteExchange = {
    request: call,
    response: new ReceivedResponse(400, json, '{"code":"BAD"}'),
    startedAt: 0,
    durationMs: 1,
  };
  const control = new ReceivedResponse(200, json, '{}');
  const context = {
    earlier: () => undefined,
    control,
    unknownResource: undefined,
    error: undefined,
  };
  const altered = (text: string) => alteredExchange(exchange, mutationOf(text), context);

  it.each([
    ['ignore 0', { status: 200, text: '{}' }],
    ['status 0 404', { status: 404, text: '{"code":"BAD"}' }],
    ['accept 0 []', { status: 200, text: '[]' }],
    ['crash 0', { status: 500, mediaType: 'text/plain' }],
    ['media-type 0 text/html', { status: 400, mediaType: 'text/html' }],
    ['repeat-name 0', { text: '{"code":"BAD","code":"BAD"}' }],
    ['truncate 0', { text: '{"code"' }],
    ['change 0 /code', { text: '{"code":"BA0"}' }],
  ])('%s', (text, response) => {
    expect(altered(text).response).toMatchObject(response);
  });

  it.each([
    ['repeat-name 0', '{"code"'],
    ['stack-trace 0', expect.stringMatching(/^{"code"java\./)],
  ])('%s alters a text that should be JSON and is not', (mutation, text) => {
    const broken = { ...exchange, response: new ReceivedResponse(400, json, '{"code"') };
    expect(alteredExchange(broken, mutationOf(mutation), context).response).toMatchObject({ text });
  });

  it('stale does not apply without an earlier response', () => {
    expect(altered('stale 0 1')).toBe(exchange);
  });

  it('hang-up leaves no response', () => {
    expect(altered('hang-up 0')).toMatchObject({ noResponse: { kind: 'reset' } });
    expect(altered('hang-up 0').response).toBeUndefined();
  });
});

describe('a mutation', () => {
  it.each(['drop 1 /users/*/the name', 'status * 500', 'crash *', 'set 0 /kind=A'])(
    'is the same after it was written and read: %s',
    (text) => expect(textOf(mutationOf(text))).toBe(text),
  );

  it('recognizes the position of a request in its case, and distinguishes repetitions', () => {
    expect(spotOf(purpose('users/good#all@0/2'))).toEqual({
      probe: 'users/good',
      ofCase: 'users/good#all@0',
      step: 2,
    });
    expect(spotOf(purpose('users/good#a/1@0/2!again+3'))).toMatchObject({
      ofCase: 'users/good#a/1@0!again',
      step: 2,
    });
    expect(spotOf(purpose('users/good#all@0/0!plain'))).toBeUndefined();
    expect(spotOf(purpose('users/presence/control'))).toBeUndefined();
  });
});
