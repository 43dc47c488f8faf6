/** The order of the ledger's folders: none imports a later one. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const HERE = dirname(fileURLToPath(import.meta.url));

/** Requests, responses, rules of several areas; then the areas; then rules of every operation. */
const ORDER = [
  ...['requests', 'responses', 'laws', 'resources'],
  ...['active', 'updates', 'contracts', 'packages', 'state', 'users', 'commands', 'credentials'],
  ...['across', 'discovery'],
];

const folders = readdirSync(HERE, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => name);

/** The folders of the ledger that the files of this one import. */
function importedBy(folder: string): readonly string[] {
  return readdirSync(join(HERE, folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(join(HERE, folder, file), 'utf8');
      const paths = [...source.matchAll(/from '(\.\.\/[^']+)'/g)].map(([, path = '']) => path);
      const own = paths.map((path) => normalize(join(folder, path)).split('/'));
      return own.flatMap(([first = '', ...rest]) => (rest.length > 0 ? first : []));
    })
    .filter((name) => name !== '..');
}

it('lists each folder of the ledger once', () => {
  expect(ORDER.toSorted()).toEqual(folders.toSorted());
});

it.each(folders)('suites/ledger/%s imports only folders that stand before it', (folder) => {
  const later = ORDER.slice(ORDER.indexOf(folder) + 1);
  expect(importedBy(folder).filter((name) => later.includes(name))).toEqual([]);
});
