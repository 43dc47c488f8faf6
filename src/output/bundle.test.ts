import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { prepareBundle } from './bundle.ts';

it('a bundle that cannot be written is found before a run, and nothing is left of the attempt', async () => {
  const folder = folderWith({ file: 'x' });
  const long = join(folder, `${'n'.repeat(300)}.zip`);
  await expect(prepareBundle(long)).rejects.toThrow('cannot be written (ENAMETOOLONG)');
  await expect(prepareBundle(join(folder, 'file/b.zip'))).rejects.toThrow('cannot be written');
  await prepareBundle(join(folder, 'b.zip'));
  expect(readdirSync(folder)).toEqual(['file']);
});
