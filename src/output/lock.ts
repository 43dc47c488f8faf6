/** Reserves a folder for one process at a time. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { startOfFile } from '../input/open.ts';

export const LOCK = '.assay.lock';

/** The most bytes of a lock that are read. */
const LONGEST = 1024;

/** The locks of this process. */
const held = new Set<string>();

/**
 * Locks a folder until this process ends, and removes the lock of an ended process. Returns the process that holds the
 * lock, in words; `undefined` if this one does.
 */
export function lock(folder: string): string | undefined {
  const path = join(folder, LOCK);
  const own = `${process.pid} ${hostname()}\n`;
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(path, own, { flag: 'wx' });
      if (held.size === 0) process.on('exit', unlock);
      held.add(path);
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const text = contentOf(path);
    const holder = text === undefined ? undefined : holderOf(text);
    if (holder !== undefined) return holder;
    if (text !== undefined) takeAway(path, text);
  }
  return 'another process';
}

function unlock(): void {
  for (const path of held) rmSync(path, { force: true });
}

function contentOf(path: string): string | undefined {
  try {
    return startOfFile(path, LONGEST).toString();
  } catch {
    return undefined;
  }
}

/** The process that holds a lock with this content; `undefined` if it has ended. */
function holderOf(text: string): string | undefined {
  const [, pid = '', host = ''] = /^(\d+) (.*)\n$/.exec(text) ?? [];
  if (pid === '') return undefined;
  if (host !== hostname()) return `process ${pid} on ${host}`;
  return Number(pid) !== process.pid && isAlive(Number(pid)) ? `process ${pid}` : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes the lock with this content. A lock that another process created meanwhile is put back. */
function takeAway(path: string, text: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (contentOf(aside) === text) rmSync(aside, { force: true });
    else renameSync(aside, path);
  } catch {
    // The lock no longer exists.
  }
}
