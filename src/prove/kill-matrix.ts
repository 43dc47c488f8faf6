/** The kill matrix: hand-written faults against every requirement, line by line. */
import type { Surface, Verdict } from '../model/index.ts';
import { some, thousands } from '../report/text.ts';
import { run } from '../run/run.ts';
import { COLLATERAL, globsOf } from './collateral.ts';
import { type Fault, type Proof, prove } from './prove.ts';
import { allowanceOf, startTarget, versionOf } from './target.ts';

/** Listed collateral is spared where it failed with no seed at no version: it can be removed from the list. */
interface MatrixRow extends Omit<Proof, 'fault' | 'verdicts'> {
  readonly fault: string;
  readonly surface: string;
  readonly statement: string;
  /** The requirement, or a glob of them, that must kill it. */
  readonly target: string;
  /** True when the target killed it with every seed, at every version it is proved at. */
  readonly killed: boolean;
  /** Seeds with which it survived; `3@3.4` names the version if there are several. */
  readonly survivedSeeds: readonly string[];
}

interface Conforming {
  readonly surface: string;
  readonly version: string;
  readonly passed: number;
  /** MUST and SHOULD requirements that had nothing to look at. */
  readonly inapplicable: number;
  /** MUST and SHOULD requirements with another outcome. */
  readonly others: readonly string[];
}

export interface KillMatrix {
  readonly proved: boolean;
  readonly seeds: number;
  readonly conforming: readonly Conforming[];
  readonly faults: readonly MatrixRow[];
}

export interface MatrixOptions {
  readonly seeds: number;
  /** Runs each surface against its conforming server first. */
  readonly conforming: boolean;
  /** Takes every failure besides the target as collateral instead of comparing it with the list. */
  readonly update: boolean;
  readonly print: (text: string) => void;
}

/** Runs each fault at its versions and tiers, with the seeds 1 to n. */
export async function killMatrix(
  surfaces: readonly Surface[],
  faults: readonly Fault[],
  { seeds, conforming: withConforming, update, print }: MatrixOptions,
): Promise<KillMatrix> {
  const conforming = withConforming ? await conformingRuns(surfaces, seeds, print) : [];
  const rows: MatrixRow[] = [];
  const width = Math.max(0, ...faults.map(({ id }) => id.length));
  for (const fault of faults) {
    const trials: Trial[] = [];
    for (const surface of surfaces.filter((one) => belongs(fault, one))) {
      const at = (fault.versions?.length ?? 1) > 1 ? `@${versionOf(surface)}` : '';
      const more = update ? { collateral: [`${surface.name}/**`] } : {};
      for (let seed = 1; seed <= seeds; seed++) {
        trials.push({
          name: `${seed}${at}`,
          proof: await prove(fault, surface, { seed, ...more }),
        });
      }
    }
    if (trials.length === 0) continue;
    const row = rowOf(fault, trials, update);
    rows.push(row);
    print(line(row, width));
  }
  const killed = rows.filter((row) => row.killed).length;
  const falseAlarms = rows.filter((row) => row.falseAlarms.length > 0).length;
  const beyond = rows.filter((row) => row.beyondCeiling > 0).length;
  const spared = rows.reduce((sum, row) => sum + row.spared.length, 0);
  const proved =
    killed === rows.length &&
    falseAlarms === 0 &&
    beyond === 0 &&
    conforming.every(({ others }) => others.length === 0);
  const requests = rows.reduce((sum, row) => sum + row.requests, 0);
  const removable =
    spared > 0
      ? ` ${thousands(spared)} listed as collateral did not fail: --update removes them.`
      : '';
  if (rows.length > 0)
    print(
      `\n${killed} of ${rows.length} faults killed, ${falseAlarms} with false alarms, ${beyond} beyond the announced requests, ${thousands(requests)} requests.${removable}`,
    );
  return { proved, seeds, conforming, faults: rows };
}

/** Runs each surface against its conforming server, and prints what did not pass. */
export async function conformingRuns(
  surfaces: readonly Surface[],
  seeds: number,
  print: (text: string) => void,
): Promise<readonly Conforming[]> {
  const all: Conforming[] = [];
  for (const surface of surfaces) {
    const one = await conformingRun(surface, seeds);
    all.push(one);
    print(conformingLine(one));
  }
  return all;
}

/**
 * The collateral file after this matrix: exactly what failed, by fault. Faults outside of the matrix keep
 * theirs; `known` are the faults that exist.
 */
