import { expect, it } from 'vitest';
import { defaultRate } from './pace.ts';

it.each([
  ['https://registry.example', 'registry', 1.5],
  ['https://ledger.example', 'ledger', 10],
  ['https://localhost.example', 'ledger', 10],
  ['https://else.example', 'unheard-of', 1.5],
  ['http://127.0.0.1:1', 'ledger', undefined],
  ['http://[::1]:1', 'registry', undefined],
  ['http://a.localhost', 'registry', undefined],
])('%s as %s is asked %s times a second', (url, surface, rate) => {
  expect(defaultRate(new URL(url), surface)).toBe(rate);
});
