/** The requirement sets that were released: docs/compatibility.md says how to release another one. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inFull, inShort, requirementSet } from '../src/plan/frozen.ts';
import { ledgerContract } from '../suites/ledger/contract.ts';
import { ledger } from '../suites/ledger/index.ts';
import { LEDGER_VERSIONS } from '../suites/ledger/versions.ts';
import { registry } from '../suites/registry/index.ts';
import { printed } from './printed.ts';

const SETS = [
  ...LEDGER_VERSIONS.map((version) => ({
    name: `ledger-${version}`,
    title: `ledger ${version}`,
    set: () => requirementSet(ledger(ledgerContract(version)).requirements),
  })),
  { name: 'registry', title: 'registry', set: () => requirementSet(registry().requirements) },
];

const HOW = 'a released set changed: see "Requirement sets" in docs/compatibility.md';

describe.each(SETS)('the set of $title', ({ name, title, set }) => {
  const file = fileURLToPath(new URL(`released/${name}.txt`, import.meta.url));

  it('is the released one', async () => {
    const text = inShort(title, set());
    await expect(text, HOW).toMatchFileSnapshot(file);
    expect(text.length).toBeLessThan(150_000);
  });
});

it('has another digest after a change of an id, a level or a statement, and not of the order', () => {
  const [a, b] = [
    { id: 'x/y/a', level: 'MUST', statement: 'One.' },
    { id: 'x/y/b', level: 'SHOULD', statement: 'Two.' },
  ] as const;
  const digest = (
    ...all: (typeof a | typeof b | { id: string; level: 'MUST'; statement: string })[]
  ) => requirementSet(all).sha256;
  expect(digest(b, a)).toBe(digest(a, b));
  const changed = [
    digest(a),
    digest({ ...a, id: 'x/y/c' }, b),
    digest({ ...a, statement: 'Three.' }, b),
    digest(a, { ...b, level: 'MUST' }),
  ];
  expect(new Set([digest(a, b), ...changed]).size).toBe(5);
});

it('is printed in full by list --frozen', async () => {
  const set = requirementSet(ledger(ledgerContract('3.5')).requirements);
  const { code, stdout } = await printed('list', 'ledger', '--frozen', '--contract', '3.5');
  expect([code, stdout]).toEqual([0, inFull('ledger 3.5', set)]);
});
