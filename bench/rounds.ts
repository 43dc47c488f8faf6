/** Times several ways to do the same work in turns, so that a busy machine slows all of them alike. */

export interface Way {
  readonly name: string;
  /** Runs before the clock starts. */
  readonly prepare?: () => void | Promise<void>;
  /** Returns the number of finished pieces of work. */
  readonly run: () => Promise<number>;
}

/** The speeds and the processor times of one way, by round. */
export interface Timed {
  /** Pieces of work a second. */
  readonly speeds: readonly number[];
  /** Microseconds of processor time of this process for one piece of work. */
  readonly cpu: readonly number[];
}

/**
 * Times the ways in turns (A B A B …), after one round that is not counted. No garbage collection is forced in between:
 * it would also discard compiled code, and each round would measure how the engine compiles it again.
 */
export async function inTurns(
  ways: readonly Way[],
  rounds: number,
): Promise<ReadonlyMap<string, Timed>> {
  const timed = new Map(ways.map((w) => [w.name, { speeds: [], cpu: [] } as Growing]));
  for (let round = -1; round < rounds; round++) {
    for (const way of ways) {
      await way.prepare?.();
      const cpuBefore = process.cpuUsage();
      const began = performance.now();
      const done = await way.run();
      const seconds = (performance.now() - began) / 1000;
      const { user, system } = process.cpuUsage(cpuBefore);
      if (round < 0) continue;
      timed.get(way.name)?.speeds.push(done / seconds);
      timed.get(way.name)?.cpu.push((user + system) / done);
    }
  }
  return timed;
}

interface Growing {
  readonly speeds: number[];
  readonly cpu: number[];
}

/** The quotients of two lists, round by round. */
export function ratios(above: readonly number[], below: readonly number[]): number[] {
  return above.map((value, i) => value / (below[i] ?? Number.NaN));
}

/** The median; the mean of the two middle values if their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** The smallest and the largest figure of the rounds: `0.55–0.63 in 7 rounds`. */
export function spread(values: readonly number[]): string {
  const digits = Math.max(...values) < 10 ? 2 : 0;
  const [least, most] = [Math.min(...values), Math.max(...values)].map((v) => v.toFixed(digits));
  return `${least}–${most} in ${values.length} rounds`;
}
