/** The number of requests of a run, and the time until it begins and ends. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { planOf, type RunOptions, run } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { startApart } from './apart.ts';
import { atMost, type Figure, information } from './figure.ts';
import { CLI, fixturesFile, IMPORTS, inFolder, seconds } from './processes.ts';
import { median, ratios, spread } from './rounds.ts';

const ROUNDS = 11;
const COLD_REQUESTS = 1000;
/** The four operations that the contract names, of two APIs. */
const ONLY = 'registry/allocation-{v1,instruction-v1}/**';

export async function economy(): Promise<Figure[]> {
  const surface = surfaces['registry']?.();
  if (!surface) throw new Error('the catalogue has no registry');
  const server = await startApart();
  const { allocations, reassigning, choiceArguments } = server.fixtures;
  const fixtures = { allocations, reassigning, choiceArguments };
  const options = { surface, url: server.url, fixtures, seed: 1, only: ONLY };
  try {
    return [
      await requests('requests of a run of the four operations', options, 1050),
      await requests('requests of its quick profile', { ...options, profile: 'quick' }, 320),
      ...(await demos()),
      await firstRequest(),
      ...(await inFolder((folder) => cold(folder, options))),
    ];
  } finally {
    await server.close();
  }
}

async function requests(statement: string, options: RunOptions, most: number): Promise<Figure> {
  const { report } = await run(options);
  const planned = planOf(options).requests;
  return atMost(statement, report.run.requests, most, '', `${planned} planned; ${report.result}`);
}

async function demo(only: readonly string[]): Promise<number[]> {
  return inFolder(async (out) => {
    const taken: number[] = [];
    const args = ['demo', '--out', join(out, 'report'), ...only];
    for (let i = 0; i < ROUNDS; i++) taken.push(await seconds(CLI, args));
    return taken;
  });
}

async function demos(): Promise<Figure[]> {
  const registry = await demo(['--only', 'registry/**']);
  const both = await demo([]);
  return [
    atMost(
      'assay demo of the registry, whole process',
      median(registry),
      3,
      ' s',
      spread(registry),
    ),
    information('assay demo of both surfaces', median(both), ' s', spread(both)),
  ];
}

/** The time from the start of the process to the first request that a server receives. */
async function firstRequest(): Promise<Figure> {
  let seen = 0;
  const server = createServer((_, response) => {
    if (seen === 0) seen = performance.now();
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const times = await inFolder(async (out) => {
    const taken: number[] = [];
    const args = ['run', 'registry', `http://127.0.0.1:${port}`, '--quiet', '--out', out];
    for (let i = 0; i < ROUNDS; i++) {
      seen = 0;
      const began = performance.now();
      // The server serves no operation, so the kit ends with 2 after its first requests.
      await seconds(CLI, args, 2);
      taken.push((seen - began) / 1000);
    }
    return taken;
  });
  server.close();
  const statement = 'start of the command line to its first request';
  return atMost(statement, median(times), 0.5, ' s', spread(times));
}

async function cold(folder: string, options: RunOptions): Promise<Figure[]> {
  let runs = 1;
  while (planOf({ ...options, runs }).requests < COLD_REQUESTS) runs++;
  const planned = planOf({ ...options, runs }).requests;
  const fixtures = await fixturesFile(folder, options.fixtures ?? {});
  const args = ['run', 'registry', options.url.href, '-F', fixtures, '--only', ONLY];
  const whole: number[] = [];
  const imports: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    imports.push(await seconds(IMPORTS, []));
    // Each run has a new folder: overwriting a report would wait for the disk.
    const out = join(folder, `${i}`);
    whole.push(
      await seconds(CLI, [...args, '--runs', `${runs}`, '--seed', '1', '--quiet', '--out', out]),
    );
  }
  const times = ratios(whole, imports);
  const statement = `cold run of ${planned} requests over bare imports`;
  const beside = `${spread(times)}; ${median(whole).toFixed(2)} s over ${median(imports).toFixed(2)} s`;
  return [
    atMost(statement, median(times), 3.5, ' ×', beside),
    information('bare imports of the libraries', median(imports), ' s', spread(imports)),
  ];
}
