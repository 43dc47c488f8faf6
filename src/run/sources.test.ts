/** Where discovery read the values of a request. */
import { expect, it } from 'vitest';
import { ReceivedResponse } from '../exchange/response.ts';
import type { Kept } from '../judge/evidence.ts';
import type { Call, Exchange } from '../model/index.ts';
import { sourcesIn } from './sources.ts';

const kept = (name: string, body: unknown, ref = `discovery/${name}`): Kept => {
  const response = new ReceivedResponse(200, {}, JSON.stringify(body));
  const request = { operation: { name }, method: 'GET', path: '/', headers: {} };
  return { ref, exchange: { request, response } as unknown as Exchange };
};
const call = (path: string, json?: unknown): Call =>
  ({ path, headers: {}, ...(json === undefined ? {} : { body: JSON.stringify(json) }) }) as Call;

const sources = sourcesIn([
  kept('end', { offset: 32 }),
  kept('contracts', [{ templateId: 'ab:Main:Asset', offset: 32, packageName: 'demo' }]),
  kept('users', { users: [{ id: 'a/b' }] }),
  kept('later', { id: 'late' }, 'later/good#1@0/0'),
]);

it('finds numbers and texts, encoded ones in the path too', () => {
  expect(sources(call('/users/a%2Fb', { at: 32 }))).toEqual([
    { users: ['/users/*/id'] },
    { end: ['/offset'], contracts: ['/*/offset'] },
  ]);
});

it('finds the parts of a name that is made from several values', () => {
  expect(sources(call('/', { filter: ['#demo:Main:Asset'] }))).toEqual([
    { contracts: ['/*/packageName'] },
    { contracts: ['/*/templateId'] },
  ]);
});

it('finds no other values, and none of later exchanges', () => {
  expect(sources(call('/late', { at: 33 }))).toEqual([]);
});
