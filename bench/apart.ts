import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Fixtures } from '../src/model/index.ts';
import type { RegistryOptions } from '../src/reference/registry.ts';

/** A registry in its own process. */
export interface Apart {
  readonly url: URL;
  readonly fixtures: Fixtures;
  close(): Promise<void>;
}

/** Starts the reference registry in its own process. Rejects if that process ends at once. */
export async function startApart(options: RegistryOptions = {}): Promise<Apart> {
  const child = forkBeside('server.js', [JSON.stringify(options)]);
  const { url, fixtures } = await firstMessage<{ url: string; fixtures: Fixtures }>(child);
  return {
    url: new URL(url),
    fixtures,
    close: async () => {
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Starts a compiled file of this folder as a process that can send messages. */
function forkBeside(file: string, args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), [...args]);
}

/** The first message of a process. Rejects if the process ends without one. */
export function firstMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`${child.spawnargs[1]} ended with ${code}`)));
  });
}
