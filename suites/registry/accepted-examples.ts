/** The declared examples of choiceArguments, without those that the target is known to reject. */
import type { Arguments, RegistryFixtures } from './fixtures.ts';

export type Example = RegistryFixtures[Arguments][number];

const rejectedIn = new WeakMap<readonly Example[], ReadonlySet<Example>>();

/** The declared examples, without rejected ones if others were accepted. */
export function goodExamples(declared: readonly Example[]): readonly Example[] {
  const rejected = rejectedIn.get(declared);
  return rejected === undefined ? declared : declared.filter((one) => !rejected.has(one));
}

/** A list of the same examples, in which these are known to be rejected. */
export function withRejected(
  declared: readonly Example[],
  rejected: ReadonlySet<Example>,
): readonly Example[] {
  const known = [...declared];
  rejectedIn.set(known, rejected);
  return known;
}
