/** What a browser misses in a response, by the CORS protocol: each way to break it fails, and each way to keep it passes. */
import { describe, expect, it } from 'vitest';
import type { Call, CompleteExchange, Operation, Probe } from '../../src/kit.ts';
import { placeText } from '../../src/kit.ts';
import { registry } from '../registry/index.ts';
import {
  BROWSER_RULES,
  fromPage,
  otherPageOf,
  pageOf,
  preflightOf,
  validFromPage,
} from './browsers.ts';

const [operation] = registry().operations as [Operation];
const probe = { id: 'any', operation, sends: '', weight: 0, caseGroups: () => [] } as Probe;
const PAGE = 'https://wallet.example';
const plain: Call = { operation, method: 'PATCH', path: '/x', headers: {}, body: '{}' };
const preflight = preflightOf(plain, PAGE);
const paged = fromPage(plain, PAGE);

const exchange = (
  request: Call,
  status: number,
  headers: Readonly<Record<string, string>>,
): CompleteExchange => ({
  request,
  response: {
    status,
    headers,
    mediaType: '',
    text: '',
    body: undefined,
    bytes: 0,
    truncated: false,
  },
  startedAt: 0,
  durationMs: 0,
});

function testOf(name: string) {
  const test = BROWSER_RULES.find((rule) => rule.name === name)?.test({
    operation,
    probes: [probe],
  });
  if (test === undefined) throw new Error(`no rule is named ${name}`);
  return test;
}

/** The places of the findings; or that there is no verdict. */
function judged(name: string, ...exchanges: readonly CompleteExchange[]): unknown {
  const test = testOf(name);
  const [first] = exchanges;
  const result =
    'relation' in test
      ? test.relation(exchanges, new Set())
      : 'check' in test && first && test.check(first, true);
  return Array.isArray(result) ? result.map(({ at }) => placeText(at)) : result;
}

const ANSWER = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PATCH',
  'access-control-allow-headers': 'Content-Type,Authorization',
};

describe('a preflight', () => {
  it.each([
    ['is answered', 204, ANSWER],
    [
      'is answered with 200 and the origin',
      200,
      { ...ANSWER, 'access-control-allow-origin': PAGE },
    ],
    ['may allow any method', 204, { ...ANSWER, 'access-control-allow-methods': '*' }],
    [
      'may allow any header but the token',
      204,
      { ...ANSWER, 'access-control-allow-headers': '*, authorization' },
    ],
  ])('%s', (_, status, headers) => {
    expect(judged('allows-browsers', exchange(preflight, status, headers))).toEqual([]);
  });

  it.each([
    ['access-control-allow-origin', 204, { ...ANSWER, 'access-control-allow-origin': '*, *' }],
    ['status', 401, {}],
    ['status', 401, ANSWER],
    ['access-control-allow-methods', 204, { ...ANSWER, 'access-control-allow-methods': 'patch' }],
    ['access-control-allow-headers', 204, { ...ANSWER, 'access-control-allow-headers': '*' }],
  ])('is blocked by the %s of %i', (at, status, headers) => {
    expect(judged('allows-browsers', exchange(preflight, status, headers))).toEqual([at]);
  });

  it('shows nothing if a gateway responds for a server that is away', () => {
    expect(judged('allows-browsers', exchange(preflight, 503, {}))).toBeUndefined();
  });
});

