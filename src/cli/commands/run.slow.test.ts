import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { folderWith } from '../../../test/files.ts';
import { printed } from '../../../test/printed.ts';
import { registryFor } from '../../../test/reference.ts';

vi.setConfig({ testTimeout: 180_000 });

it('a fixture that is not live is named with its line first, and the run continues', async () => {
  const { url, fixtures } = await registryFor();
  const { reassigning, choiceArguments } = fixtures;
  const allocations = [...fixtures.allocations, `00${'ab'.repeat(68)}`];
  const needed = { allocations, reassigning, choiceArguments };
  const folder = folderWith({ 'f.yaml': `# ids\n${stringify(needed)}` });
  const file = join(folder, 'f.yaml');
  const out = join(folder, 'report');
  const settings = [
    '--out',
    out,
    '--runs',
    '1',
    '--api',
    'allocation-v1,allocation-instruction-v1',
  ];
  const argv = ['run', 'registry', url, '--fixtures', file, ...settings];
  const loud = await printed(...argv);
  const note = `${file}:${allocations.length + 2} allocations[${allocations.length - 1}] is not live here (404 from allocation-v1/withdraw)`;
  expect(loud.stderr.split('\n')[0]).toBe(note);
  expect(loud.stdout.replace(/\s+/g, ' ')).toContain(`Note: ${note}`);
  expect(loud.code).toBe(2);
  expect((await printed(...argv, '--quiet')).stderr).toBe('');
});
