/** The plainest shapes of cases. */
import fc, { type Arbitrary } from 'fast-check';
import type { Call, CaseGroup, Fixtures, Step } from '../../src/index.ts';
import type { Good, Subject } from './subject.ts';

/** One request a case. */
export const single = (calls: Arbitrary<Call>): Arbitrary<readonly Step[]> => calls.map((c) => [c]);

/** The one case group of a probe, whose cases have so many requests. */
export const only = (
  label: string,
  cases: Arbitrary<readonly Step[]>,
  requests = 1,
): readonly CaseGroup[] => [{ label, requests, cases }];

/** One fixed alternative: these requests, whatever the seed. */
export const once = (label: string, ...steps: readonly Step[]): CaseGroup =>
  onceOf(
    label,
    fc.constant(null).map(() => steps),
    steps.length,
  );

/** One fixed alternative that can be made smaller. */
export const onceOf = (
  label: string,
  cases: Arbitrary<readonly Step[]>,
  requests = 1,
): CaseGroup => ({ label, once: true, requests, cases });

/** One case group for each alternative. They use the known resources in turn. */
export function alternatives<T>(
  { goods }: Subject,
  fixtures: Fixtures,
  all: readonly T[],
  make: (one: T, good: Good, index: number) => CaseGroup,
): readonly CaseGroup[] {
  const known = goods(fixtures);
  return all.flatMap((one, i) => {
    const good = known[i % known.length];
    return good === undefined ? [] : [make(one, good, i)];
  });
}
