/** The same requests each time, unless another seed is given. The kit's own proof starts with it, too. */
export const DEFAULT_SEED = 1;

/** A seed for one run alone. */
export function newSeed(): number {
  return Math.floor(Math.random() * 0x7fffffff);
}

/** Values that a run draws of one kind at most: the way to a later one takes too long. */
export const MAX_RUNS = 1_000_000;
