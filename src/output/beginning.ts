import { startOfFile } from '../input/open.ts';

const BYTES = 200;

/** The first characters of a file; empty if it cannot be read. */
export function beginningOf(path: string): string {
  try {
    return startOfFile(path, BYTES).toString();
  } catch {
    return '';
  }
}