describe('a response', () => {
  it.each([200, 400, 404])('with %i may be read by the page', (status) => {
    const one = exchange(paged, status, { 'access-control-allow-origin': PAGE });
    expect(judged('responses-allow-browsers', one)).toEqual([]);
    expect(judged('responses-allow-browsers', exchange(paged, status, {}))).toEqual([
      'access-control-allow-origin',
    ]);
  });

  it.each([301, 400, 401, 403, 404, 415, 500])(
    'with %i to a valid request fails, if the control is accepted without an origin',
    (status) => {
      const one = exchange(validFromPage(plain, PAGE), status, ANSWER);
      expect(judged('responses-allow-browsers', one)).toEqual(['status']);
      const test = testOf('responses-allow-browsers');
      expect('check' in test && test.check(one, false)).toEqual([]);
    },
  );

  it.each([200, 409, 429])('with %i to a valid request is no refusal of its page', (status) => {
    const one = exchange(validFromPage(plain, PAGE), status, ANSWER);
    expect(judged('responses-allow-browsers', one)).toEqual([]);
  });

  it('that the page may not read is one failure, whatever its status is', () => {
    const one = exchange(validFromPage(plain, PAGE), 403, {});
    expect(judged('responses-allow-browsers', one)).toEqual(['access-control-allow-origin']);
  });

  it('to a client that is no page is not judged', () => {
    expect(judged('responses-allow-browsers', exchange(plain, 200, {}))).toBe('inapplicable');
  });

  it.each([
    ['any origin', '*', '*', {}, {}, []],
    ['one fixed origin', PAGE, PAGE, {}, {}, []],
    ['the origin of the request', PAGE, undefined, { vary: 'Accept, origin' }, {}, []],
    ['the origin of the request', PAGE, undefined, { vary: 'Accept' }, {}, ['vary']],
    ['the origin of the request', PAGE, undefined, {}, { vary: 'Origin' }, ['vary']],
    ['any origin, only to pages', '*', undefined, {}, {}, []],
    ['any origin, only to pages', '*', undefined, {}, { etag: '"1"' }, ['vary']],
    ['no origin', undefined, undefined, {}, { etag: '"1"' }, 'inapplicable'],
  ])('that names %s: %s, else %s, with %o and %o', (_, own, other, paging, plainly, expected) => {
    const headers = (origin: string | undefined, more: object) => ({
      ...(origin && { 'access-control-allow-origin': origin }),
      ...more,
    });
    const pair = [
      exchange(paged, 200, headers(own, paging)),
      exchange(plain, 200, headers(other, plainly)),
    ];
    expect(judged('varies-by-origin', ...pair)).toEqual(expected);
  });

  it.each([
    [{ 'cache-control': 'public' }, ['vary']],
    [{ 'cache-control': 'max-age=60' }, ['vary']],
    [{ expires: 'Thu, 01 Jan 2099 00:00:00 GMT' }, ['vary']],
    [{ 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }, ['vary']],
    [{ etag: '"1"', vary: 'Origin' }, []],
    [{ etag: '"1"', 'cache-control': 'no-store' }, []],
    [{ 'cache-control': 'private, max-age=60' }, []],
    [{ 'cache-control': 'max-age=0' }, []],
    [{}, []],
  ])('without an origin needs Vary if others may get it from a cache: %o', (headers, expected) => {
    const echoed = { 'access-control-allow-origin': PAGE, vary: 'Origin' };
    const pair = [exchange(paged, 200, echoed), exchange(plain, 200, headers)];
    expect(judged('varies-by-origin', ...pair)).toEqual(expected);
  });

  it('may allow credentials of one origin, and not of any', () => {
    const credentials = { 'access-control-allow-credentials': 'true' };
    const allowing = (origin: string) =>
      exchange(paged, 200, { ...credentials, 'access-control-allow-origin': origin });
    expect(judged('credentials-need-an-origin', allowing(PAGE))).toEqual([]);
    expect(judged('credentials-need-an-origin', allowing('*'))).toEqual([
      'access-control-allow-credentials',
    ]);
  });
});

it('the page is the one that the operator names, unless that is no header', () => {
  const { emptyFixtures } = registry();
  const named = (...origins: readonly string[]) => pageOf({ ...emptyFixtures, origins } as never);
  expect(named('chrome-extension://abc')).toBe('chrome-extension://abc');
  expect([named(), named('https://a\r\nb: c')]).toEqual([PAGE, PAGE]);
  const other = (...origins: readonly string[]) =>
    otherPageOf({ ...emptyFixtures, origins } as never);
  expect(other()).not.toBe(PAGE);
  // No other page is known to be allowed.
  expect(other('https://mine.example')).toBe('https://mine.example');
});
