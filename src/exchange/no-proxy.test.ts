import { expect, it } from 'vitest';
import { isExempt } from './no-proxy.ts';

it.each([
  ['http://a.example', '*', true],
  ['http://a.example', '', false],
  ['http://a.example', 'a.example', true],
  ['http://A.example.', 'a.EXAMPLE', true],
  ['http://b.a.example', 'a.example', true],
  ['http://b.a.example', '.a.example', true],
  ['http://a.example', '.a.example', true],
  ['http://b.a.example', '*.a.example', true],
  ['http://ba.example', 'a.example', false],
  ['http://a.example.org', 'a.example', false],
  ['http://a.example', 'b.example, a.example', true],
  ['http://a.example', 'b.example a.example', true],
  ['http://a.example', '.', false],
  ['http://a.example:8080', 'a.example:8080', true],
  ['http://a.example', 'a.example:80', true],
  ['https://a.example', 'a.example:443', true],
  ['https://a.example', 'a.example:80', false],
  ['http://10.1.2.3', '10.1.2.3', true],
  ['http://10.1.2.3', '10.0.0.0/8', true],
  ['http://11.1.2.3', '10.0.0.0/8', false],
  ['http://10.1.2.3', '10.0.0.0/99', false],
  ['http://10.1.2.3', '2.3', false],
  ['http://10.1.2.3:81', '10.1.2.3:82', false],
  ['http://[2001:db8::1]', '2001:0db8:0::1', true],
  ['http://[2001:db8::1]:81', '[2001:db8::1]:81', true],
  ['http://[2001:db8::1]:81', '[2001:db8::1]:82', false],
  ['http://[2001:db8::1]', '2001:db8::/32', true],
  ['http://[2001:db8::1]', '10.0.0.0/8', false],
  ['http://a.example', '10.0.0.0/8', false],
])('%s with NO_PROXY %j: %s', (url, list, expected) => {
  expect(isExempt(new URL(url), list)).toBe(expected);
});
