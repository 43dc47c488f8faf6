/** Runs hand-written faults against every requirement. */
import { rulesIn, type Surface, type Verdict } from '../model/index.ts';
import { isShownAt } from '../model/registration.ts';
import { some } from '../model/some.ts';
import { glob } from '../plan/glob.ts';
import { thousands } from '../report/text.ts';
import { run } from '../run/run.ts';
import { type Fault, type Proof, prove } from './prove.ts';
import { allowanceOf, startTarget, versionOf } from './target.ts';

interface MatrixRow extends Omit<Proof, 'fault' | 'verdicts'> {
  readonly fault: string;
  readonly surface: string;
  readonly statement: string;
  /** The requirement, or a glob of them, that must kill it. */
  readonly target: string;
  /** True if the target killed it with every seed, at every version of the proof. */
  readonly killed: boolean;
  /** The seeds with which it survived; `3@3.4` names the version if there are several. */
  readonly survivedSeeds: readonly string[];
}

interface Conforming {
  readonly surface: string;
  readonly version: string;
  readonly passed: number;
  /** MUST and SHOULD requirements without anything to judge. */
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
  readonly print: (text: string) => void;
}

/** Runs each fault at its versions and tiers, with the seeds 1 to n. */
export async function killMatrix(
  surfaces: readonly Surface[],
  faults: readonly Fault[],
  { seeds, conforming: withConforming, print }: MatrixOptions,
): Promise<KillMatrix> {
  const conforming = withConforming ? await conformingRuns(surfaces, seeds, print) : [];
  const rows: MatrixRow[] = [];
  const width = Math.max(0, ...faults.map(({ id }) => id.length));
  for (const fault of faults) {
    const trials: Trial[] = [];
    const own = versionsOf(fault, surfaces);
    for (const surface of own) {
      const at = own.length > 1 ? `@${versionOf(surface)}` : '';
      for (let seed = 1; seed <= seeds; seed++) {
        trials.push({ name: `${seed}${at}`, proof: await prove(fault, surface, { seed }) });
      }
    }
    if (trials.length === 0) continue;
    const row = rowOf(fault, trials);
    rows.push(row);
    print(line(row, width));
  }
  const killed = rows.filter((row) => row.killed).length;
  const beyond = rows.filter((row) => row.beyondCeiling > 0).length;
  const proved =
    killed === rows.length && beyond === 0 && conforming.every(({ others }) => others.length === 0);
  const requests = rows.reduce((sum, row) => sum + row.requests, 0);
  if (rows.length > 0)
    print(
      `\n${killed} of ${rows.length} faults killed, ${beyond} beyond the announced requests, ${thousands(requests)} requests.`,
    );
  return { proved, seeds, conforming, faults: rows };
}

/** Runs each surface against its conforming server, and prints the requirements that did not pass. */
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

interface Trial {
  /** The seed, and the version if there are several. */
  readonly name: string;
  readonly proof: Proof;
}

/** Those that have the fault and, if some of them do, what must kill it: an early patch version lacks operations. */
function versionsOf(fault: Fault, surfaces: readonly Surface[]): readonly Surface[] {
  const isKiller = glob(fault.killedBy);
  const own = surfaces.filter(
    (one) => one.name === fault.surface && isShownAt(fault, versionOf(one)),
  );
  const judged = own.filter((one) => rulesIn(one).some(({ id }) => isKiller(id)));
  return judged.length > 0 ? judged : own;
}

/** Uses a new server for each seed, and allows everything, so that every requirement can be judged. */
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
  const unseen = inapplicable > 0 ? `, ${inapplicable} had nothing to judge` : '';
  return others.length === 0
    ? `✓ conforming ${name}: all ${passed} MUST and SHOULD requirements passed${unseen}`
    : `✗ conforming ${name}: ${passed} passed, but these did not:${rest}`;
}

function rowOf(fault: Fault, trials: readonly Trial[]): MatrixRow {
  const { id, surface, description, killedBy: target } = fault;
  const all = (names: (proof: Proof) => readonly string[]): string[] => [
    ...new Set(trials.flatMap(({ proof }) => names(proof))),
  ];
  const survived = trials.filter(({ proof }) => proof.killedBy.length === 0);
  return {
    fault: id,
    surface,
    statement: description,
    target,
    killed: survived.length === 0,
    killedBy: all((p) => p.killedBy),
    others: all((p) => p.others),
    survivedSeeds: survived.map(({ name }) => name),
    requests: trials.reduce((sum, { proof }) => sum + proof.requests, 0),
    beyondCeiling: Math.max(...trials.map(({ proof }) => proof.beyondCeiling)),
  };
}

function line(row: MatrixRow, width: number): string {
  const { fault, killed, target, killedBy, others, survivedSeeds, requests } = row;
  const good = killed && row.beyondCeiling === 0;
  const what = killed
    ? `killed by ${some(killedBy, 1)}`
    : `SURVIVED ${target} with seed ${survivedSeeds.join(', ')}`;
  const besides = others.length > 0 ? `, and ${others.length} others fail` : '';
  const over = row.beyondCeiling > 0 ? `\n    ${row.beyondCeiling} REQUESTS TOO MANY` : '';
  return `${good ? '✓' : '✗'} ${fault.padEnd(width)}  ${what}${besides}  (${thousands(requests)} requests)${over}`;
}
