/** A status that HTTP states for a header of the request is no undocumented one. */
import { expect, test } from 'vitest';
import { ReceivedResponse } from '../../src/exchange/response.ts';
import { type Call, type CheckResult, call } from '../../src/kit.ts';
import { thing } from '../../test/tiny-surface.ts';
import { RESPONSE_RULES } from './responses.ts';

function judged(rule: string, headers: Call['headers'], status: number): CheckResult {
  const law = RESPONSE_RULES.find(({ name }) => name === rule);
  const found = law?.test({ operation: thing, probes: [] });
  if (found === undefined || !('check' in found)) throw new Error(`${rule} has no check`);
  const { body: _, ...plain } = call(thing);
  const request = { ...plain, method: 'GET', headers };
  const response = new ReceivedResponse(status, {}, '', 0, false, {});
  return found.check({ request, response, startedAt: 0, durationMs: 0 }, true);
}

const ETAG = { 'if-none-match': '"kept"' };

test.each([
  [304, ETAG],
  [304, { 'if-modified-since': 'Sat, 01 Jan 2028 00:00:00 GMT' }],
  [412, { 'if-match': '"kept"' }],
  [206, { range: 'bytes=0-99' }],
  [416, { range: 'bytes=9000-' }],
  [400, { 'content-type': 'application/json' }],
])('%i to a request with %j', (status, headers) => {
  for (const rule of ['documented-status', 'not-redirected'])
    expect(judged(rule, headers, status) ?? []).toEqual([]);
});

test.each([
  [304, {}],
  [412, { range: 'bytes=0-99' }],
  [206, ETAG],
])('%i to a request with %j is not documented', (status, headers) => {
  expect(judged('documented-status', headers, status)).toHaveLength(1);
});
