/** The command line, also for programs that add surfaces of their own to it. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

export { addRules, register } from './surfaces/index.ts';

/** In bytes. */
const LARGE_HEAP = 64 * 1024 ** 2;

/** A reader that has seen enough, such as `head`, a terminal that is closed, or a full disk is no reason to crash. */
const NO_READER = new Set(['EPIPE', 'EIO', 'ENOSPC', 'EDQUOT', 'EFBIG']);

function untilReaderLeaves(error: NodeJS.ErrnoException): void {
  if (!NO_READER.has(error.code ?? '')) throw error;
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
  process.stdout.on('error', untilReaderLeaves);
  process.stderr.on('error', untilReaderLeaves);
  const { complain } = await import('./cli/problem.ts');
  // Left alone, Node would end with 1, which means that the target failed.
  process.on('uncaughtException', (error) => process.exit(complain(error)));
  // The commands name the surfaces in their help: whatever is registered is there by now.
  const { main } = await import('./cli/main.ts');
  return main(argv, warmUpLater);
}

/**
 * Most runs are over before the machine code pays off that V8 makes, beside the run, of what it calls warm: this was a
 * fifth of their processor time. What is hot in a long run gets its machine code a moment later. Node's own modules
 * must be loaded by then: V8 compiles anew what comes after a change of its flags.
 */
function warmUpLater(): void {
  setFlagsFromString('--interrupt-budget=540672');
}
