import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ledgerContract } from './contract.ts';
import {
  CONTRACT_VERSIONS,
  contractAt,
  filesOf,
  isSince,
  LEDGER_VERSIONS,
  NEWEST,
  nearest,
  OLDEST,
  order,
  PATCHES,
} from './versions.ts';

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

it.each([
  ['3.5.9', '3.5.10', false],
  ['3.5.10', '3.5.9', true],
  ['3.5.7-SNAPSHOT', '3.5.7', true],
  ['3.5', '3.5.7', true],
  ['3.6.1', '3.5.7', true],
  ['3.4.99', '3.5.7', false],
])('compares versions to the patch: %s since %s is %s', (version, first, expected) => {
  expect(isSince(version, first)).toBe(expected);
});

it.each(Object.entries(PATCHES))(
  'knows the patch versions of the overlay of %s',
  (version, patches) => {
    const { actions } = parse(
      readFileSync(new URL(`../../specs/ledger/${version}.overlay.yaml`, import.meta.url), 'utf8'),
    ) as { actions: { 'x-since'?: string }[] };
    const marked = new Set(actions.flatMap(({ 'x-since': since }) => since ?? []));
    expect(patches.slice(1)).toEqual([...marked]);
  },
);

it('leaves out of a patch version what came later, and says which one it is', () => {
  const has = (name: string, at: (typeof CONTRACT_VERSIONS)[number]): boolean =>
    ledgerContract(at).operations.some((one) => one.name === name);
  expect(
    ['3.5.1', '3.5.6', '3.5.7', '3.5.9', '3.5.10', '3.5.14'].map((release) => [
      has('command-completions', contractAt(release)),
      has('contracts-page', contractAt(release)),
    ]),
  ).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, false],
    [true, true],
    [true, true],
  ]);
  for (const one of CONTRACT_VERSIONS) expect(ledgerContract(one).version).toBe(one);
  expect(new Set(CONTRACT_VERSIONS.map((one) => ledgerContract(one).sha256)).size).toBe(
    CONTRACT_VERSIONS.length,
  );
});

it('makes each version from the previous one', () => {
  const files = LEDGER_VERSIONS.map((version) => filesOf(version).files);
  expect(files[0]).toEqual([`ledger/${OLDEST}.yaml`]);
  for (const [index, those] of files.entries()) {
    expect(those).toEqual(files.at(-1)?.slice(0, index + 1));
  }
});
