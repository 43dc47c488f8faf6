/** Measures whether the heap grows with the number of exchanges. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { firstMessage } from './apart.ts';
import { atMost, type Figure, shown } from './figure.ts';

const EXCHANGES = 200_000;
const MEGABYTE = 2 ** 20;

interface Sampled {
  /** Bytes in use after a collection, in the order of the run. */
  readonly heap: readonly number[];
  readonly exchanges: number;
  readonly seconds: number;
}

/** One run of 200,000 exchanges in its own process. */
export async function memory(): Promise<Figure[]> {
  const file = fileURLToPath(new URL('memory-run.js', import.meta.url));
  const child = fork(file, [`${EXCHANGES}`], { execArgv: ['--expose-gc'] });
  const { heap, exchanges, seconds } = await firstMessage<Sampled>(child);
  const quarter = Math.floor(heap.length / 4);
  const first = mean(heap.slice(0, quarter)) / MEGABYTE;
  const last = mean(heap.slice(-quarter)) / MEGABYTE;
  const statement = 'growth of the heap, first to last quarter';
  const of = `${shown(first)} to ${shown(last)} MB, ${shown(exchanges)} exchanges in ${shown(seconds)} s`;
  return [atMost(statement, last - first, 50, ' MB', of)];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
