import { closeSync, openSync, readSync } from 'node:fs';

const BYTES = 200;

/** The first characters of a file; empty if it cannot be read. */
export function beginningOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(BYTES);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
