import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { leftIn } from './log.ts';

const by = { surface: 'ledger', contract: '3.5', url: 'http://127.0.0.1:9' };

function leftBy(...made: readonly object[]) {
  const log = [by, ...made].map((line) => JSON.stringify(line)).join('\n');
  return leftIn(join(folderWith({ 'created.ndjson': log }), 'created.ndjson'));
}

it('a body that names a member twice is sent as it was checked', () => {
  const body = '{"userId":"operator","userId":"assay-01234567"}';
  const undo = { method: 'PATCH', path: '/v2/users/assay-01234567/identity-provider-id', body };
  const [left] = leftBy({ name: 'a user', made: 'a move', undo, looksFirst: false });
  expect(left?.undo.body).toBe('{"userId":"assay-01234567"}');
});

it('a log with more objects than a run makes is rejected, with the way out', () => {
  const many = Array.from({ length: 5001 }, (_, i) => ({
    ...{ name: `user ${i}`, made: 'POST /v2/users', looksFirst: false },
    undo: { method: 'DELETE', path: `/v2/users/assay-${i}` },
  }));
  expect(() => leftBy(...many)).toThrow(/more than 5000 objects.*Name the URL of the server/);
  expect(leftBy(...many.slice(1))).toHaveLength(5000);
});

it('a removal has no header that could lead it elsewhere, whatever the log says', () => {
  const headers = { 'Content-Type': 'application/json', 'X-Original-URL': '/v2/users/operator' };
  const undo = { method: 'DELETE', path: '/v2/users/assay-1', headers };
  const made = { name: 'a user', made: 'POST /v2/users', undo, looksFirst: false };
  const [left] = leftBy(made);
  expect(left?.undo.headers).toEqual({ 'Content-Type': 'application/json' });
});
