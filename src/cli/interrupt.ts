/** Ctrl-C: the first ends the run with a report, the second ends the process. */
import { Worker } from 'node:worker_threads';

/**
 * Runs in its own thread, from a string. It reports Ctrl-C even while the main thread is busy. After the first Ctrl-C
 * it restores the usual meaning of the signal, without the main thread. `breakOnSigint` is the only way in Node to
 * notice a signal in another thread.
 */
const SIGINT_WATCH = `
const { parentPort, workerData } = require('node:worker_threads');
const { runInThisContext } = require('node:vm');
globalThis.sleeper = new Int32Array(new SharedArrayBuffer(4));
function interruptedWithin(ms) {
  try {
    runInThisContext('Atomics.wait(sleeper, 0, 0, ' + ms + ')', { breakOnSigint: true });
    return false;
  } catch {
    return true;
  }
}
while (!interruptedWithin(2 ** 31));
parentPort.postMessage('interrupted');
const end = Date.now() + workerData;
while (Date.now() < end) interruptedWithin(end - Date.now());
`;

/** The thread starts after this time: it costs as much as thirty requests, and many runs are shorter. */
const WATCH_AFTER_MS = 2000;
/** npm repeats Ctrl-C within this time, although the process already received it. */
const ECHO_MS = 500;
/** SIGHUP comes when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Restores the usual meaning of Ctrl-C. */
  release(): void;
}

/** Listens for Ctrl-C and similar signals; the first one calls `say`, the second one ends even a busy process. */
export function listenForInterrupt(say: () => void): Interrupt {
  const controller = new AbortController();
  let first = 0;
  const stop = (): void => {
    if (!controller.signal.aborted) {
      first = performance.now();
      controller.abort();
      say();
    } else if (performance.now() - first > ECHO_MS) {
      process.exit(130);
    }
  };
  for (const name of SIGNALS) process.on(name, stop);
  let watch: Worker | undefined;
  const start = setTimeout(() => {
    watch = new Worker(SIGINT_WATCH, { eval: true, execArgv: [], workerData: ECHO_MS });
    watch.on('message', stop);
    // Without the thread the main thread gets the signal, unless it is busy.
    watch.on('error', () => undefined);
    watch.unref();
  }, WATCH_AFTER_MS).unref();
  return {
    signal: controller.signal,
    release() {
      for (const name of SIGNALS) process.off(name, stop);
      clearTimeout(start);
      void watch?.terminate();
    },
  };
}
