import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { prepareBundle } from './bundle.ts';

it('a bundle that cannot be written is found before a run, and nothing is left of the attempt', () => {
  const folder = folderWith({ file: 'x' });
  const long = join(folder, `${'n'.repeat(300)}.zip`);
  expect(() => prepareBundle(long)).toThrow('cannot be written (ENAMETOOLONG)');
  expect(() => prepareBundle(join(folder, 'file/b.zip'))).toThrow('cannot be written');
  prepareBundle(join(folder, 'b.zip'));
  expect(readdirSync(folder)).toEqual(['file']);
});
