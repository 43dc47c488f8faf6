/**
 * Runs in a thread of its own, as text: reports Ctrl-C even while the main thread is busy, and after the first
 * one gives Ctrl-C its usual meaning back, which no busy thread can delay. `breakOnSigint` is the way in which
 * Node lets another thread than the main one notice a signal.
 */
export const SIGINT_WATCH = `
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
