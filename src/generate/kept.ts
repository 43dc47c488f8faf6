import * as fc from 'fast-check';
import { UnsupportedKeywordError } from './unsupported-keyword.ts';

/** The most draws until a value fits. */
const MAX_DRAWS = 10_000;

/**
 * The values that fit. Unlike `filter` it ends: throws UnsupportedKeywordError with the keyword if 10,000 draws in a
 * row do not fit.
 */
export function kept<T>(
  values: fc.Arbitrary<T>,
  fits: (value: T) => boolean,
  keyword: string,
  pointer: string,
): fc.Arbitrary<T> {
  return new Kept(values, fits, () => {
    const advice = `None of ${MAX_DRAWS.toLocaleString('en')} random values fits it; widen it.`;
    return new UnsupportedKeywordError(keyword, pointer, advice);
  });
}

class Kept<T> extends fc.Arbitrary<T> {
  readonly #values: fc.Arbitrary<T>;
  readonly #fits: (value: T) => boolean;
  readonly #none: () => Error;

  constructor(values: fc.Arbitrary<T>, fits: (value: T) => boolean, none: () => Error) {
    super();
    this.#values = values;
    this.#fits = fits;
    this.#none = none;
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    for (let draw = 0; draw < MAX_DRAWS; draw++) {
      const value = this.#values.generate(random, biasFactor);
      if (this.#fits(value.value)) return value;
    }
    throw this.#none();
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#values.canShrinkWithoutContext(value) && this.#fits(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#values.shrink(value, context).filter((shrunk) => this.#fits(shrunk.value));
  }
}
