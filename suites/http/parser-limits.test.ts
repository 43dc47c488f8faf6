import { expect, test } from 'vitest';
import { parserMayReject } from './parser-limits.ts';

test.each<[string, string, boolean]>([
  ['plain members', '{"a":[1,{"b":"text"}]}', false],
  ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, true],
  ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`, false],
  ['a number of 17 digits', '{"a":12345678901234567}', true],
  ['an exponent of three digits', '[1e400]', true],
  ['a name that JavaScript guards', '{"__proto__":1}', true],
  ['half of a pair of surrogates', '["\\ud800"]', true],
  ['digits and brackets within a text', `["${'['.repeat(40)}12345678901234567"]`, false],
  ['an escaped quote before digits', '["a\\" 12345678901234567"]', false],
  ['a text that ends with a backslash before digits', '["a\\\\",12345678901234567]', true],
  ['a text without an end', '["12345678901234567', false],
])('a parser may reject %s: %s', (_, body, expected) => {
  expect(parserMayReject(body)).toBe(expected);
});

test('a request without a body is not rejected by a parser', () => {
  expect(parserMayReject(undefined)).toBe(false);
});
