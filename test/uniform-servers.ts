/** Servers whose responses say nothing about any operation. */
import { expect } from 'vitest';
import type { Report } from '../src/model/index.ts';
import type { Behaviour } from './tiny-surface.ts';

/** Servers that respond to every request in the same way, or nearly so. */
export const UNIFORM_SERVERS: Readonly<Record<string, Behaviour>> = {
  'a plain 404': () => ({ status: 404, body: 'not found' }),
  'a 404 that is a good ErrorResponse': () => ({ status: 404, body: { error: 'not found' } }),
  'a 404 that quotes method and path': ({ method, path }) => ({
    status: 404,
    body: { error: `Cannot ${method} ${path}` },
  }),
  'a 404 page that quotes the decoded path': ({ path }) => ({
    status: 404,
    body: `<h1>Not Found</h1><p>The requested URL ${decodeURIComponent(path)} was not found.</p>`,
  }),
  'a 404 that quotes the last segment': ({ path }) => ({
    status: 404,
    body: { error: `${path.split('/').at(-1)} is unknown`, path },
  }),
  'a 404 with the path in escaped JSON': ({ path }) => ({
    status: 404,
    body: `{"error":"${path.replaceAll('/', '\\/')}"}`,
    headers: { 'content-type': 'application/json' },
  }),
  'a 404 with a time and a number of its own': ({ nth }) => ({
    status: 404,
    body: { error: 'not found', timestamp: new Date(nth * 1e9).toISOString(), request: nth },
  }),
  'a 400': () => ({ status: 400, body: { error: 'bad request' } }),
  'a 405': () => ({ status: 405, body: { error: 'method not allowed' } }),
  'a 401': () => ({ status: 401, body: { error: 'who are you?' } }),
  'a 403 that quotes the path': ({ path }) => ({ status: 403, body: { error: `${path}: no` } }),
  'a 500': () => ({ status: 500, body: { error: 'oops' } }),
  'a 502 of a gateway': () => ({ status: 502, body: '<h1>Bad Gateway</h1>' }),
  'a 302 to a login page': ({ path }) => ({ status: 302, headers: { location: `/login?${path}` } }),
  'a 200 with one page for all': () => ({ status: 200, body: '<h1>Welcome</h1>' }),
  'a 200 with an empty object': () => ({ status: 200, body: {} }),
  'a 200 that quotes the path': ({ path }) => ({ status: 200, body: { path, ok: true } }),
  'a 200 with a good context for all': () => ({
    status: 200,
    body: { choiceContextData: { values: {} }, disclosedContracts: [] },
  }),
};

/** Expects that no MUST passed, and that the run does not conform. */
export function expectNotGreen(report: Report): void {
  const passed = report.verdicts.filter((v) => v.level === 'MUST' && v.outcome === 'passed');
  expect(passed.map((v) => v.requirement)).toEqual([]);
  expect(report.result).not.toBe('conforming');
}
