import { expect, it } from 'vitest';
import { filesOf, isSince, LEDGER_VERSIONS, NEWEST, nearest, OLDEST, order } from './versions.ts';

it('lists versions by number, the oldest first', () => {
  expect(LEDGER_VERSIONS.toSorted(order)).toEqual(LEDGER_VERSIONS);
  expect(['3.10', '2.9', '4.0', '3.9'].toSorted(order)).toEqual(['2.9', '3.9', '3.10', '4.0']);
});

it.each([
  ['3.4', false],
  ['3.5', true],
  ['3.5.10-SNAPSHOT', true],
  ['3.10', true],
  ['3.45', true],
  ['4.0', true],
  ['2.10', false],
])('%s behaves as 3.5 or later: %s', (version, expected) => {
  expect(isSince(version, '3.5')).toBe(expected);
});

it.each([
  ['3.4.99', '3.4'],
  ['3.45', NEWEST],
  ['3.3', OLDEST],
  ['2.10', NEWEST],
  ['next', NEWEST],
])('a document of version %s is as %s', (version, known) => {
  expect(nearest(version)).toBe(known);
});

it('makes each version from the previous one', () => {
  const files = LEDGER_VERSIONS.map((version) => filesOf(version).files);
  expect(files[0]).toEqual([`ledger/${OLDEST}.yaml`]);
  for (const [index, those] of files.entries()) {
    expect(those).toEqual(files.at(-1)?.slice(0, index + 1));
  }
});
