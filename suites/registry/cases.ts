/** The plainest shapes of cases. */
import type { Arbitrary } from 'fast-check';
import type { Call, Step, Stratum } from '../../src/index.ts';

/** One request a case. */
export const single = (calls: Arbitrary<Call>): Arbitrary<readonly Step[]> => calls.map((c) => [c]);

/** The one stratum of a probe, whose cases have so many requests. */
export const only = (
  label: string,
  cases: Arbitrary<readonly Step[]>,
  requests = 1,
): readonly Stratum[] => [{ label, requests, cases }];
