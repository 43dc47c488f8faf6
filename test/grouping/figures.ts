/** Figures of the grouping of failures on saved runs: faults that are split, mixed or hidden. */
import type { Verdict } from '../../src/model/index.ts';
import { groupBy, nameOf as nameOfRule } from '../../src/report/names.ts';
import type { Recorded } from './saved.ts';

/** Failures that are shown together; the first one gives the title. */
export type Grouped = readonly { readonly verdicts: readonly Verdict[] }[];

export interface Figures {
  /** The single faults that a run notices. */
  readonly single: number;
  /** The share of them with exactly one problem. */
  readonly one: number;
  /** The mean number of their problems. */
  readonly mean: number;
  /** Those with more problems, and how many. */
  readonly split: Readonly<Record<string, number>>;
  /** The pairs in which each fault is noticed by a failure that the other one alone does not cause. */
  readonly pairs: number;
  /** The pairs of which one problem shows failures of each. */
  readonly mixed: readonly string[];
  /** Faults of a pair that cause failures, and that no problem begins with. */
  readonly hidden: readonly string[];
}

/** The figures of a grouping on these runs. */
export function figuresOf(runs: readonly Recorded[], group: (run: Recorded) => Grouped): Figures {
  const found = runs.filter(({ verdicts }) => verdicts.some(isProblem));
  const singles = found.filter(({ faults }) => faults.length === 1);
  const counts = singles.map((run) => [nameOf(run), group(run).length] as const);
  const tracesOf = new Map(singles.map((run) => [nameOf(run), tracesIn(run.verdicts)]));
  const mixed: string[] = [];
  const hidden: string[] = [];
  let pairs = 0;
  for (const run of found.filter(({ faults }) => faults.length === 2)) {
    const alone = (fault: string): string => nameOf({ ...run, faults: [fault] });
    const [one, other] = run.faults.map((fault) => tracesOf.get(alone(fault)));
    if (one === undefined || other === undefined) continue;
    const own = [without(one, other), without(other, one)] as const;
    const shown = tracesIn(run.verdicts);
    if (own.some((traces) => isApart(traces, shown))) continue;
    pairs++;
    const problems = group(run);
    const name = nameOf(run);
    const isMixed = problems.some(({ verdicts }) => {
      // A declared consequence belongs to its cause, even if the other fault would break it too.
      const traces = tracesIn(verdicts.filter((v) => !v.followsFrom));
      return own.every((some) => !isApart(some, traces));
    });
    if (isMixed) mixed.push(name);
    const first = new Set(problems.flatMap(({ verdicts }) => [...tracesIn(verdicts.slice(0, 1))]));
    // A fault that shows at many operations may show at another one in each run.
    const strange = rulesIn(without(without(first, one), other));
    for (const [i, traces] of [one, other].entries())
      if (isApart(traces, first) && isApart(rulesIn(traces), strange))
        hidden.push(`${run.faults[i]} of ${name}`);
  }
  const numbers = counts.map(([, number]) => number);
  return {
    single: singles.length,
    one: numbers.filter((n) => n === 1).length / numbers.length,
    mean: numbers.reduce((sum, n) => sum + n, 0) / numbers.length,
    split: Object.fromEntries(counts.filter(([, number]) => number !== 1)),
    ...{ pairs, mixed, hidden },
  };
}

/** The surface and its faults. */
function nameOf({ surface, faults }: Pick<Recorded, 'surface' | 'faults'>): string {
  return `${surface}: ${faults.join(' + ')}`;
}

function isProblem({ outcome, level }: Verdict): boolean {
  return outcome === 'failed' && level !== 'MAY';
}

/** What a fault shows: each requirement that fails. */
function tracesIn(verdicts: readonly Verdict[]): ReadonlySet<string> {
  return new Set(verdicts.filter(isProblem).map(({ requirement }) => requirement));
}

function rulesIn(requirements: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...requirements].map(nameOfRule));
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((one) => !others.has(one)));
}

function isApart(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return ![...some].some((one) => others.has(one));
}

/** The runs by their surface. */
export function bySurface(runs: readonly Recorded[]): readonly [string, readonly Recorded[]][] {
  return groupBy(runs, ({ surface }) => surface);
}
