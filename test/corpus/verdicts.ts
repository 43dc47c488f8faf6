/** Frozen verdicts: what came out of each requirement of many runs, in one compressed file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Report, Verdict } from '../../src/model/index.ts';

/** The requirements of a run, and the verdicts that are not `passed`. */
export interface Frozen {
  readonly requirements: readonly string[];
  /** By what came out: `failed now-and-then some`, `cantTell flaky`. */
  readonly verdicts: Readonly<Record<string, readonly string[]>>;
}

/** By the name of the run and its seed, `reference/ledger 3.6 read@1`. */
export type FrozenRuns = Readonly<Record<string, Frozen>>;

/** Lists of requirements stand once, and verdicts as positions in them. */
interface Packed {
  readonly lists: readonly string[];
  readonly runs: readonly (readonly [
    key: string,
    list: number,
    ...verdicts: readonly (readonly [what: string, ...at: readonly number[]])[],
  ])[];
}

/** What came out of each requirement of a run. */
export function frozenFrom({ verdicts }: Report): Frozen {
  const found = new Map<string, string[]>();
  for (const verdict of verdicts) {
    const short = inShort(verdict);
    if (short === 'passed') continue;
    found.set(short, [...(found.get(short) ?? []), verdict.requirement]);
  }
  return {
    requirements: verdicts.map(({ requirement }) => requirement),
    verdicts: Object.fromEntries(found),
  };
}

/** The outcome, its reason, when it fails, and the share of repetitions that fail: `never`, `some` or `each`. */
function inShort({ outcome, reason, failsWhen, counterexample }: Verdict): string {
  const { runs = 0, failed = 0 } = counterexample?.reproduction ?? {};
  const share = runs === 0 ? '' : failed === 0 ? 'never' : failed < runs ? 'some' : 'each';
  const parts = [outcome, reason, failsWhen, outcome === 'failed' ? share : ''];
  return parts.filter(Boolean).join(' ');
}

/** Lines that say which requirements came out otherwise. `ofOutcomes`: only the outcome and its reason count. */
export function differencesOf(
  frozen: Frozen | undefined,
  now: Frozen,
  ofOutcomes = false,
): readonly string[] {
  if (frozen === undefined) return ['this run is not frozen'];
  const [before, after] = [byRequirement(frozen), byRequirement(now)];
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].flatMap((one) => {
    const [was = 'not there', is = 'not there'] = [before.get(one), after.get(one)];
    const isEqual = ofOutcomes ? outcomeIn(was) === outcomeIn(is) : was === is;
    return isEqual ? [] : [`${one}: ${was} → ${is}`];
  });
}

/** `failed now-and-then some` → `failed`, `cantTell flaky` → `cantTell flaky`. */
function outcomeIn(short: string): string {
  return short.startsWith('failed') ? 'failed' : short;
}

function byRequirement({ requirements, verdicts }: Frozen): ReadonlyMap<string, string> {
  const all = new Map(requirements.map((one) => [one, 'passed']));
  for (const [short, ids] of Object.entries(verdicts)) for (const id of ids) all.set(id, short);
  return all;
}

/** The frozen runs of a file; none if there is no such file. */
export function readFrozen(file: string): FrozenRuns {
  if (!existsSync(file)) return {};
  const { lists, runs }: Packed = JSON.parse(brotliDecompressSync(readFileSync(file)).toString());
  return Object.fromEntries(
    runs.map(([key, list, ...short]) => {
      const requirements = lists[list]?.split('\n') ?? [];
      const verdicts = short.map(([what, ...at]) => [what, at.map((i) => requirements[i] ?? '')]);
      return [key, { requirements, verdicts: Object.fromEntries(verdicts) }];
    }),
  );
}

export function writeFrozen(file: string, all: FrozenRuns): void {
  const lists = new Map<string, number>();
  const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
  const runs = sorted.map(([key, { requirements, verdicts }]) => {
    const text = requirements.join('\n');
    const list = lists.get(text) ?? lists.size;
    lists.set(text, list);
    const at = new Map(requirements.map((id, i) => [id, i]));
    const short = Object.entries(verdicts).map(([what, ids]) => [
      what,
      ...ids.map((id) => at.get(id)),
    ]);
    return [key, list, ...short];
  });
  writeFileSync(file, brotliCompressSync(JSON.stringify({ lists: [...lists.keys()], runs })));
}
