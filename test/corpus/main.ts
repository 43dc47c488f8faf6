/** `node scripts/corpus.mjs`: freezes the verdicts of many runs, and compares those of later code with them. */
import { parseArgs } from 'node:util';
import { differencesOf, type Frozen, readFrozen, writeFrozen } from './verdicts.ts';
import type { Announced } from './worker.ts';
import { startWorker, type Worker } from './workers.ts';

const USAGE = `node scripts/corpus.mjs write|compare [--only GROUP] [--run TEXT] [--new] [--file FILE] [--outcomes] [--seed N] [--workers N]

  write       runs everything, or the chosen part, and freezes the verdicts in test/corpus
  compare     runs it again, prints the differences by group, and exits with 1 if there are any
  --only G    this group: reference, variants-ledger, faults-registry, frameworks, hostile …; may be repeated
  --run TEXT  runs whose name has this text; may be repeated
  --new       only runs that are not frozen
  --file FILE the frozen verdicts, test/corpus/verdicts.json.br by default: those of an earlier commit can stand elsewhere
  --outcomes  compares outcomes and reasons, and not how often the printed requests failed
  --seed N    compares outcomes and reasons with this seed with those of the frozen one
  --workers N processes, 2 by default
`;
/** The runs of one process at the same time: some of them wait for timeouts. */
const AT_ONCE = 2;
/** A difference counts if this many runs in a row show one: few verdicts depend on the moment. */
const TRIES = 3;
/** The most differences of a run that are printed. */
const SHOWN = 12;
/** After this many runs, what is known so far is stored. */
const STORED_AFTER = 25;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    run: { type: 'string', multiple: true },
    new: { type: 'boolean', default: false },
    file: { type: 'string', default: 'test/corpus/verdicts.json.br' },
    outcomes: { type: 'boolean', default: false },
    seed: { type: 'string' },
    workers: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});
const [command = ''] = positionals;
const isKnown = command === 'compare' || (command === 'write' && options.seed === undefined);
if (isKnown && !options.help) await carryOut(command === 'write');
else {
  process.stderr.write(USAGE);
  process.exitCode = options.help ? 0 : 3;
}

/** One run and its seed, and how it is carried out. */
interface Turn {
  readonly key: string;
  readonly carry: () => Promise<Frozen>;
}

/** What differs, by group and run. */
type Differing = Map<string, Map<string, readonly string[]>>;

async function carryOut(writes: boolean): Promise<void> {
  const began = performance.now();
  const before = readFrozen(options.file);
  const now: Record<string, Frozen> = { ...before };
  const differing: Differing = new Map();
  const unsteady: string[] = [];
  const carried = new Set<string>();
  const differ = (key: string, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    process.stderr.write(`${key}: ${lines.length} differences\n`);
    const [group = ''] = key.split('/');
    differing.set(group, (differing.get(group) ?? new Map()).set(key, lines));
  };
  await eachRun(before, async ({ key, carry }) => {
    carried.add(key);
    try {
      const frozen = before[key];
      if (writes) now[key] = await carry();
      else if (frozen === undefined) differ(key, ['it is not frozen']);
      else {
        const [first, last] = await compared(frozen, carry);
        if (first.length > 0 && last.length === 0) unsteady.push(key);
        differ(key, last);
      }
    } catch (error) {
      differ(key, [String(error)]);
    }
    if (carried.size % STORED_AFTER > 0) return;
    process.stderr.write(`${carried.size} runs, ${seconds(began)} s\n`);
    if (writes) writeFrozen(options.file, now);
  });
  const isWhole = options.only === undefined && options.run === undefined && !options.new;
  const ended = isWhole ? Object.keys(before).filter((key) => !carried.has(key)) : [];
  for (const key of ended) {
    if (writes) delete now[key];
    else differ(key, ['there is no such run any more']);
  }
  if (writes) writeFrozen(options.file, now);
  print(differing, unsteady);
  process.stdout.write(`${carried.size} runs in ${seconds(began)} s\n`);
  if (differing.size > 0) process.exitCode = 1;
}

/** The differences of the first run, and those that stay when it is run again. */
async function compared(frozen: Frozen, carry: Turn['carry']) {
  const differ = async (): Promise<readonly string[]> =>
    differencesOf(frozen, await carry(), options.outcomes || options.seed !== undefined);
  const first = await differ();
  let last = first;
  for (let n = 1; n < TRIES && last.length > 0; n++) last = await differ();
  return [first, last] as const;
}

/** Gives each chosen run to `take`, as soon as a process has room for it. */
async function eachRun(
  frozen: Readonly<Record<string, Frozen>>,
  take: (turn: Turn) => Promise<void>,
): Promise<void> {
  const workers = await Promise.all(Array.from({ length: Number(options.workers) }, startWorker));
  const jobs = (workers[0]?.runs ?? [])
    .filter(isChosen)
    .flatMap(({ name, seeds }) => seeds.map((seed) => ({ name, seed })))
    .map((job) => ({ ...job, key: `${job.name}@${job.seed}` }))
    .filter(({ key }) => !options.new || frozen[key] === undefined);
  const lane = async ({ carry }: Worker): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const { key, name, seed } = job;
      const own = options.seed === undefined ? seed : Number(options.seed);
      await take({ key, carry: () => carry({ name, seed: own }) });
    }
  };
  await Promise.all(workers.flatMap((one) => Array.from({ length: AT_ONCE }, () => lane(one))));
  for (const { stop } of workers) stop();
}

function isChosen({ group, name }: Announced): boolean {
  const { only = [group], run = [''] } = options;
  return only.includes(group) && run.some((part) => name.includes(part));
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}

function print(differing: Differing, unsteady: readonly string[]): void {
  const lines = [...differing].flatMap(([group, runs]) => [
    `${group}: ${runs.size} runs differ`,
    ...[...runs].flatMap(([key, all]) => [
      `  ${key}: ${all.length}`,
      ...all.slice(0, SHOWN).map((line) => `    ${line}`),
      ...(all.length > SHOWN ? [`    … ${all.length - SHOWN} more`] : []),
    ]),
  ]);
  if (unsteady.length > 0)
    lines.push(`equal when they were run again: ${unsteady.length} (${unsteady.join(', ')})`);
  for (const line of lines) process.stdout.write(`${line}\n`);
}
