/** Errors of the ledger: what is wrong where the body is plain text. */
import { expect, it } from 'vitest';
import { type CompleteExchange, headerPlace } from '../../../src/kit.ts';
import { ledgerContract } from '../contract.ts';
import { errorShape } from './errors.ts';

const [operation] = ledgerContract().operations;
if (operation === undefined) throw new Error('the contract has no operation');

const placeOf = (text: string, mediaType: string): unknown => {
  const response = {
    status: 400,
    mediaType,
    text,
    body: undefined,
    bytes: text.length,
    headers: {},
  };
  const exchange = { request: { path: '/v2/users', headers: {}, operation }, response };
  const found = errorShape(operation, exchange as unknown as CompleteExchange);
  return typeof found === 'object' ? found.map(({ at }) => at) : found;
};

it.each([
  ['a text in its own type', 'Invalid value for: body', 'text/plain', []],
  [
    'a text with the type of JSON',
    'Invalid value',
    'application/json',
    [headerPlace('content-type')],
  ],
  ['JSON that is cut', '{"code":', 'application/json', [{ part: 'text' }]],
])('%s', (_, text, type, places) => {
  expect(placeOf(text, type)).toEqual(places);
});
