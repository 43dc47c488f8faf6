/** Where a wrong value comes from. */
import { expect, it } from 'vitest';
import { callTo } from '../../../test/servers.ts';
import { ReceivedResponse } from '../../exchange/response.ts';
import { type Exchange, type Pointer, type SameAs, worded } from '../../model/index.ts';
import { finding } from '../../plan/requirement.ts';
import { namedIn, sameAsOf } from './same-as.ts';

const exchangeOf = (body: unknown, path = '/events'): Exchange => ({
  request: callTo(path),
  response: new ReceivedResponse(200, {}, JSON.stringify(body)),
  startedAt: 0,
  durationMs: 0,
});

const TIME = '2026-01-06T09:00:15Z';

it.each<[string, unknown, Pointer, string | number, SameAs | undefined]>([
  [
    'a time at another place',
    [{ event: { value: { recordTime: TIME, created: { createdAt: TIME } } } }],
    '/created/createdAt',
    TIME,
    { in: 'response', at: '/*/event/value/recordTime' },
  ],
  [
    'a small number at another place of the same name',
    { created: { offset: 6, size: 6 }, archived: { offset: 6 } },
    '/archived/offset',
    6,
    { in: 'response', at: '/created/offset' },
  ],
  [
    'a small number of another name',
    { size: 6, archived: { offset: 6 } },
    '/archived/offset',
    6,
    undefined,
  ],
  [
    'a value at several places',
    { a: TIME, b: TIME, createdAt: TIME },
    '/createdAt',
    TIME,
    undefined,
  ],
  ['a word', { kind: 'offer', createdAt: 'offer' }, '/createdAt', 'offer', undefined],
  ['a value that the response lacks', { a: TIME, createdAt: 'x' }, '/createdAt', TIME, undefined],
])('of %s', (_, body, at, value, expected) => {
  const found = sameAsOf(finding(at, { value: 'another' }, { value }), exchangeOf(body), []);
  expect(found).toEqual(expected);
});

it('the request and the other responses of the case may have it', () => {
  const wrong = finding('/owner', { value: 'bob::12' }, { value: 'alice::12' });
  const culprit = exchangeOf({ owner: 'alice::12' }, '/x?sender=alice%3A%3A12');
  expect(sameAsOf(wrong, culprit, [])).toEqual({ in: 'request', at: '?sender' });
  const other = exchangeOf({ parties: [{ id: 'alice::12' }] });
  const { name } = other.request.operation;
  expect(sameAsOf(wrong, exchangeOf({ owner: 'alice::12' }), [other])).toEqual({
    in: 'other-response',
    at: '/parties/*/id',
    operation: name,
  });
});

it('what names a missing value is known if it is one place', () => {
  const id = '00ab'.repeat(16);
  const missing = finding('/disclosed', worded`the contract ${{ value: id }}`, 'no such entry');
  const named = { data: { approval: { value: id } }, disclosed: [] };
  expect(namedIn(missing, exchangeOf(named))).toEqual({
    in: 'response',
    at: '/data/approval/value',
    isExpected: true,
  });
  expect(namedIn(missing, exchangeOf({ ...named, other: id }))).toBeUndefined();
  expect(namedIn(missing, exchangeOf({ disclosed: [] }))).toBeUndefined();
});
