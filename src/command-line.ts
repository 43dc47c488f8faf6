/** The command line, also for programs that add surfaces of their own to it. */
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

export { addRules, register } from './surfaces/index.ts';

/** In bytes. */
const LARGE_HEAP = 64 * 1024 ** 2;

/** A reader that has seen enough, such as `head`, a terminal that is closed, or a full disk is no reason to crash. */
const NO_READER = new Set(['EPIPE', 'EIO']);
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Notes whether a stream lost something because a disk is full. */
function untilReaderLeaves(stream: NodeJS.WriteStream): { isFull: boolean } {
  const seen = { isFull: false };
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const { code = '' } = error;
    seen.isFull ||= NO_ROOM.has(code);
    if (!NO_ROOM.has(code) && !NO_READER.has(code)) throw error;
  });
  return seen;
}

/** Runs one command line in a process that does nothing else, and returns its exit code. Never rejects. */
export async function start(argv: readonly string[]): Promise<number> {
  // Large bodies are garbage a moment after they came. Left alone, V8 lets the heap grow to a multiple first; a run
  // without such bodies is spared the time that this takes.
  const heapWatch = setInterval(() => {
    if (getHeapStatistics().used_heap_size < LARGE_HEAP) return;
    setFlagsFromString('--heap-growing-percent=20');
    clearInterval(heapWatch);
  }, 200).unref();
  const output = untilReaderLeaves(process.stdout);
  untilReaderLeaves(process.stderr);
  const { complain } = await import('./cli/problem.ts');
  // Left alone, Node would end with 1, which means that the target failed.
  process.on('uncaughtException', (error) => process.exit(complain(error)));
  // The commands name the surfaces in their help: whatever is registered is there by now.
  const { main } = await import('./cli/main.ts');
  const code = await main(argv, warmUpLater);
  // A stream reports its errors a moment after it was written to.
  await setImmediate();
  if (code !== 0 || !output.isFull) return code;
  const { InputError } = await import('./input/error.ts');
  return complain(
    new InputError('no room on the disk for what is printed. Free some, and try again.'),
  );
}

/**
 * Delays the machine code that V8 makes of what it calls warm: most runs are over before it pays off, and it took a
 * fifth of their processor time. A long run gets it a moment later. Node's own modules must be loaded before this:
 * V8 compiles anew what is loaded after a change of its flags.
 */
function warmUpLater(): void {
  setFlagsFromString('--interrupt-budget=540672');
}
