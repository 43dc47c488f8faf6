/** The plainest shapes of cases. */
import type { Arbitrary } from 'fast-check';
import type { Call, Step, Stratum } from '../../src/index.ts';

/** One request a case. */
export const single = (calls: Arbitrary<Call>): Arbitrary<readonly Step[]> => calls.map((c) => [c]);

/** The same stratum of cases whatever the fixtures are. */
export const only = (label: string, cases: Arbitrary<readonly Step[]>): readonly Stratum[] => [
  { label, cases },
];
