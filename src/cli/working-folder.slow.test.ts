import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { buildCli } from '../../test/cli.ts';
import { folderWith } from '../../test/files.ts';

const cli = buildCli();
afterAll(() => cli.remove());

const URL = 'http://127.0.0.1:9';

it.each([
  ['run', 'registry', URL],
  ['doctor', URL],
  ['plan', 'registry', URL],
  ['judge', 'x.har'],
  ['list', 'registry'],
  ['board', 'reports'],
  ['keygen'],
  ['serve', 'registry', '--port', '0'],
])('%s says so in a folder that was deleted', (...args) => {
  const folder = join(folderWith({}), 'gone');
  mkdirSync(folder);
  const line = 'cd "$0" && rmdir "$0" && exec "$@"';
  const words = ['-c', line, folder, process.execPath, cli.file, ...args];
  const { status, stderr } = spawnSync('sh', words, { timeout: 30_000, encoding: 'utf8' });
  expect(stderr).toMatch(/^error: the current folder cannot be read \(ENOENT\): it was deleted/);
  expect(status).toBe(3);
});
