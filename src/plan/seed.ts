/** The default seed, which gives the same requests each time. The kit's own proof starts with it, too. */
export const DEFAULT_SEED = 1;

/** A random seed for one run. */
export function newSeed(): number {
  return Math.floor(Math.random() * 0x7fffffff);
}

/** The most random values of one kind in a run, because it takes too long to draw a later one again. */
export const MAX_RUNS = 1_000_000;
