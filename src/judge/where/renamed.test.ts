/** The name that a response has in place of a member that a rule misses. */
import { expect, test } from 'vitest';
import { callTo } from '../../../test/servers.ts';
import { ReceivedResponse } from '../../exchange/response.ts';
import { bodyPlace, type Pointer, type Requirement } from '../../model/index.ts';
import { finding } from '../../plan/requirement.ts';
import { textOf } from '../../report/words.ts';
import { adviceOf } from '../../run/advice.ts';
import { withNames } from './renamed.ts';

const RULE = { cause: 'The page has no token.', fix: 'Send one.' } as Requirement;

/** What a rule finds that misses a member, and the likely cause of it. */
function missed(at: Pointer, body: unknown, when?: 'now-and-then') {
  const response = new ReceivedResponse(
    200,
    { 'content-type': 'application/json' },
    JSON.stringify(body),
  );
  const exchange = { request: callTo('/coins'), response, startedAt: 0, durationMs: 0 };
  const place = bodyPlace(at, { of: 'the page that ends with element 1 of 3' });
  const [found] = withNames([finding(place, 'a token', undefined)], exchange);
  if (found === undefined) throw new Error('the finding is lost');
  return { actual: textOf(found.actual), ...adviceOf(RULE, { finding: found, exchange, when }) };
}

test.each<[Pointer, unknown, string]>([
  ['/nextToken', { coins: [], next_token: 'a' }, 'next_token'],
  ['/nextToken', { 'Next-Token': 'a' }, 'Next-Token'],
  ['/nextToken', { nextTokn: 'a' }, 'nextTokn'],
  ['/coins/1/fullName', { coins: [{ fullName: 'A' }, { full_name: 'B' }] }, 'full_name'],
  ['/coins/-/fullName', { coins: [{ fullName: 'A' }, { full_name: 'B' }] }, 'full_name'],
  ['/coinList/next', { coin_list: { next: 'a' } }, 'coin_list'],
])('%s in %j is missing, and its other name is the cause', (at, body, near) => {
  const { actual, cause, fix } = missed(at, body);
  expect(actual).toBe(`nothing; ${near} is there instead`);
  expect(cause).toMatch(new RegExp(`^The member \\w+ is written under another name, ${near}, `));
  expect(fix).toContain('Use the name in the document');
});

test('the member with another name is named, and not one inside it', () => {
  expect(missed('/coinList/next', { coin_list: { next: 'a' } }).cause).toContain('member coinList');
});

test('another name wins over a cause of failures at times, and says that servers differ', () => {
  const { cause } = missed('/nextToken', { next_token: 'a' }, 'now-and-then');
  expect(cause).toMatch(/under another name.*servers, versions or workers.*differ/);
});

test.each<[Pointer, unknown]>([
  ['/nextToken', { coins: [], token: 'a' }],
  ['/coins/0/fullName', { coins: [{}, { full_name: 'B' }] }],
  ['/nextToken', 'next_token'],
])('%s in %j has the cause of its rule', (at, body) => {
  expect(missed(at, body)).toMatchObject({ actual: 'nothing', cause: `Often: ${RULE.cause}` });
});

test('a name of the document is not another name of a member', () => {
  const { document } = callTo('/coins').operation.contract;
  const [name = ''] = Object.keys(document);
  expect(missed(`/${name}s`, { [name]: 'a' }).actual).toBe('nothing');
});
