/** Pairs of saved faults put together: what a server with both would show, if the faults do not meet. */
import { createHash } from 'node:crypto';
import type { Verdict } from '../../src/model/index.ts';
import { figuresOf, type Grouped } from './figures.ts';
import type { Recorded } from './saved.ts';

/** Half of the faults are 0, the others 1, whatever other faults there are. */
export function halfOf(run: Pick<Recorded, 'faults'>): number {
  return (digestOf(run)[0] ?? 0) % 2;
}

function digestOf({ faults }: Pick<Recorded, 'faults'>): Buffer {
  return createHash('sha256').update(faults.join(' + ')).digest();
}

export interface Together {
  readonly pairs: number;
  /** The pairs of which one problem shows failures of each. */
  readonly mixed: readonly string[];
}

/** The figures of this many pairs of single faults of a surface; the same ones each time. */
export function togetherOf(
  runs: readonly Recorded[],
  number: number,
  group: (run: Recorded) => Grouped,
): Together {
  const singles = runs.filter(({ faults }) => faults.length === 1);
  const pairs = singles.flatMap((one, i) =>
    singles
      .slice(i + 1)
      .filter(({ surface }) => surface === one.surface)
      .map((other) => [one, other] as const),
  );
  const drawn = pairs
    .map(([one, other]) => ({ one, other, both: bothOf(one, other) }))
    .sort((a, b) => digestOf(a.both).compare(digestOf(b.both)))
    .slice(0, number);
  const figures = drawn.map(({ one, other, both: { faults, surface } }) => {
    const verdicts = unionOf(one.verdicts, other.verdicts);
    return figuresOf([one, other, { surface, faults, verdicts }], group);
  });
  return {
    pairs: figures.reduce((sum, own) => sum + own.pairs, 0),
    mixed: figures.flatMap(({ mixed }) => mixed),
  };
}

function bothOf(one: Recorded, other: Recorded): Pick<Recorded, 'surface' | 'faults'> {
  return { surface: one.surface, faults: [...one.faults, ...other.faults] };
}

/** Each verdict once: a failure counts before any other outcome. */
function unionOf(one: readonly Verdict[], other: readonly Verdict[]): readonly Verdict[] {
  const all = new Map([...other, ...one].map((v) => [v.requirement, v]));
  for (const verdict of other)
    if (verdict.outcome === 'failed' && all.get(verdict.requirement)?.outcome !== 'failed')
      all.set(verdict.requirement, verdict);
  return [...all.values()];
}
