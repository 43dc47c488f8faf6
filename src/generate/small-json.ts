import * as fc from 'fast-check';
import { texts } from './text.ts';

const SCALAR = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -1000, max: 1000 }),
  texts(),
);
const VALUE = fc.oneof(
  { weight: 4, arbitrary: SCALAR },
  { weight: 1, arbitrary: fc.array(SCALAR, { maxLength: 2 }) },
  { weight: 1, arbitrary: mapsOf(SCALAR, 0, 2) },
);

/** Any JSON value of at most two levels: enough to show whether a server rejects free-form content. */
export function smallJson(): fc.Arbitrary<unknown> {
  return VALUE;
}

/** Objects whose keys are arbitrary text. */
export function mapsOf(
  values: fc.Arbitrary<unknown>,
  least: number,
  most: number,
): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .uniqueArray(fc.tuple(texts(), values), {
      minLength: least,
      maxLength: most,
      selector: ([key]) => key,
    })
    .map((entries) => Object.fromEntries(entries));
}
