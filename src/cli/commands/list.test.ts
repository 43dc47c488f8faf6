/** The file of `assay list --html`, and the files that it does not replace. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../../test/files.ts';
import { printed } from '../../../test/printed.ts';

const ONLY = 'registry/allocation-v1/withdraw/rejects-*';

it('writes a page with the filtered requirements, and replaces it later', async () => {
  const file = join(folderWith({}), 'list.html');
  const args = ['list', 'registry', '--html', file, '--only', ONLY, '--level', 'MUST'];
  const { code, stdout } = await printed(...args);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+ requirements: .*list\.html\n$/)]);
  const page = readFileSync(file, 'utf8');
  const ids = [...page.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id);
  const listed = JSON.parse(
    (await printed('list', '--only', ONLY, '--level', 'MUST', '--json')).stdout,
  );
  expect(ids.toSorted()).toEqual(listed.map(({ id }: { id: string }) => id).toSorted());
  expect((await printed(...args)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

it('replaces foreign files only by force', async () => {
  const file = join(folderWith({ 'mine.html': '<p>mine</p>' }), 'mine.html');
  const args = ['list', 'registry', '--only', ONLY, '--html', file];
  const refused = await printed(...args);
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringMatching(/did not write[\s\S]*with --html, or add --force/),
  ]);
  expect(readFileSync(file, 'utf8')).toBe('<p>mine</p>');
  expect((await printed(...args, '--force')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('assay list');
});

it.each([
  [['--html', 'ledger'], /that is the name of a surface/],
  [['--html', 'x.html', '--json'], /cannot be used with/],
])('%j is an error of the command line', async (args, message) => {
  const { code, stderr } = await printed('list', ...args);
  expect([code, stderr]).toEqual([3, expect.stringMatching(message)]);
});
