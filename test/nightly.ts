/** What takes too long for each change is done each night: see .ci/nightly. */
export const NIGHTLY: boolean = process.env['ASSAY_NIGHTLY'] !== undefined;

const SEEDS = [1, 20_26];

/** The seeds of the n-th variant: one of two, and each night both. */
export function seedsOf(nth: number): readonly number[] {
  return NIGHTLY ? SEEDS : SEEDS.slice(nth % 2, (nth % 2) + 1);
}
