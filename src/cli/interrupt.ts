/** Ctrl-C: the first ends the run with a report, the second ends the process. */
import { Worker } from 'node:worker_threads';
import { SIGINT_WATCH } from './sigint-watch.ts';

/** The thread that watches takes as long to start as thirty requests to send: many runs are over before this. */
const WATCH_AFTER_MS = 2000;
/** npm hands the terminal's Ctrl-C on to a process that has got it already. */
const ECHO_MS = 500;
/** The last one comes when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Gives Ctrl-C back its usual meaning. */
  release(): void;
}

/** Listens for Ctrl-C and the like; `say` is called at the first. A second Ctrl-C ends even a busy process. */
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
    // Without the thread the signal comes to the main one, as long as that is not busy.
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
