/** Bytes as text: in which form they are. */
import { expect, test } from 'vitest';
import { textOf } from '../../src/report/words.ts';
import { isBase64, shownBytes } from './base64.ts';

const bytes = Buffer.from(Array.from({ length: 91 }, (_, i) => (i * 37 + 251) % 256));
const standard = bytes.toString('base64');

test.each([
  ['bytes in hex', bytes.toString('hex')],
  ['base64 with line breaks after 76 characters', standard.replace(/.{76}/g, '$&\r\n')],
  ['base64url without padding', bytes.toString('base64url')],
  ['base64url with padding', standard.replaceAll('+', '-').replaceAll('/', '_')],
  ['base64 with padding', standard],
  ['base64 without padding', standard.replace(/=+$/, '')],
  ['base64url', bytes.subarray(0, 90).toString('base64url')],
  ['"Hello, world"', 'Hello, world'],
  ['"abcdefghijkl"', 'abcdefghijkl'],
  ['the number 5', 5],
])('%s is told', (form, value) => {
  expect(textOf(shownBytes(value))).toBe(form);
});

test('only padded standard base64 is base64', () => {
  expect(isBase64(standard)).toBe(true);
  expect([bytes.toString('hex'), bytes.toString('base64url')].some(isBase64)).toBe(false);
});
