/** Requests of a client that break a rule, by the document of their operation. */
import { expect, test } from 'vitest';
import { type Call, call, type Operation } from '../../src/kit.ts';
import { thing } from '../../test/tiny-surface.ts';
import { CLIENT_LAWS, clientRequirements, hasMistypedParameter } from './client.ts';

const listing: Operation = {
  ...thing,
  key: 'tiny#list',
  method: 'GET',
  parameters: [
    { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } },
    { name: 'all', in: 'query', required: false, schema: { type: 'boolean' } },
    { name: 'after', in: 'query', required: false, schema: { type: 'string' } },
  ],
};
const { request: _, ...list } = listing;
const mixed: Operation = {
  ...thing,
  requestContent: { 'application/json': true, 'text/csv': true },
};

/** The names of the laws that this request breaks. */
function broken(request: Call): string[] {
  return clientRequirements(CLIENT_LAWS, [request.operation]).flatMap((one) => {
    if (!('watch' in one)) throw new Error(`${one.id} does not watch requests`);
    const result = one.watch()({ request, startedAt: 0, durationMs: 0 });
    return typeof result === 'object' && result.length > 0 ? [one.id.split('/').at(-1) ?? ''] : [];
  });
}

const posted = (json: unknown, type = 'application/json'): Call =>
  call(thing, { json, contentType: type });
const listed = (query: string): Call => ({ ...call(list), path: `/things${query}` });

test.each<[string, Call, readonly string[]]>([
  ['the documented body', posted({ n: 1 }), []],
  ['a charset in capitals', posted({ n: 1 }, 'Application/JSON; Charset=UTF-8'), []],
  ['no body', call(thing), ['body-is-json']],
  ['text that is no JSON', call(thing, { text: '{"n":' }), ['body-is-json']],
  ['JSON under another media type', posted({ n: 1 }, 'text/plain'), ['body-is-json']],
  ['JSON without a media type', { ...posted({ n: 1 }), headers: {} }, ['body-is-json']],
  ['bytes that are no text', call(thing, { bytes: 'gA==' }), ['body-is-json']],
  ['another documented media type', call(mixed, { text: 'n', contentType: 'text/csv' }), []],
  ['a text in place of a number', posted({ n: '1' }), ['body-has-documented-shape']],
  ['a body without its member', posted({}), ['body-has-documented-shape']],
  ['a required number', listed('?limit=1'), []],
  ['all documented parameters', listed('?limit=-1&all=false&after=x%26y'), []],
  ['no required parameter', listed(''), ['parameters-have-documented-types']],
  ['a fraction for a whole number', listed('?limit=1.5'), ['parameters-have-documented-types']],
  ['an empty number', listed('?limit='), ['parameters-have-documented-types']],
  ['yes for a boolean', listed('?limit=1&all=yes'), ['parameters-have-documented-types']],
  ['a parameter of no document', listed('?limit=1&size=2'), ['names-are-documented']],
])('a client that sends %s breaks the rules %j', (_, request, expected) => {
  expect(broken(request)).toEqual(expected);
});

test.each([
  ['?limit=1', false],
  ['?limit=', false],
  ['?limit=ten', true],
  ['?other=ten', false],
])('the query %s has a parameter of another type: %s', (query, expected) => {
  const exchange = { request: listed(query), startedAt: 0, durationMs: 0 };
  expect(hasMistypedParameter(exchange)).toBe(expected);
});
