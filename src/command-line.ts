/** The command line, also for programs that add their own surfaces. */
import { basename, dirname, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { word } from './exchange/curl.ts';
import { setCommand } from './model/package.ts';
import { delayMachineCode, keepHeapSmall } from './v8-flags.ts';

export { addRules, register } from './surfaces/index.ts';

/** In bytes of the heap. */
const LARGE_HEAP = 64 * 1024 ** 2;

/** A reader such as `head` that closes the pipe, a closed terminal and a full disk cause no crash. */
const NO_READER = new Set(['EPIPE', 'EIO']);
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Notes whether output was lost because a disk is full. */
function untilReaderLeaves(stream: NodeJS.WriteStream): { isFull: boolean } {
  const seen = { isFull: false };
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const { code = '' } = error;
    seen.isFull ||= NO_ROOM.has(code);
    if (!NO_ROOM.has(code) && !NO_READER.has(code)) throw error;
  });
  return seen;
}

/** How the command of the package itself starts. */
export interface Start {
  /** The words that messages show a user, to start another command. */
  readonly command: string | undefined;
  /** The code of the command is loaded. */
  readonly onLoaded: () => void;
}

/** Runs one command line in a process of its own, and returns the exit code. Never rejects. */
export async function start(
  argv: readonly string[],
  { command, onLoaded }: Start = { command: commandOfProgram(), onLoaded: delayMachineCode },
): Promise<number> {
  if (command !== undefined) setCommand(command);
  // Proofs take minutes: V8's own choices need a fifth less CPU time then.
  const isLong = argv[0] === 'prove';
  if (!isLong) keepLargeHeapSmall();
  const output = untilReaderLeaves(process.stdout);
  untilReaderLeaves(process.stderr);
  const { guard } = await import('./cli/streams.ts');
  guard(process.stdout);
  guard(process.stderr);
  const { complain } = await import('./cli/problem.ts');
  // Node's default code is 1, which would mean that the target failed.
  process.on('uncaughtException', (error) => process.exit(complain(error)));
  // The help of the commands names the surfaces, which are all registered by now.
  const { main } = await import('./cli/main.ts');
  const code = await main(argv, isLong ? () => undefined : onLoaded);
  // A stream reports its errors shortly after a write.
  await setImmediate();
  if (code !== 0 || !output.isFull) return code;
  const { InputError } = await import('./input/error.ts');
  return complain(
    new InputError('the disk has no space for the output. Free some space, and try again.'),
  );
}

/** Runs without large bodies do not pay for more collections. */
function keepLargeHeapSmall(): void {
  const heapWatch = setInterval(() => {
    if (getHeapStatistics().used_heap_size < LARGE_HEAP) return;
    keepHeapSmall();
    clearInterval(heapWatch);
  }, 200).unref();
}

/** How a user starts this program: `node cli.js`, or by its name if it is installed. `undefined` without a file. */
function commandOfProgram(): string | undefined {
  const [, file] = process.argv;
  if (file === undefined) return undefined;
  if (basename(dirname(file)) === '.bin') return `npx --no-install ${word(basename(file))}`;
  const near = relative('', file);
  return `node ${word(near.startsWith('..') ? file : near)}`;
}
