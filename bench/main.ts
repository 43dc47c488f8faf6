/** The benchmarks: prints each figure that the project promises beside its target. */
import './data.ts';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { economy } from './economy.ts';
import { type Figure, table } from './figure.ts';
import { memory } from './memory.ts';
import { proxy } from './proxy.ts';
import { quick } from './quick.ts';
import { throughput } from './throughput.ts';

const { values } = parseArgs({
  options: {
    /** Names of operations, separated by commas. */
    only: { type: 'string' },
    /** Of the quick profile. */
    seeds: { type: 'string', default: '5' },
    /** 200,000 exchanges: takes minutes. */
    memory: { type: 'boolean', default: false },
  },
});

const seeds = Number(values.seeds);
if (!Number.isInteger(seeds) || seeds < 1)
  throw new Error(`--seeds ${values.seeds}: write a whole number above 0`);

const areas: Readonly<Record<string, () => Promise<Figure[]>>> = {
  throughput,
  economy,
  memory,
  proxy,
  // `--only quick`: it takes some minutes for each seed.
  quick: () => quick(seeds),
};
const wanted = values.only?.split(',') ?? [
  ...['throughput', 'economy', 'proxy'],
  ...(values.memory ? ['memory'] : []),
];

const measured: Figure[] = [];
for (const name of wanted) {
  const measure = areas[name];
  if (!measure) throw new Error(`there is no benchmark ${name}; there is ${Object.keys(areas)}`);
  const figures = await measure();
  process.stdout.write(`${table(figures)}\n\n`);
  measured.push(...figures);
}
const load = loadavg()[0]?.toFixed(1);
process.stdout.write(
  `Node ${process.version}, ${availableParallelism()} processors, load ${load}. Medians of rounds in turns.\n`,
);
if (measured.some(({ ok }) => ok === false)) process.exitCode = 1;
