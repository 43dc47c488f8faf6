/** The board of real runs, by the built command line. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { keptCli } from '../../../test/cli.ts';
import { folderWith } from '../../../test/files.ts';
import { startRegistry } from '../../reference/registry.ts';

vi.setConfig({ testTimeout: 60_000 });
const cli = keptCli();
afterAll(() => cli.remove());

const ONLY = 'registry/allocation-v1/withdraw/{rejects-flag-type,accepts-live-id}';

/** Reports of a registry over three nights, with a fault in the second one, and a key pair `k`. Returns the folder. */
async function nights(): Promise<string> {
  const cwd = folderWith({});
  let port = 0;
  for (const [i, faults] of [[], ['flag-by-truthiness'], []].entries()) {
    // A process that another test starts meanwhile may hold the port for a moment.
    const server = await vi.waitFor(() => startRegistry({ port, faults }));
    port = Number(new URL(server.url).port);
    writeFileSync(join(cwd, 'fixtures.yaml'), stringify(server.fixtures));
    const settings = ['--fixtures', 'fixtures.yaml', '--only', ONLY, '--quiet'];
    const out = ['--out', `nights/${i + 1}`];
    await cli.run(['run', 'registry', server.url, ...settings, ...out], { cwd });
    await server.close();
  }
  await cli.run(['keygen', '--out', 'k'], { cwd });
  return cwd;
}

it('assay board shows runs, the changes between them, and their signers', async () => {
  const cwd = await nights();
  const signed = async (night: string, ...more: readonly string[]): Promise<void> => {
    await cli.run(['sign', `nights/${night}`, '--key', 'k', ...more], { cwd });
  };
  await signed('3', '--bundle', 'nights/three.zip');
  const args = ['board', 'nights', '--key', 'k.pub'];
  const { code, stdout, stderr } = await cli.run(args, { cwd });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^The target does not conform\. Board of 3 reports: board\.html\n$/);
  const page = readFileSync(join(cwd, 'board.html'), 'utf8');
  expect(page).toContain('1 verified, 2 not signed');
  expect(page).toContain('href="nights/2/report.html"');
  expect(page).not.toContain('passed again: ');
  for (const night of ['1', '2']) await signed(night);
  await cli.run(args, { cwd });
  const verified = readFileSync(join(cwd, 'board.html'), 'utf8');
  expect(verified).toMatch(/passed again: [^<]*200 instead of 400[^<]*allocation-v1\/withdraw/);
  expect(verified).toMatch(/started to fail: [^<]*200 instead of 400[^<]*allocation-v1\/withdraw/);

  appendFileSync(join(cwd, 'nights/3/report.html'), '<p>');
  const changed = await cli.run(args, { cwd });
  expect(changed.code).toBe(1);
  expect(changed.stderr).toMatch(/^changed after signing: nights\/3: report\.html: it was changed/);
  expect(readFileSync(join(cwd, 'board.html'), 'utf8')).toContain('was changed after signing');
});

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
