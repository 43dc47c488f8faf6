import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { LOCK, lock } from './lock.ts';
import { prepareFolder } from './out-folder.ts';

const NO_PROCESS = 2 ** 22 + 1;

it('takes a new folder, an empty one, and one that it made before', () => {
  const folder = join(folderWith({}), 'a', 'b');
  for (let times = 0; times < 2; times++) prepareFolder(folder);
  expect(readdirSync(folder).sort()).toEqual(['.assay', LOCK]);
});

it('takes no folder with files of others, unless it is forced, and then leaves them alone', () => {
  const folder = folderWith({ 'notes.txt': 'mine', 'summary.md': 'mine too' });
  expect(() => prepareFolder(folder)).toThrow(
    /Assay did not write what is there: notes\.txt, summary\.md\. Name an empty .* --force/,
  );
  expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'summary.md']);
  prepareFolder(folder, true);
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
});

it.each([
  ['report.json', '{\n  "schemaVersion": "2.0.0",\n  "kit": {\n    "name": "assay",'],
  ['evidence.har', '{"log":{"version":"1.2","creator":{"name":"assay","version":"0.1.0"}'],
  ['exchanges.ndjson', '{"creator":{"name":"assay","version":"0.1.0"}'],
  ['created.ndjson', '\n{"surface":"ledger","contract":"3.5"'],
])('takes the folder of a version that left no marker, by its %s', (name, text) => {
  prepareFolder(folderWith({ [name]: text }));
  expect(() => prepareFolder(folderWith({ [name]: `{"mine":${JSON.stringify(text)}}` }))).toThrow(
    'Assay did not write',
  );
});

it('follows no link, and replaces it where it is forced', () => {
  const other = folderWith({ 'report.json': 'mine' });
  const folder = folderWith({ '.assay': '' });
  const link = join(folder, 'exchanges.ndjson');
  symlinkSync(join(other, 'report.json'), link);
  expect(() => prepareFolder(folder)).toThrow('exchanges.ndjson leads elsewhere');
  prepareFolder(folder, true);
  expect(existsSync(link)).toBe(false);
  expect(readFileSync(join(other, 'report.json'), 'utf8')).toBe('mine');
});

it('waits for no other process: it says which one writes there', () => {
  const folder = folderWith({ [LOCK]: `${process.ppid} ${hostname()}\n` });
  expect(() => prepareFolder(folder)).toThrow(
    new RegExp(`process ${process.ppid} writes a report there\\. Wait .* --out`),
  );
  expect(readdirSync(folder)).toEqual([LOCK]);
  const elsewhere = folderWith({ [LOCK]: '7 another-machine\n' });
  expect(lock(elsewhere)).toBe('process 7 on another-machine');
});

it('takes over what a process left that is over: its lock, and files that it was writing', () => {
  for (const pid of [NO_PROCESS, process.pid]) {
    const folder = folderWith({
      ...{ [LOCK]: `${pid} ${hostname()}\n`, '.assay': '', '.mine.77.tmp': '' },
      '.evidence.har.4711.tmp': '{"log"',
    });
    prepareFolder(folder);
    expect(readdirSync(folder).sort()).toEqual(['.assay', LOCK, '.mine.77.tmp']);
  }
});

it('takes a lock that says nothing for one that is over', () => {
  const folder = folderWith({});
  mkdirSync(join(folder, 'x'));
  writeFileSync(join(folder, 'x', LOCK), '');
  expect(lock(join(folder, 'x'))).toBeUndefined();
});
