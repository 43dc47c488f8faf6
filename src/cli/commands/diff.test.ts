/** The comparisons of assay diff, and the messages about unknown names. */
import { expect, it } from 'vitest';
import { printed } from '../../../test/printed.ts';

it.each([
  [['3.4', '3.5'], /^ledger 3\.4 to ledger 3\.5: \d+ differences\n/],
  [
    ['allocation-v1@1.0.0', 'allocation-v1'],
    /^allocation-v1 1\.0\.0 to allocation-v1 1\.1\.0: 1 difference\n\nSchemas \(1\)\n {2}\+ GetChoiceContextRequest\.excludeDebugFields: boolean, default false, optional\n/,
  ],
  [['metadata-v1@1.2.0', 'metadata-v1'], /^metadata-v1 1\.2\.0 to .* 1\.2\.0: 0 differences\n$/],
])('%s are compared', async (names, text) => {
  const { code, stdout } = await printed('diff', ...names);
  expect(stdout).toMatch(text);
  expect(code).toBe(0);
});

it.each([
  [['3.4', '9.9'], /no contract "9\.9"\. Known: metadata-v1, .*, 3\.5, 3\.4\./],
  [
    ['allocatoin-v1', 'allocation-v1'],
    /no contract "allocatoin-v1"\. Did you mean allocation-v1\?/,
  ],
  [
    ['allocation-v1@2', 'allocation-v1'],
    /allocation-v1 has no version "2"\. Known: 1\.1\.0, 1\.0\.0/,
  ],
  [['allocation-v1@', 'allocation-v1'], /allocation-v1 has no version ""/],
  [['transfer-v1', 'transfer-v2'], /transfer-v1 and transfer-v2 are not versions of one API/],
  [['3.5', 'metadata-v1'], /not versions of one API: ledger and metadata-v1/],
])('%s cannot be compared', async (names, text) => {
  const { code, stdout, stderr } = await printed('diff', ...names);
  expect(stderr).toMatch(text);
  expect(stdout).toBe('');
  expect(code).toBe(3);
});

it('names all contracts in its help', async () => {
  const { stdout } = await printed('diff', '--help');
  expect(stdout).toContain('  ledger: 3.6, 3.5, 3.4\n');
  expect(stdout).toContain('  allocation-v1, allocation-v1@1.0.0\n');
  expect(stdout).toContain('  transfer-v2\n');
});
