/** Errors that must have the documented body, and errors that are excused as those of a framework. */

import { describe, expect, test } from 'vitest';
import { ReceivedResponse } from '../../src/exchange/response.ts';
import type { CheckResult, CompleteExchange } from '../../src/kit.ts';
import { call, finding, headerPlace } from '../../src/kit.ts';
import { thing } from '../../test/tiny-surface.ts';
import { ERROR_RULES, NO_BODY } from './errors.ts';

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' } },
};
const operation = {
  ...thing,
  responses: {
    ...thing.responses,
    '400': { 'application/json': ERROR },
    '404': { 'application/json': ERROR },
  },
};
const VALID = { n: 1 };
const INVALID = { n: 'x' };

interface Sent {
  readonly json?: object;
  readonly path?: string;
  readonly status?: number;
  readonly type: string;
  readonly text: string;
}

function judged(
  rule: string,
  { json = INVALID, path = '/things', status = 400, type, text }: Sent,
): CheckResult {
  const law = ERROR_RULES.find(({ name }) => name === rule);
  const found = law?.test({ operation, probes: [] });
  if (found === undefined || !('check' in found)) throw new Error(`${rule} has no check`);
  const request = { ...call(operation, { json }), path };
  const response = new ReceivedResponse(
    status,
    { 'content-type': type },
    text,
    text.length,
    false,
    {},
  );
  const exchange: CompleteExchange = { request, response, startedAt: 0, durationMs: 0 };
  return found.check(exchange, true);
}

const PROBLEM = '{"title":"Bad Request","status":400}';
const DOCUMENTED = '{"error":"n is no number"}';
const JSON_TYPE = 'application/json';

test.each(['error-body', 'framework-error-body'])('%s leaves a broken escape open', (rule) => {
  const sent = { json: VALID, type: 'application/json', text: '{"message":"Bad Request"}' };
  expect(judged(rule, { ...sent, path: '/things/%zz' })).toBe('inapplicable');
  expect(judged(rule, { ...sent, path: '/things/%7a' })).not.toBe('inapplicable');
});

describe('error-body', () => {
  test.each([
    ['a problem document without the member', { type: 'application/problem+json', text: PROBLEM }],
    ['JSON without the member', { type: JSON_TYPE, text: PROBLEM }],
    [
      'a problem document as 404',
      { json: VALID, status: 404, type: 'application/problem+json', text: PROBLEM },
    ],
    ['text of a handler', { json: VALID, status: 404, type: 'text/plain', text: 'not found' }],
    [
      'JSON that an id has broken',
      { json: VALID, path: '/things/%22', status: 404, type: JSON_TYPE, text: '{"error":"no """}' },
    ],
    [
      'broken JSON for a path that routers tidy up',
      { json: VALID, path: '/things/a%0A', status: 404, type: JSON_TYPE, text: '{"error":"a\n"}' },
    ],
  ] as const)('fails on %s', (_, sent) => {
    expect(judged('error-body', sent)).not.toHaveLength(0);
  });

  test.each([
    ['text of a framework', { type: 'text/plain', text: 'malformed' }],
    ['a page of a framework', { type: 'text/html', text: '<h1>Bad Request</h1>' }],
    ['a documented 404', { json: VALID, status: 404, type: JSON_TYPE, text: DOCUMENTED }],
    [
      'the documented members under another media type',
      { type: 'application/problem+json', text: DOCUMENTED },
    ],
    [
      'a 404 of the router for an encoded slash',
      {
        json: VALID,
        path: '/things/a%2Fb',
        status: 404,
        type: JSON_TYPE,
        text: '{"detail":"Not Found"}',
      },
    ],
  ] as const)('is inconclusive for %s', (_, sent) => {
    expect(judged('error-body', sent)).toBeUndefined();
  });

  test('passes with a 400 that has the documented body', () => {
    expect(judged('error-body', { type: JSON_TYPE, text: DOCUMENTED })).toEqual([]);
  });

  test('names both the media type and the member of a problem document', () => {
    expect(judged('error-body', { type: 'application/problem+json', text: PROBLEM })).toMatchObject(
      [
        finding(headerPlace('content-type'), JSON_TYPE, 'application/problem+json'),
        { at: { part: 'body', pointer: '/error' } },
      ],
    );
  });
});

test('framework-error-body advises against text and against another media type', () => {
  for (const type of ['text/plain', 'application/problem+json'])
    expect(judged('framework-error-body', { type, text: DOCUMENTED })).not.toHaveLength(0);
});

test('the advice for an error without a body is about the body, and not about its members', () => {
  const at = (text: string): boolean => {
    const request = { ...call(operation, { json: INVALID }), path: '/things' };
    const response = new ReceivedResponse(409, {}, text);
    const found = finding(headerPlace('content-type'), JSON_TYPE, 'no content type');
    const exchange = { request, response, startedAt: 0, durationMs: 0 };
    return NO_BODY.when({ finding: found, exchange, when: undefined });
  };
  expect(['', '{}'].map(at)).toEqual([true, false]);
});
