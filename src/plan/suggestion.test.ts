import { expect, it } from 'vitest';
import { suggestion } from './suggestion.ts';

const FEW = ['registry', 'ledger'];
const MANY = [
  ...['debug-fields-omitted', 'rejects-unknown-id', 'accepts-any-meta', 'error-body', 'page-size'],
  ...Array.from({ length: 20 }, (_, i) => `rule-number-${i + 100}`),
];

it.each([
  ['registri', FEW, ' Did you mean registry?'],
  ['Ledger', FEW, ' Did you mean ledger?'],
  ['led', FEW, ' Did you mean ledger?'],
  ['foo', FEW, ' Known: registry, ledger.'],
  ['', FEW, ' Known: registry, ledger.'],
  ['debug-field-omited', MANY, ' Did you mean debug-fields-omitted?'],
  ['error-bdoy', MANY, ' Did you mean error-body?'],
  // Nothing is suggested for a very different name.
  ['withdraw', MANY, ''],
  ['foo', MANY, ''],
  ['page', MANY, ' Did you mean page-size?'],
  ['some-other-thing', MANY, ''],
])('for %j of these: %s', (given, known, expected) => {
  expect(suggestion(given, known)).toBe(expected);
});
