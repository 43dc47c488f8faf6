/** Reads files that the operator names, within limits. */

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from './error.ts';

/** The most bytes of a token or a key. */
export const MAX_SECRET_BYTES: number = 2 ** 16;
/** The most bytes of a report.json, and of a signed statement about one. */
export const MAX_REPORT_BYTES: number = 64 * 2 ** 20;
/** The most bytes of an HTTP Archive, or of a bundle. */
export const MAX_ARCHIVE_BYTES: number = 256 * 2 ** 20;
const CHUNK_BYTES = 2 ** 16;

/**
 * The bytes of a file. Throws InputError if it cannot be read, or has more than `most` bytes. It stops at the limit, so
 * that an endless device is rejected too.
 */
export async function bytesOfFile(
  path: string,
  most: number,
  remedy = 'Check the path and its rights.',
): Promise<Buffer> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new InputError(`${path}: cannot be read (${error.code}). ${remedy}`);
  };
  const file = await open(path, 'r').catch(unreadable);
  try {
    return await bytesOf(file, path, most).catch((error: Error) => {
      if (error instanceof InputError) throw error;
      return unreadable(error);
    });
  } finally {
    await file.close();
  }
}

async function bytesOf(file: FileHandle, path: string, most: number): Promise<Buffer> {
  const { size } = await file.stat();
  if (size > most) throw tooLarge(path, most);
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    // One byte more than the stated size shows the end of the file.
    const chunk = Buffer.allocUnsafe(length < size ? size - length + 1 : CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) return Buffer.concat(chunks, length);
    length += bytesRead;
    if (length > most) throw tooLarge(path, most);
    chunks.push(chunk.subarray(0, bytesRead));
  }
}

/** The text of a file in UTF-8. Throws InputError if it has another encoding, or is too long. */
export function textOf(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${name}: is not text in UTF-8. Save it in that encoding.`);
  }
}

function tooLarge(path: string, most: number): InputError {
  return new InputError(
    `${path}: is larger than ${most < 2 ** 20 ? `${most / 2 ** 10} KiB` : `${most / 2 ** 20} MiB`}, which is the limit for such a file. Name another one, or shorten it.`,
  );
}

export function temporary(name: string): string {
  return `.${basename(name)}.${process.pid}.tmp`;
}

/** Makes an empty file and removes it. Throws the error of the system if there is one already, or none can be made. */
export function tryFile(path: string): void {
  writeFileSync(path, '', { flag: 'wx' });
  rmSync(path);
}

/** Writes the file beside its name and renames it. A link is replaced, and not followed. */
export function replaceFile(path: string, content: string | Buffer): void {
  const trial = join(dirname(path), temporary(path));
  try {
    writeFileSync(trial, content, { flag: 'wx' });
    renameSync(trial, path);
  } finally {
    rmSync(trial, { force: true });
  }
}
