import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { leftIn } from './made-read.ts';

it('a removal has no header that could lead it elsewhere, whatever the log says', () => {
  const by = { surface: 'ledger', contract: '3.5', url: 'http://127.0.0.1:9' };
  const headers = { 'Content-Type': 'application/json', 'X-Original-URL': '/v2/users/operator' };
  const undo = { method: 'DELETE', path: '/v2/users/assay-1', headers };
  const made = { name: 'a user', made: 'POST /v2/users', undo, looksFirst: false };
  const log = [by, made].map((line) => JSON.stringify(line)).join('\n');
  const folder = folderWith({ 'created.ndjson': log });
  const [left] = leftIn(join(folder, 'created.ndjson'));
  expect(left?.undo.headers).toEqual({ 'Content-Type': 'application/json' });
});
