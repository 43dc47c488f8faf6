/** Processes that carry out runs, as the main process sees them. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Frozen } from './verdicts.ts';
import type { Announced, Job, Message } from './worker.ts';

export interface Worker {
  readonly runs: readonly Announced[];
  /** Carries out a run. Rejects if it throws, or if the process ends. */
  readonly carry: (job: Job) => Promise<Frozen>;
  readonly stop: () => void;
}

interface Waiting {
  readonly done: (result: Frozen) => void;
  readonly fail: (error: Error) => void;
}

/** Starts `worker.js` beside the bundled main file; resolves when it has announced its runs. */
export function startWorker(): Promise<Worker> {
  const child = fork(fileURLToPath(new URL('worker.js', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map<string, Waiting>();
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      const error = new Error(`A worker ended with ${code}.`);
      reject(error);
      for (const { fail } of waiting.values()) fail(error);
    });
    child.on('message', (message: Message) => {
      if ('runs' in message) return resolve(workerOf(child, message.runs, waiting));
      const key = keyOf(message);
      const { done, fail } = waiting.get(key) ?? {};
      waiting.delete(key);
      if ('result' in message) done?.(message.result);
      else fail?.(new Error(message.error));
    });
  });
}

function workerOf(
  child: ChildProcess,
  runs: readonly Announced[],
  waiting: Map<string, Waiting>,
): Worker {
  return {
    runs,
    carry: (job) =>
      new Promise((done, fail) => {
        waiting.set(keyOf(job), { done, fail });
        child.send(job);
      }),
    stop: () => child.kill(),
  };
}

function keyOf({ name, seed }: Job): string {
  return `${name}@${seed}`;
}
