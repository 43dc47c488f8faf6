/** Pipes, devices and sockets in the place of files: no reader waits for them. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { printed } from '../../test/printed.ts';
import { prepareFolder } from '../output/out-folder.ts';
import { bytesOfFile, MAX_SECRET_BYTES } from './file.ts';
import { isOpenPipe, startOfFile } from './open.ts';

const URL = 'http://127.0.0.1:9';

function pipeIn(folder: string, name = 'pipe'): string {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  return path;
}

describe('a named pipe', () => {
  const run = ['run', 'registry', URL, '--out', 'OUT'];

  it.each([
    [...run, '--fixtures', 'PIPE'],
    [...run, '--config', 'PIPE'],
    [...run, '--token-file', 'PIPE'],
    [...run, '--ca', 'PIPE'],
    [...run, '--baseline', 'PIPE'],
    ['run', 'ledger', URL, '--contract-file', 'PIPE', '--out', 'OUT'],
    ['plan', 'registry', '--fixtures', 'PIPE'],
    ['doctor', URL, '--fixtures', 'PIPE'],
    ['init', URL, '--token-file', 'PIPE'],
    ['cleanup', URL, '--config', 'PIPE'],
    ['compare', URL, URL, '--config', 'PIPE'],
    ['drift', URL, '--config', 'PIPE'],
    ['diff', 'PIPE', 'registry'],
    ['proxy', URL, '--ca', 'PIPE'],
    ['replay', 'PIPE'],
    ['judge', 'PIPE'],
    ['compare-reports', 'PIPE', 'PIPE'],
    ['sign', 'REPORT', '--key', 'PIPE'],
    ['verify', 'REPORT', '--key', 'PIPE'],
    ['verify', 'PIPE', '--key', 'PIPE'],
    ['board', 'PIPE', '--out', 'OUT/board.html'],
    ['merge', 'PIPE', '--out', 'OUT'],
  ])('ends the command %s %s %s %s %s at once', async (...words) => {
    const pipe = pipeIn(folderWith({}));
    const report = folderWith({ 'report.json': '{}', 'evidence.har': '{}' });
    const paths = { PIPE: pipe, REPORT: report, OUT: join(report, 'out') };
    const args = words.map((word) =>
      word.replace(/^(PIPE|REPORT|OUT)/, (name) => paths[name as keyof typeof paths]),
    );
    const { code, stderr } = await printed(...args);
    expect(stderr).toContain(pipe);
    expect(code, stderr).toBe(3);
  });

  it.each([
    ['report.json', 'replay'],
    ['report.json', 'board'],
    ['evidence.har', 'judge'],
    ['exchanges.ndjson', 'judge'],
    ['created.ndjson', 'cleanup'],
  ])('as %s of a folder ends the command %s at once', async (name, command) => {
    const folder = folderWith({});
    pipeIn(folder, name);
    const { code, stderr } = await printed(command, folder);
    expect(stderr).toMatch(new RegExp(`${name}: .*(pipe|not a file)`));
    expect(code, stderr).toBe(3);
  });

  it.each(['report.json', 'created.ndjson', '.assay.lock', '.assay'])(
    'as %s of a folder is not written to',
    (name) => {
      const folder = folderWith({});
      pipeIn(folder, name);
      expect(() => prepareFolder(folder)).toThrow(`${name} leads elsewhere`);
    },
  );
});

describe('what is not a file', () => {
  it('is rejected before it is read', async () => {
    const socket = join(folderWith({}), 'socket');
    const server = createServer().listen(socket);
    await expect(bytesOfFile('/dev/zero', 2 ** 20)).rejects.toThrow('/dev/zero: is a device');
    await expect(bytesOfFile(socket, 2 ** 20)).rejects.toThrow(`${socket}: is a socket`);
    expect(() => startOfFile('/dev/zero', 200)).toThrow('is a device');
    server.close();
  });

  it.each(['/dev/zero', '/dev/urandom'])('is not read as --ca %s', async (device) => {
    const { code, stderr } = await printed('doctor', URL, '--ca', device);
    expect(stderr).toMatch(`--ca ${device}: is a device, not a file. Name a file.`);
    expect(code).toBe(3);
  });
});

describe('a pipe that the shell opened', () => {
  const ends = (): readonly [path: string, read: number, write: number] => {
    const pipe = pipeIn(folderWith({}));
    const read = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    return [`/dev/fd/${read}`, read, openSync(pipe, 'w')];
  };

  it('is read no further than its limit', async () => {
    const [path, read, write] = ends();
    writeSync(write, 'x'.repeat(2000));
    await expect(bytesOfFile(path, 1024)).rejects.toThrow(`${path}: is larger than 1 KiB`);
    closeSync(write);
    closeSync(read);
  });

  it('is read while the other end still writes, and is known when it is read again', async () => {
    const [path, read, write] = ends();
    expect(isOpenPipe(path)).toBe(true);
    const bytes = bytesOfFile(path, MAX_SECRET_BYTES);
    writeSync(write, 'to');
    await setTimeout(50);
    writeSync(write, 'ken');
    closeSync(write);
    expect((await bytes).toString()).toBe('token');
    expect((await bytesOfFile(path, MAX_SECRET_BYTES)).toString()).toBe('token');
    closeSync(read);
  });
});
