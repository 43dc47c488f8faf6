/** Reads files that the operator names, within limits. */

import { closeSync, mkdirSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defined } from '../model/defined.ts';
import { InputError } from './error.ts';
import { openFile, unreadable } from './open.ts';

/** The most bytes of a token or a key. */
export const MAX_SECRET_BYTES: number = 2 ** 16;
/** The most bytes of certificates; all public authorities together have a quarter of this. */
export const MAX_CERTIFICATE_BYTES: number = 2 ** 20;
/** The most bytes of a report.json, and of a signed statement about one. */
export const MAX_REPORT_BYTES: number = 64 * 2 ** 20;
/** The most bytes of an HTTP Archive, or of a bundle. */
export const MAX_ARCHIVE_BYTES: number = 256 * 2 ** 20;
const CHUNK_BYTES = 2 ** 16;
/** How long the other end of a pipe may take, as the command of fixtures may. */
const PIPE_MS = 60_000;
const POLL_MS = 10;

/** What was read from each pipe: settings are read several times, and a pipe can be read once. */
const fromPipes = new Map<string, Buffer>();

/**
 * The bytes of a file, or of a pipe that the shell opened. Throws InputError if it cannot be read, or has more than
 * `most` bytes. It stops at the limit, because a length may be unknown.
 */
export async function bytesOfFile(path: string, most: number, remedy?: string): Promise<Buffer> {
  const { fd, size, pipe } = openFile(path, { ...defined({ remedy }), pipes: true });
  try {
    if (size > most) throw tooLarge(path, most);
    const known = pipe === undefined ? undefined : fromPipes.get(pipe);
    const bytes = known ?? (await bytesOf(fd, { path, most, size, waits: pipe !== undefined }));
    if (bytes.length > most) throw tooLarge(path, most);
    if (pipe !== undefined) fromPipes.set(pipe, bytes);
    return bytes;
  } catch (error) {
    throw unreadable(path, error, remedy);
  } finally {
    closeSync(fd);
  }
}

/** The same for the file of an option, which the error names. */
export function bytesOfOption(option: string, path: string, most: number): Promise<Buffer> {
  return bytesOfFile(path, most).catch(failing(option));
}

/** Throws an InputError with the name of an option before the message. */
export function failing(option: string): (error: Error) => never {
  return ({ message }) => {
    throw new InputError(`${option} ${message}`);
  };
}

interface Reading {
  readonly path: string;
  readonly most: number;
  readonly size: number;
  /** True if there may be nothing to read yet. */
  readonly waits: boolean;
}

async function bytesOf(fd: number, { path, most, size, waits }: Reading): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const until = performance.now() + PIPE_MS;
  let length = 0;
  for (;;) {
    // One byte more than the stated size shows the end of the file.
    const chunk = Buffer.allocUnsafe(length < size ? size - length + 1 : CHUNK_BYTES);
    const read = available(fd, chunk);
    if (read === 0) return Buffer.concat(chunks, length);
    if (read === undefined) {
      if (!waits || performance.now() > until)
        throw new InputError(
          `${path}: it did not end within ${PIPE_MS / 1000} s. Write to a file first, and name that file.`,
        );
      await setTimeout(POLL_MS);
      continue;
    }
    length += read;
    if (length > most) throw tooLarge(path, most);
    chunks.push(chunk.subarray(0, read));
  }
}

/** The number of read bytes: 0 at the end, `undefined` if there is nothing yet. */
function available(fd: number, chunk: Buffer): number | undefined {
  try {
    return readSync(fd, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** The text of a file in UTF-8. Throws InputError if it has another encoding, or is too long. */
export function textOf(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${name}: is not text in UTF-8. Save it as UTF-8.`);
  }
}

/** The error about a file with more than `most` bytes. */
export function tooLarge(path: string, most: number): InputError {
  return new InputError(
    `${path}: is larger than ${most < 2 ** 20 ? `${most / 2 ** 10} KiB` : `${most / 2 ** 20} MiB`}, which is the limit for such a file. Name another one, or shorten it.`,
  );
}

/** Does what writes at a place. Throws InputError with the reason of the system, and the remedy. */
export function writing<T>(place: string, remedy: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(`${place} cannot be written (${code ?? message}). ${remedy}`);
  }
}

interface NewFile {
  /** What the message is about: the path by default. */
  readonly place?: string;
  /** What the message says about a file that exists; by default the reason of the system. */
  readonly exists?: string;
  readonly remedy: string;
  readonly mode?: number;
}

/** Makes a file that does not exist yet, completely or not at all. Throws InputError. */
export function newFile(
  path: string,
  content: string | Buffer,
  { place = `${path}:`, exists, remedy, mode = 0o666 }: NewFile,
): void {
  writing(place, remedy, () => {
    try {
      writeFileSync(path, content, { flag: 'wx', mode });
    } catch (error) {
      const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
      if (isThere && exists !== undefined) throw new InputError(`${place} ${exists}`);
      // An incomplete file would prevent the next attempt.
      if (!isThere) rmSync(path, { force: true });
      throw error;
    }
  });
}

export function temporary(name: string): string {
  return `.${basename(name)}.${process.pid}.tmp`;
}

/** Makes an empty file and removes it. Throws the error of the system if there is one already, or none can be made. */
export function tryFile(path: string): void {
  writeFileSync(path, '', { flag: 'wx' });
  rmSync(path);
}

/**
 * Writes the file beside its name and renames it when the disk has it. A link is replaced, and not followed. `mode` is
 * that of a new file.
 */
export function replaceFile(path: string, content: string | Buffer, mode = 0o666): void {
  const trial = join(dirname(path), temporary(path));
  try {
    writeFileSync(trial, content, { flag: 'wx', flush: true, mode });
    renameSync(trial, path);
  } finally {
    rmSync(trial, { force: true });
  }
}

/**
 * Creates one folder after another, because Node's own recursion does not end below /proc and in a
 * deleted working folder.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path);
  }
}
