/** The board of real runs, by the built command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { keptCli } from '../../../test/cli.ts';
import { folderWith } from '../../../test/files.ts';

vi.setConfig({ testTimeout: 60_000 });
const cli = keptCli();
afterAll(() => cli.remove());

it('assay board ends with 3 without a report, and replaces no foreign file', async () => {
  const cwd = folderWith({ 'board.html': '<p>mine</p>', 'a.zip': 'no zip' });
  const taken = await cli.run(['board', '.'], { cwd });
  expect([taken.code, taken.stderr]).toEqual([
    3,
    expect.stringMatching(/did not write[\s\S]*--force/),
  ]);
  const none = await cli.run(['board', '.', '--force'], { cwd });
  expect([none.code, none.stdout]).toEqual([3, '']);
  expect(none.stderr).toMatch(/^not read: a\.zip: [\s\S]*error: board: there is no report at \./);
  expect(readFileSync(join(cwd, 'board.html'), 'utf8')).toBe('<p>mine</p>');
});
