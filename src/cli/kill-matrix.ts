/** Every fault against every requirement, line by line as it comes. */

import type { Surface, Verdict } from '../model/index.ts';
import { type Fault, type Proof, prove } from '../prove/prove.ts';
import { allowanceOf, startTarget, versionOf } from '../prove/target.ts';
import { some, thousands } from '../report/text.ts';
import { run } from '../run/run.ts';

interface Row {
  readonly fault: string;
  readonly surface: string;
  readonly statement: string;
  readonly killedBy: string;
  /** True when the requirement caught it with every seed, at every version it is proved at. */
  readonly caught: boolean;
  readonly by: readonly string[];
  readonly alongside: readonly string[];
  readonly stray: readonly string[];
  /** Seeds with which it was missed; `3@3.4` names the version where there are several. */
  readonly missedWithSeeds: readonly string[];
  readonly requests: number;
  /** The most requests beyond an announced ceiling that arrived at the target. */
  readonly beyondCeiling: number;
}

interface Honest {
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
  readonly honest: readonly Honest[];
  readonly faults: readonly Row[];
}

/** Checks the honest server of each surface and then each fault where it belongs, with the seeds 1 to n. */
export async function killMatrix(
  surfaces: readonly Surface[],
  faults: readonly Fault[],
  seeds: number,
  print: boolean,
): Promise<KillMatrix> {
  const say = (text: string): void => {
    if (print) process.stdout.write(`${text}\n`);
  };
  const honest: Honest[] = [];
  for (const surface of surfaces) {
    const one = await honestly(surface, seeds);
    honest.push(one);
    say(honestLine(one));
  }
  const rows: Row[] = [];
  const width = Math.max(0, ...faults.map(({ id }) => id.length));
  for (const fault of faults) {
    const trials: Trial[] = [];
    for (const surface of surfaces.filter((one) => belongs(fault, one))) {
      const at = (fault.versions?.length ?? 1) > 1 ? `@${versionOf(surface)}` : '';
      for (let seed = 1; seed <= seeds; seed++) {
        trials.push({ name: `${seed}${at}`, proof: await prove(fault, surface, seed) });
      }
    }
    if (trials.length === 0) continue;
    const row = rowOf(fault, trials);
    rows.push(row);
    say(line(row, width));
  }
  const caught = rows.filter((row) => row.caught).length;
  const stray = rows.filter((row) => row.stray.length > 0).length;
  const beyond = rows.filter((row) => row.beyondCeiling > 0).length;
  const proved =
    caught === rows.length &&
    stray === 0 &&
    beyond === 0 &&
    honest.every(({ others }) => others.length === 0);
  const requests = rows.reduce((sum, row) => sum + row.requests, 0);
  say(
    `\n${caught} of ${rows.length} faults caught, ${stray} with stray failures, ${beyond} beyond the announced requests, ${thousands(requests)} requests. ${proved ? 'The kit is proved.' : 'The kit is NOT proved.'}`,
  );
  return { proved, seeds, honest, faults: rows };
}

interface Trial {
  /** The seed, and the version where there are several. */
  readonly name: string;
  readonly proof: Proof;
}

function belongs({ surface, versions }: Fault, one: Surface): boolean {
  return one.name === surface && (versions === undefined || versions.includes(versionOf(one)));
}

/** A new server for each seed, and everything allowed, so that every requirement has its chance. */
async function honestly(surface: Surface, seeds: number): Promise<Honest> {
  const others = new Set<string>();
  let passed = 0;
  let inapplicable = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const { close, ...target } = await startTarget(surface.name, surface);
    try {
      const allowed = allowanceOf('irreversible');
      const { report } = await run({ ...target, surface, seed, allowed });
      const owed = report.verdicts.filter(({ level }) => level !== 'MAY');
      passed = owed.filter(({ outcome }) => outcome === 'passed').length;
      inapplicable = owed.filter(({ outcome }) => outcome === 'inapplicable').length;
      const neither = (v: Verdict): boolean =>
        v.outcome !== 'passed' && v.outcome !== 'inapplicable';
      for (const v of owed.filter(neither)) others.add(told(v));
    } finally {
      await close();
    }
  }
  const version = versionOf(surface);
  return { surface: surface.name, version, passed, inapplicable, others: [...others] };
}

function told({ requirement, outcome, reason }: Verdict): string {
  return `${requirement}: ${outcome}${reason ? ` (${reason})` : ''}`;
}

function honestLine({ surface, version, passed, inapplicable, others }: Honest): string {
  const rest = others.map((text) => `\n    ${text}`).join('');
  const name = `${surface} ${version}`;
  const unseen = inapplicable > 0 ? `, ${inapplicable} had nothing to look at` : '';
  return others.length === 0
    ? `✓ honest ${name}: all ${passed} MUST and SHOULD requirements passed${unseen}`
    : `✗ honest ${name}: ${passed} passed, and these did not:${rest}`;
}

function rowOf({ id, surface, description, killedBy }: Fault, trials: readonly Trial[]): Row {
  const all = (names: (proof: Proof) => readonly string[]): string[] => [
    ...new Set(trials.flatMap(({ proof }) => names(proof))),
  ];
  const missed = trials.filter(({ proof }) => proof.killedBy.length === 0).map(({ name }) => name);
  return {
    fault: id,
    surface,
    statement: description,
    killedBy,
    caught: missed.length === 0,
    by: all((p) => p.killedBy),
    alongside: all((p) => p.collateral),
    stray: all((p) => p.falseAlarms),
    missedWithSeeds: missed,
    requests: trials.reduce((sum, { proof }) => sum + proof.requests, 0),
    beyondCeiling: Math.max(...trials.map(({ proof }) => proof.beyondCeiling)),
  };
}

function line(row: Row, width: number): string {
  const { fault, caught, killedBy, by, stray, missedWithSeeds: seeds, requests } = row;
  const good = caught && stray.length === 0 && row.beyondCeiling === 0;
  const what = caught
    ? `caught by ${some(by, 1)}`
    : `MISSED with seed ${seeds.join(', ')} by ${killedBy}`;
  const blame = stray.length > 0 ? `\n    STRAY ${stray.join(', ')}` : '';
  const over = row.beyondCeiling > 0 ? `\n    ${row.beyondCeiling} REQUESTS TOO MANY` : '';
  return `${good ? '✓' : '✗'} ${fault.padEnd(width)}  ${what}  (${thousands(requests)} requests)${blame}${over}`;
}
