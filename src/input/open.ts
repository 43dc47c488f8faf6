/** Opens files of others. A pipe, a device or a socket could keep a reader waiting forever, so only files are read. */

import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { defined } from '../model/defined.ts';
import { InputError } from './error.ts';

/** What the shell opened before Assay started: `COMMAND |` and `<(COMMAND)`. */
const OPEN_ALREADY = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

export interface OpenFile {
  readonly fd: number;
  /** In bytes; 0 if it is unknown. */
  readonly size: number;
  /** The name of a pipe in the system; `undefined` for a file. */
  readonly pipe: string | undefined;
}

interface Opening {
  /** The last sentence of the message if there is no such file. */
  readonly remedy?: string;
  /** True for readers that can wait for the other end of a pipe. */
  readonly pipes?: boolean;
}

/** True for a pipe that the shell opened for this process. It can be read once. */
export function isOpenPipe(path: string): boolean {
  return OPEN_ALREADY.test(path) && statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
}

/** Opens a file for reading; the caller closes it. Throws InputError, for everything but files too, and never waits. */
export function openFile(path: string, { remedy, pipes = false }: Opening = {}): OpenFile {
  let fd: number | undefined;
  try {
    // Opening some devices has an effect, so they are recognized before.
    check(path, statSync(path), pipes);
    // The path may lead to a pipe by now, which waits for a writer while it is opened.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(fd);
    check(path, stats, pipes);
    return { fd, size: stats.size, pipe: stats.isFIFO() ? `${stats.dev}:${stats.ino}` : undefined };
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw unreadable(path, error, remedy);
  }
}

/** The first bytes of a file, this many at most. Throws InputError. */
export function startOfFile(path: string, most: number, remedy?: string): Buffer {
  const { fd, size } = openFile(path, defined({ remedy }));
  try {
    const bytes = Buffer.alloc(size > 0 ? Math.min(most, size) : most);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(fd, bytes, length, bytes.length - length, length);
    return bytes.subarray(0, length);
  } catch (error) {
    throw unreadable(path, error, remedy);
  } finally {
    closeSync(fd);
  }
}

/** The error about a file that the system does not let Assay read. */
export function unreadable(
  path: string,
  error: unknown,
  remedy = 'Check the path and its permissions.',
): InputError {
  if (error instanceof InputError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new InputError(`${path}: cannot be read (${code ?? message}). ${remedy}`);
}

/** Reading a folder fails with a message of the system. */
function check(path: string, stats: Stats, pipes: boolean): void {
  if (stats.isFile() || stats.isDirectory()) return;
  if (!stats.isFIFO()) {
    const kind = stats.isSocket() ? 'socket' : 'device';
    throw new InputError(`${path}: is a ${kind}, not a file. Name a file.`);
  }
  if (pipes && OPEN_ALREADY.test(path)) return;
  const remedy = pipes ? ', or pass the output of a program with <(COMMAND)' : '';
  throw new InputError(`${path}: is a named pipe, not a file. Name a file${remedy}.`);
}
