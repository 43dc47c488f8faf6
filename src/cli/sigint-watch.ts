/**
 * Runs in its own thread, from a string. It reports Ctrl-C even while the main thread is busy. After the first Ctrl-C
 * it restores the usual meaning of the signal, without the main thread. `breakOnSigint` is the only way in Node to
 * notice a signal in another thread.
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
