/** Where discovery read the values of a request. */
import { describe, expect, it } from 'vitest';
import { ReceivedResponse } from '../exchange/response.ts';
import type { Call, Exchange, Kept, Purpose } from '../model/index.ts';
import { sourcesIn } from './sources.ts';

const kept = (
  name: string,
  body: unknown,
  purpose: Purpose = { kind: 'discovery', nth: 0 },
): Kept => {
  const response = new ReceivedResponse(200, {}, JSON.stringify(body));
  const request = { operation: { name }, method: 'GET', path: '/', headers: {} };
  return { purpose, exchange: { request, response } as unknown as Exchange };
};
const call = (path: string, json?: unknown): Call =>
  ({ path, headers: {}, ...(json === undefined ? {} : { body: JSON.stringify(json) }) }) as Call;

const find = sourcesIn([
  kept('end', { offset: 32 }),
  kept('contracts', [{ templateId: 'ab:Main:Asset', offset: 32, packageName: 'demo' }]),
  kept('users', { users: [{ id: 'a/b' }] }),
  kept('later', { id: 'late' }, { kind: 'case' }),
]);

const sources = (request: Call): unknown => find({ request }).readFrom ?? [];

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

describe('a rejection', () => {
  const rejects = (status: number, text: string): unknown => {
    const response = new ReceivedResponse(status, {}, text);
    const request = call('/', { filter: ['#demo:Main:Asset'], at: 32 });
    return find({ request, response } as unknown as Exchange).rejects;
  };

  it('rejects the values that it repeats', () => {
    expect(rejects(404, 'No package is named demo.')).toEqual([{ contracts: ['/*/packageName'] }]);
  });

  it('rejects no short values, and no value of a success', () => {
    expect(rejects(400, 'The request has 32 bytes.')).toBeUndefined();
    expect(rejects(404, 'at demo:Main:Asset, 32')).toBeUndefined();
    expect(rejects(200, 'demo')).toBeUndefined();
    expect(rejects(403, 'You may not see demo.')).toBeUndefined();
  });
});
