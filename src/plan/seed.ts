/** The same requests each time, unless another seed is given. The kit's own proof starts with it, too. */
export const DEFAULT_SEED = 1;

/** A seed for one run alone. */
export function newSeed(): number {
  return Math.floor(Math.random() * 0x7fffffff);
}
