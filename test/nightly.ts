/** What tests judge by night, and the part of it that they judge by day. */
import picomatch from 'picomatch';

/** True in nightly runs, which test what takes too long for each change: see .ci/nightly. */
export const NIGHTLY: boolean = process.env['ASSAY_NIGHTLY'] !== undefined;

/** All by night; by day a sample: those that `isOfDay` chooses. */
export function byDay<One>(
  all: readonly One[],
  isOfDay: (one: One, nth: number) => boolean,
): readonly One[] {
  return NIGHTLY ? all : all.filter(isOfDay);
}

const SEEDS = [1, 20_26];

/** The seeds of the n-th variant: one of the two in turn, or both in nightly runs. */
export function seedsOf(nth: number): readonly number[] {
  return NIGHTLY ? SEEDS : SEEDS.slice(nth % 2, (nth % 2) + 1);
}

/**
 * Groups the conforming variants by server. Variants in `together` change different things and share a server. In
 * nightly runs each has its own server.
 */
export function serversOf<V extends { readonly id: string }>(
  variants: readonly V[],
  together: readonly (readonly string[])[],
): readonly (readonly V[])[] {
  if (NIGHTLY) return variants.map((one) => [one]);
  const shared = together.map((ids) => variants.filter(({ id }) => ids.includes(id)));
  const alone = variants.filter((one) => !shared.flat().includes(one));
  return [...shared, ...alone.map((one) => [one])];
}

/**
 * The failed requirements that no glob of the variant advises against, and the globs that match neither one of them nor
 * a requirement that the version frees. Both are empty for a ledger that is blamed for nothing.
 */
export function unexpected(
  failed: readonly string[],
  advised: readonly string[],
  free: readonly string[] = [],
): readonly string[] {
  const globs = advised.map((glob) => ({ glob, matches: picomatch(glob) }));
  return [
    ...failed.filter((id) => !globs.some(({ matches }) => matches(id))),
    ...globs.flatMap(({ glob, matches }) =>
      [...failed, ...free].some((id) => matches(id)) ? [] : glob,
    ),
  ];
}
