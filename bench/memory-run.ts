/** One very long run. It sends the size of the heap to its parent a hundred times. Needs --expose-gc. */
import { connect } from '../src/exchange/client.ts';
import { judge } from '../src/judge/judge.ts';
import { planOf } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { startApart } from './apart.ts';

const EXCHANGES = Number(process.argv[2]);
const SAMPLES = 100;

const surface = surfaces['registry']?.();
if (!surface) throw new Error('the catalogue has no registry');
const { url, fixtures, close } = await startApart();
const options = { surface, url, fixtures, seed: 1 };
const { requests } = planOf({ ...options, runs: 1000 });
const plan = planOf({ ...options, runs: Math.ceil((1000 * EXCHANGES) / requests) });
const client = connect({ baseUrl: url, timeoutMs: 10_000 });
const heap: number[] = [];
let exchanges = 0;
const began = performance.now();
await judge(
  plan,
  async (call) => {
    const exchange = await client.send(call);
    if (++exchanges % Math.floor(EXCHANGES / SAMPLES) === 0) {
      globalThis.gc?.();
      heap.push(process.memoryUsage().heapUsed);
    }
    return exchange;
  },
  { concurrency: 16 },
);
process.send?.({ heap, exchanges, seconds: (performance.now() - began) / 1000 });
await client.close();
await close();
