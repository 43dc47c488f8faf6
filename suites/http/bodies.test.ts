/** The messages about a body that is not JSON: an engineer must see what to look for. */

import { expect, it } from 'vitest';
import {
  BODY_TEXT,
  describe,
  type Exchange,
  finding,
  type HttpResponse,
  headerPlace,
} from '../../src/kit.ts';
import { textOf } from '../../src/report/words.ts';
import { BROKEN_JSON, jsonFindings, notJson } from './bodies.ts';

it.each([
  ['', '""'],
  ['<html><body>Bad Gateway</body></html>', '"<html><body>Bad Gateway</body></html>"'],
  ['{"a":{"b":"with } in', 'truncated JSON that ends with "{\\"a\\":{\\"b\\":\\"with } in"'],
  ['{"a":[1,2', 'truncated JSON that ends with "{\\"a\\":[1,2"'],
  ['{"error":"unexpected " in it"}', textOf(describe('{"error":"unexpected " in it"}'))],
  ['{"a":1}\n<!-- gateway -->', 'JSON and "<!-- gateway -->" after it'],
  [')]}\',\n{"a":1}', '")]}\'," before the JSON'],
  ['\uFEFF{"a":1}', 'a byte order mark before the JSON'],
  ["{'a': 1}", '"{\'a\': 1}"'],
  ['{"a":1,}', '"{\\"a\\":1,}"'],
  ['{"id":"x","supply":NaN}', 'NaN as supply, which JSON does not have'],
  ['\u001f\ufffd\b\u0000', 'bytes of gzip without Content-Encoding'],
  ['{\0"\0a\0"\0:\u00001\0}\0', 'JSON in UTF-16'],
  [btoa(JSON.stringify({ text: 'x'.repeat(90) })), 'a text in base64'],
  ['[True, None]', 'True, which JSON does not have'],
])('the body %j is described as %j', (text, expected) => {
  expect(textOf(notJson(text))).toBe(expected);
});

it.each([
  ['{"error":"unexpected " in it"}', /assembled as text/],
  ['{"a":[1,2', /an error ends it/],
  ['', /No body is written/],
  ['{"id":"x","supply":-Infinity }', /another value that does not exist in JSON/],
  ['\uFEFF{"a":1}', /byte order mark/],
])('the likely cause of the body %j is %s', (text, cause) => {
  const response = { status: 404, headers: {}, mediaType: 'application/json', text };
  const exchange = { request: {}, response } as unknown as Exchange;
  const found = { finding: finding(BODY_TEXT, 'JSON', 'none'), exchange, when: undefined };
  expect(BROKEN_JSON.find(({ when }) => when(found))?.cause).toMatch(cause);
});

it.each([
  ['{"error":"\uFFFD"}', /character set/, {}],
  ['\u001F\uFFFD\b\u0000', /is compressed/, {}],
  ['\u001F\uFFFD\b\u0000', /Two layers compress/, { 'content-encoding': 'gzip' }],
])('the likely cause of the bytes of %j that are not UTF-8 is %s', (text, cause, headers) => {
  const response = { text, misencoded: true, mediaType: 'application/json', headers };
  const exchange = { request: {}, response } as unknown as Exchange;
  const found = { finding: finding(BODY_TEXT, 'JSON', 'none'), exchange, when: undefined };
  expect(BROKEN_JSON.find(({ when }) => when(found))?.cause).toMatch(cause);
});

it.each([
  ['{"error":"“unknown \uFFFD', 'truncated JSON'],
  ['{"error":"\uFFFDunknown"}', 'another encoding'],
])('the bytes of %j that are not UTF-8 are %s', (text, expected) => {
  const response = { text, misencoded: true, mediaType: 'application/json' } as HttpResponse;
  const [found] = jsonFindings(response);
  expect(textOf(found?.actual ?? describe(null))).toMatch(expected);
});

it.each([
  ['gzip', '{"error":"none"}', 'gzip instead of none, because the body is plain JSON'],
  ['br', '\uFFFDa', 'br instead of that of the body'],
  [undefined, '\u001F\uFFFD\b\u0000', 'nothing instead of gzip'],
])(
  'a body that Content-Encoding %s breaks is blamed on this header',
  (miscoded, text, expected) => {
    const response = {
      text,
      miscoded,
      misencoded: true,
      headers: {},
      mediaType: 'application/json',
    };
    const [found, ...more] = jsonFindings(response as unknown as HttpResponse);
    expect(more).toEqual([]);
    expect(found?.at).toEqual(headerPlace('content-encoding'));
    expect(found && `${textOf(found.actual)} instead of ${textOf(found.expected)}`).toBe(expected);
  },
);