export function collateralOf(
  { faults: rows }: KillMatrix,
  surfaces: readonly Surface[],
  known: readonly Fault[],
): Readonly<Record<string, readonly string[]>> {
  const made = new Map(rows.map((row) => [row.fault, row]));
  const entries = known.map(({ id }): [string, readonly string[]] => {
    const row = made.get(id);
    if (row === undefined) return [id, COLLATERAL[id] ?? []];
    const own = surfaces.filter(({ name }) => name === row.surface);
    const ids = own.flatMap(({ requirements }) => requirements.map((r) => r.id));
    return [id, globsOf(row.collateral, [...new Set(ids)])];
  });
  return Object.fromEntries(entries.filter(([, globs]) => globs.length > 0).sort(byName));
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

interface Trial {
  /** The seed, and the version if there are several. */
  readonly name: string;
  readonly proof: Proof;
}

function belongs({ surface, versions }: Fault, one: Surface): boolean {
  return one.name === surface && (versions === undefined || versions.includes(versionOf(one)));
}

/** A new server for each seed, and everything allowed, so that every requirement has its chance. */
async function conformingRun(surface: Surface, seeds: number): Promise<Conforming> {
  const others = new Set<string>();
  let passed = 0;
  let inapplicable = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const { close, ...target } = await startTarget(surface.name, surface);
    try {
      const allowed = allowanceOf('irreversible');
      const { report } = await run({ ...target, surface, seed, allowed });
      const binding = report.verdicts.filter(({ level }) => level !== 'MAY');
      passed = binding.filter(({ outcome }) => outcome === 'passed').length;
      inapplicable = binding.filter(({ outcome }) => outcome === 'inapplicable').length;
      const neither = (v: Verdict): boolean =>
        v.outcome !== 'passed' && v.outcome !== 'inapplicable';
      for (const v of binding.filter(neither)) others.add(outcomeLine(v));
    } finally {
      await close();
    }
  }
  const version = versionOf(surface);
  return { surface: surface.name, version, passed, inapplicable, others: [...others] };
}

function outcomeLine({ requirement, outcome, reason }: Verdict): string {
  return `${requirement}: ${outcome}${reason ? ` (${reason})` : ''}`;
}

function conformingLine({ surface, version, passed, inapplicable, others }: Conforming): string {
  const rest = others.map((text) => `\n    ${text}`).join('');
  const name = `${surface} ${version}`;
  const unseen = inapplicable > 0 ? `, ${inapplicable} had nothing to look at` : '';
  return others.length === 0
    ? `✓ conforming ${name}: all ${passed} MUST and SHOULD requirements passed${unseen}`
    : `✗ conforming ${name}: ${passed} passed, and these did not:${rest}`;
}

function rowOf(fault: Fault, trials: readonly Trial[], update: boolean): MatrixRow {
  const { id, surface, description, killedBy: target } = fault;
  const all = (names: (proof: Proof) => readonly string[]): string[] => [
    ...new Set(trials.flatMap(({ proof }) => names(proof))),
  ];
  const survived = trials.filter(({ proof }) => proof.killedBy.length === 0);
  const collateral = all((p) => p.collateral);
  const spared = update ? [] : all((p) => p.spared).filter((one) => !collateral.includes(one));
  return {
    fault: id,
    surface,
    statement: description,
    target,
    killed: survived.length === 0,
    killedBy: all((p) => p.killedBy),
    collateral,
    falseAlarms: all((p) => p.falseAlarms),
    spared,
    survivedSeeds: survived.map(({ name }) => name),
    requests: trials.reduce((sum, { proof }) => sum + proof.requests, 0),
    beyondCeiling: Math.max(...trials.map(({ proof }) => proof.beyondCeiling)),
  };
}

function line(row: MatrixRow, width: number): string {
  const { fault, killed, target, killedBy, falseAlarms, survivedSeeds, requests } = row;
  const good = killed && falseAlarms.length === 0 && row.beyondCeiling === 0;
  const what = killed
    ? `killed by ${some(killedBy, 1)}`
    : `SURVIVED ${target} with seed ${survivedSeeds.join(', ')}`;
  const alarms = falseAlarms.length > 0 ? `\n    FALSE ALARM ${falseAlarms.join(', ')}` : '';
  const over = row.beyondCeiling > 0 ? `\n    ${row.beyondCeiling} REQUESTS TOO MANY` : '';
  return `${good ? '✓' : '✗'} ${fault.padEnd(width)}  ${what}  (${thousands(requests)} requests)${alarms}${over}`;
}
