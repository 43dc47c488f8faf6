/** Requests about updates that several operations share. */
import type { Fixtures } from '../../../src/index.ts';
import type { FoundUpdate } from '../fixtures.ts';

/** One found update of each kind, transactions first. */
export function oneOfEachKind({ updates }: Fixtures): readonly FoundUpdate[] {
  return [...new Map(updates.toReversed().map((u) => [u.kind, u])).values()].toReversed();
}
