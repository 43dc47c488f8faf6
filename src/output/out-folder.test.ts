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

it('a report folder may be new, empty, or made by an earlier run', () => {
  const folder = join(folderWith({}), 'a', 'b');
  for (let times = 0; times < 2; times++) prepareFolder(folder);
  expect(readdirSync(folder).sort()).toEqual(['.assay', LOCK]);
});

it('a report folder with foreign files is used only by force, and the files stay', () => {
  const folder = folderWith({ 'notes.txt': 'mine', 'summary.md': 'mine too' });
  expect(() => prepareFolder(folder)).toThrow(
    /it holds files that Assay did not write: notes\.txt, summary\.md\. Name an empty .* --force/,
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
])('a report folder of a version without markers is recognized by its %s', (name, text) => {
  prepareFolder(folderWith({ [name]: text }));
  expect(() => prepareFolder(folderWith({ [name]: `{"mine":${JSON.stringify(text)}}` }))).toThrow(
    'Assay did not write',
  );
});

it('a link instead of a report folder is not followed, and is replaced by force', () => {
  const other = folderWith({ 'report.json': 'mine' });
  const folder = folderWith({ '.assay': '' });
  const link = join(folder, 'exchanges.ndjson');
  symlinkSync(join(other, 'report.json'), link);
  expect(() => prepareFolder(folder)).toThrow('exchanges.ndjson leads elsewhere');
  prepareFolder(folder, true);
  expect(existsSync(link)).toBe(false);
  expect(readFileSync(join(other, 'report.json'), 'utf8')).toBe('mine');
});

it('a report folder that another process writes to is rejected with the id of that process', () => {
  const folder = folderWith({ [LOCK]: `${process.ppid} ${hostname()}\n` });
  expect(() => prepareFolder(folder)).toThrow(
    new RegExp(`process ${process.ppid} is writing a report there\\. Wait .* --out`),
  );
  expect(readdirSync(folder)).toEqual([LOCK]);
  const elsewhere = folderWith({ [LOCK]: '7 another-machine\n' });
  expect(lock(elsewhere)).toBe('process 7 on another-machine');
});

it('the lock and the unfinished files of a process that has ended are taken over', () => {
  for (const pid of [NO_PROCESS, process.pid]) {
    const folder = folderWith({
      ...{ [LOCK]: `${pid} ${hostname()}\n`, '.assay': '', '.mine.77.tmp': '' },
      '.evidence.har.4711.tmp': '{"log"',
    });
    prepareFolder(folder);
    expect(readdirSync(folder).sort()).toEqual(['.assay', LOCK, '.mine.77.tmp']);
  }
});

it('a lock without content counts as left behind', () => {
  const folder = folderWith({});
  mkdirSync(join(folder, 'x'));
  writeFileSync(join(folder, 'x', LOCK), '');
  expect(lock(join(folder, 'x'))).toBeUndefined();
});
