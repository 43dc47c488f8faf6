/** A board of any number of reports. Each report is read, and only the displayed parts of it stay in memory. */
import { sourcesAt } from './find.ts';
import { Numbers } from './keep.ts';
import { readSource } from './read.ts';
import type { NamedKey } from './signature.ts';
import { type Target, targetsOf } from './targets.ts';
import type { BoardReport, Unread } from './types.ts';

/** The most reports of a board; no one reads a longer page. */
const MAX_REPORTS = 5000;

export interface Board {
  readonly targets: readonly Target[];
  readonly unread: readonly Unread[];
  readonly keys: readonly NamedKey[];
}

/** Reads all reports at and below these paths. Files that cannot be read are named, and do not stop the others. */
export async function boardOf(
  paths: readonly string[],
  keys: readonly NamedKey[] = [],
): Promise<Board> {
  const reports: BoardReport[] = [];
  const unread: Unread[] = [];
  const reading = { keys, numbers: new Numbers() };
  for (const source of sourcesAt(paths)) {
    if (reports.length === MAX_REPORTS) {
      unread.push({ path: source.path, why: `a board holds ${MAX_REPORTS} reports at most` });
      break;
    }
    const read = 'why' in source ? source : await readSource(source, reading);
    if ('why' in read) unread.push(read);
    else reports.push(read);
  }
  return { targets: targetsOf(reports), unread, keys };
}
