import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/contract.ts';
import { ledgerContract, ledgerContracts } from './contract.ts';
import { isSince, LEDGER_VERSIONS, type LedgerVersion } from './versions.ts';

const root = new URL('../../', import.meta.url);
const bytes = (file: string): Buffer => readFileSync(new URL(file, root));
const table = bytes('test/ledger-operations.txt').toString().trimEnd().split('\n');
const row = ({ method, path, name, effect, since }: Operation): string =>
  [method, path, name, effect, since].join(' ');

const stated = ({ contract, path, method }: Operation): Readonly<Record<string, unknown>> =>
  (contract.document['paths'] as Record<string, Record<string, Record<string, unknown>>>)[path]?.[
    method.toLowerCase()
  ] ?? {};

test.each(LEDGER_VERSIONS)(
  '%s has the operations of the list that came with it or before',
  (version) => {
    const { operations, version: stated } = ledgerContract(version);
    const since = (line: string): string => line.slice(line.lastIndexOf(' ') + 1);
    expect(stated).toBe(version);
    expect(operations.map(row)).toEqual(table.filter((line) => isSince(version, since(line))));
  },
);

test('a contract is read once, frozen, and has the digest of its file', () => {
  const [first, second] = ledgerContracts();
  const sha256 = (...files: string[]): string =>
    createHash('sha256')
      .update(Buffer.concat(files.map(bytes)))
      .digest('hex');
  expect(ledgerContract('3.5')).toBe(second);
  expect(first?.sha256).toBe(sha256('specs/ledger/3.4.yaml'));
  expect(second?.sha256).toBe(sha256('specs/ledger/3.4.yaml', 'specs/ledger/3.5.overlay.yaml'));
  expect(Object.isFrozen(second?.document['paths'])).toBe(true);
  expect(() => ledgerContract('2.9' as LedgerVersion)).toThrow('no ledger contract "2.9"');
});

describe.each(LEDGER_VERSIONS.map((version) => ({ version })))('$version', ({ version }) => {
  const contract = ledgerContract(version);
  const { operations } = contract;

  test('deprecated operations are marked as such, and each names one that is not', () => {
    const deprecated = operations.filter((each) => each.deprecated !== undefined);
    expect(deprecated).not.toEqual([]);
    for (const each of operations) {
      expect(stated(each)['deprecated'] === true, each.key).toBe(deprecated.includes(each));
    }
    for (const { deprecated: advice } of deprecated) {
      const [method, path] = advice?.replacement.split(' ') ?? [];
      const replacement = operations.find((each) => each.method === method && each.path === path);
      expect(replacement, advice?.replacement).toBeDefined();
      expect(replacement?.deprecated).toBeUndefined();
      expect(advice?.relation).toMatch(/\.$/);
    }
  });
});
