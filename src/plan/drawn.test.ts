import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawn } from './drawn.ts';

const arbitraries: Record<string, fc.Arbitrary<unknown>> = {
  constant: fc.constant('plain'),
  text: fc.string({ unit: 'binary' }),
  object: fc.anything(),
  chained: fc.nat().chain((n) => fc.array(fc.double(), { maxLength: n % 7 })),
};

it.each(Object.entries(arbitraries))(
  '%s: every value is the one that fast-check draws',
  (_, arbitrary) => {
    for (const seed of [0, 1, -1, 0x7fffffff, -0x80000000]) {
      const source = drawn<unknown>(arbitrary, seed);
      const values = Array.from({ length: 1100 }, () => source.next().value);
      expect(values).toEqual(fc.sample(arbitrary, { seed, numRuns: 1100 }));
      const [last] = fc.sample(arbitrary, { seed, path: '1099', numRuns: 1 });
      expect(values[1099]).toEqual(last);
    }
  },
);
