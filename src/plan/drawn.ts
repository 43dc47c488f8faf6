import * as fc from 'fast-check';
import { xorshift128plus } from 'pure-rand/generator/xorshift128plus';

/**
 * The values that fast-check draws for a seed, one at a time and without end: index, bias and generator are those of
 * `fc.sample` and `fc.check`, which need as long to start as most values need. `seed`: a 32-bit integer.
 */
export function* drawn<T>(arbitrary: fc.Arbitrary<T>, seed: number): Generator<T, never> {
  const random = xorshift128plus(seed);
  for (let index = 0; ; index++) {
    random.jump();
    yield arbitrary.generate(new fc.Random(random), biasOf(index)).value;
  }
}

/** fast-check tries edge cases more often in early values: one of two, then one of three, … */
function biasOf(index: number): number {
  return 2 + Math.trunc(Math.log(index + 1) * Math.LOG10E);
}
