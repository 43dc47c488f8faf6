import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { replaceFile } from './file.ts';

it('replaces a file or a link, and does not change the target of the link', () => {
  const folder = folderWith({ 'a.txt': 'old', 'far.txt': 'precious' });
  symlinkSync('far.txt', join(folder, 'link.txt'));
  replaceFile(join(folder, 'a.txt'), 'new');
  replaceFile(join(folder, 'link.txt'), 'new');
  const contents = ['a.txt', 'link.txt', 'far.txt'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  expect(contents).toEqual(['new', 'new', 'precious']);
});

it('leaves nothing behind if it fails', () => {
  const folder = folderWith({});
  mkdirSync(join(folder, 'sub'));
  expect(() => replaceFile(join(folder, 'sub'), 'new')).toThrow(/EISDIR|EPERM|EEXIST/);
  expect(readdirSync(folder)).toEqual(['sub']);
});
