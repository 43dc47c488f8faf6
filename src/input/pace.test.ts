import { expect, it } from 'vitest';
import { defaultRate } from './pace.ts';

it.each([
  ['https://api.example', { ratePerSecond: 10 }, 10],
  ['https://localhost.example', { ratePerSecond: 10 }, 10],
  ['https://api.example', {}, 1.5],
  ['http://127.0.0.1:1', { ratePerSecond: 10 }, undefined],
  ['http://[::1]:1', {}, undefined],
  ['http://a.localhost', {}, undefined],
])('%s with the pace %j of its surface gets %s requests a second', (url, surface, rate) => {
  expect(defaultRate(new URL(url), surface)).toBe(rate);
});
