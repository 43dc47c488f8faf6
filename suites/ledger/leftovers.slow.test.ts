import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call } from '../../src/kit.ts';
import { run } from '../../src/run/run.ts';
import { folderWith } from '../../test/files.ts';
import { ledgerFor } from '../../test/reference.ts';
import { surfaces } from '../index.ts';
import { ledgerContract } from './contract.ts';

const contract = ledgerContract();
const surface = surfaces['ledger']?.(contract);
if (surface?.scratch === undefined) throw new Error('there is no ledger');
const { scratch } = surface;

interface Line {
  readonly name?: string;
  readonly gone?: string;
  readonly looksFirst?: boolean;
  readonly undo?: { readonly method: string; readonly path: string; readonly body?: string };
}

it('each object that a run creates is noted, recognized by its removal, and removed at the end', async () => {
  const { url, fixtures, tokens } = await ledgerFor({ auth: true });
  const folder = folderWith({});
  const file = join(folder, 'created.ndjson');
  // An existing file is kept.
  appendFileSync(file, '');
  const allowed = { undecodable: true, reversible: true, irreversible: true };
  const headers = { authorization: `Bearer ${tokens.auditor}` };
  const secrets = [tokens.auditor];
  await run({ surface, url: new URL(url), fixtures, allowed, folder, headers, secrets });
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const made = lines.filter(({ undo, looksFirst }) => undo && !looksFirst);
  expect(made.length).toBeGreaterThan(20);
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('no operations');
  const unknown = made.filter(
    ({ undo }) => !undo || !scratch.isRemoval({ ...undo, operation, headers: {} }),
  );
  expect(unknown.map(({ name }) => name)).toEqual([]);
  const open = new Set<string | undefined>();
  for (const { name, gone } of lines) {
    if (gone === undefined) open.add(name);
    else open.delete(gone);
  }
  open.delete(undefined);
  expect([...open]).toEqual([]);
}, 120_000);

it.each([
  ['user-delete', { 'user-id': 'assay-knows-no-such-user' }],
  ['user-delete', { 'user-id': 'assay-0123456' }],
  ['user-delete', { 'user-id': 'assay-01234567-and-9' }],
  ['user-delete', { 'user-id': 'my-assay-01234567' }],
  ['user', { 'user-id': 'assay-01234567' }],
  ['identity-provider-delete', { 'idp-id': 'assay' }],
])('%s of %o does not remove an object of a run', (name, path) => {
  const operation = contract.operations.find((o) => o.name === name);
  if (operation === undefined) throw new Error(`no ${name}`);
  expect(scratch.isRemoval(call(operation, { path }))).toBe(false);
});

it('a move whose body names another user than its path does not remove an object of a run', () => {
  const operation = contract.operations.find((o) => o.name === 'user-identity-provider');
  if (operation === undefined) throw new Error('no moves');
  const move = (userId: string) =>
    call(operation, {
      path: { 'user-id': 'assay-01234567' },
      json: { userId, sourceIdentityProviderId: 'one', targetIdentityProviderId: '' },
    });
  expect(scratch.isRemoval(move('assay-01234567'))).toBe(true);
  expect(scratch.isRemoval(move('operator'))).toBe(false);
});
