/** Records what the grouping of failures reads: verdicts of reference servers with one fault, or with two. */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { rulesIn, type Surface, type Verdict } from '../../src/model/index.ts';
import { glob } from '../../src/plan/glob.ts';
import { type Fault, faults, tierOfFault } from '../../src/prove/prove.ts';
import { allowanceOf, startTarget, TIERS } from '../../src/prove/target.ts';
import { run } from '../../src/run/run.ts';
import { registrationOf } from '../../src/surfaces/index.ts';
import { oneOfEachKind } from '../allocation-apis.ts';
import { type Recorded, recordedIn, SURFACES } from './saved.ts';

/** The number of pairs of faults on each surface. */
const PAIRS = 30;

/** Another number draws other pairs. */
const SEED = 1;

/** Appends one run to the file after the other, pairs first; those that it has are not repeated. */
export async function record(file: string): Promise<void> {
  const done = new Map(recordedIn(file).map((one) => [keyOf(one), one]));
  const all = await Promise.all(SURFACES.map((name) => faults(name)));
  const most = Math.max(...all.map(({ length }) => length));
  const turns = Array.from({ length: most }, (_, i) => all.flatMap((own) => own[i] ?? [])).flat();
  const once = async (own: readonly Fault[]): Promise<void> => {
    const [first] = own;
    if (first === undefined) return;
    const key = keyOf({ surface: first.surface, faults: own.map(({ id }) => id) });
    if (done.has(key)) return;
    const one = await recorded(first.surface, own);
    done.set(key, one);
    appendFileSync(file, `${JSON.stringify(one)}\n`);
    process.stdout.write(`${key}: ${failedIn(one.verdicts).length} failed\n`);
  };
  const isFound = async (fault: Fault): Promise<boolean> => {
    await once([fault]);
    const { surface, id } = fault;
    return failedIn(done.get(keyOf({ surface, faults: [id] }))?.verdicts ?? []).length > 0;
  };
  const queues = all.map((own) => pairsOf(own.filter(isPlain)).values());
  for (let left = PAIRS; left > 0; left--)
    for (const queue of queues)
      for (const pair of queue) {
        const found = [await isFound(pair[0]), await isFound(pair[1])];
        if (found.includes(false)) continue;
        await once(pair);
        break;
      }
  for (const fault of turns) await once([fault]);
}

function keyOf({ surface, faults }: Pick<Recorded, 'surface' | 'faults'>): string {
  return `${surface} ${faults.join(' + ')}`;
}

/** True for a fault of the newest version that the first caller sees. */
function isPlain({ token, versions, surface }: Fault): boolean {
  const [newest = ''] = registrationOf(surface).versions?.names ?? [];
  return token === undefined && versions?.includes(newest) !== false;
}

type Pair = readonly [Fault, Fault];

/** Pairs in the order of their digests: a new fault changes few of those that are drawn. */
function pairsOf(all: readonly Fault[]): readonly Pair[] {
  const pairs = all.flatMap((one, i) => all.slice(i + 1).map((other): Pair => [one, other]));
  const digestOf = (pair: Pair): string =>
    createHash('sha256')
      .update(`${SEED} ${pair.map(({ id }) => id).join(' ')}`)
      .digest('hex');
  const digests = new Map(pairs.map((pair) => [pair, digestOf(pair)]));
  return pairs.sort((a, b) => ((digests.get(a) ?? '') < (digests.get(b) ?? '') ? -1 : 1));
}

async function recorded(name: string, own: readonly Fault[]): Promise<Recorded> {
  const surface = await surfaceOf(name, own);
  const tiers = own.map((fault) => TIERS.indexOf(tierOfFault(fault, surface)));
  const tier = TIERS[Math.max(...tiers)] ?? 'read';
  const ids = own.map(({ id }) => id);
  const { close, received: _, ...target } = await startTarget(name, surface, ids, own[0]?.token);
  const timing = { timeoutMs: 10_000, patienceMs: 2_000, eventualConsistency: false } as const;
  const options = { ...target, surface, seed: 1, profile: 'full' } as const;
  try {
    const { report } = await run({ ...options, ...timing, allowed: allowanceOf(tier) });
    return { surface: name, faults: ids, verdicts: report.verdicts };
  } finally {
    await close();
  }
}

/**
 * The surface at the newest version that has all these faults; of the registry only one API of each kind, if these show
 * them: a run of all takes five times as long.
 */
async function surfaceOf(name: string, own: readonly Fault[]): Promise<Surface> {
  if (name === 'registry') {
    const few = await oneOfEachKind();
    const areShown = own.every(({ killedBy }) => rulesIn(few).some(({ id }) => glob(killedBy)(id)));
    if (areShown) return few;
  }
  const { suite, versions } = registrationOf(name);
  const version = versions?.names.find((one) =>
    own.every((fault) => fault.versions?.includes(one) !== false),
  );
  const make = await suite();
  return version === undefined ? make() : make(await versions?.contract(version));
}

function failedIn(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(({ outcome, level }) => outcome === 'failed' && level !== 'MAY');
}

/**
 * The runs in a file without responses that were lost or late, unless a fault of the run loses them: this depends on
 * the load of the machine that recorded them.
 */
export async function settledIn(file: string): Promise<readonly Recorded[]> {
  const losing = (await faults()).filter(({ killedBy }) => killedBy.includes('-responses'));
  const isLosing = ({ surface, faults: own }: Recorded): boolean =>
    losing.some((fault) => fault.surface === surface && own.includes(fault.id));
  const isLost = ({ outcome, findings: [finding] }: Verdict): boolean =>
    outcome === 'failed' && finding?.kind === 'connection';
  return recordedIn(file).map((one) =>
    isLosing(one) ? one : { ...one, verdicts: one.verdicts.filter((v) => !isLost(v)) },
  );
}
