/** Cases that Assay fails to build: each becomes a case whose only step throws, so that it costs only itself. */
import * as fc from 'fast-check';
import type { CaseGroup, Fixtures, Probe, Step } from '../model/index.ts';

/** The case groups of a probe. Never throws: groups that cannot be made become one case that cannot be built. */
export function caseGroupsOf(probe: Probe, fixtures: Fixtures): readonly CaseGroup[] {
  try {
    return probe.caseGroups(fixtures).map(guarded);
  } catch (error) {
    return unbuilt(error);
  }
}

/** The only case of a probe that met this error before its cases could be built. */
export function unbuilt(error: unknown): readonly CaseGroup[] {
  return [{ label: UNBUILT, once: true, cases: fc.constant([failing(error)]) }];
}

const UNBUILT = 'internal-error';

/** True for the group of a probe whose groups cannot be made. */
export function isUnbuilt(groups: readonly CaseGroup[]): boolean {
  return groups.length === 1 && groups[0]?.label === UNBUILT;
}

const known = new WeakSet<fc.Arbitrary<unknown>>();

function guarded(group: CaseGroup): CaseGroup {
  return known.has(group.cases) ? group : { ...group, cases: new Guarded(group.cases) };
}

/** A step that throws this error in place of a request. */
function failing(error: unknown): Step {
  return () => {
    throw error;
  };
}

/** The context of a value that could not be drawn; it does not shrink. */
const UNDRAWN = Symbol('not drawn');

class Guarded extends fc.Arbitrary<readonly Step[]> {
  readonly #cases: fc.Arbitrary<readonly Step[]>;

  constructor(cases: fc.Arbitrary<readonly Step[]>) {
    super();
    this.#cases = cases;
    known.add(this);
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<readonly Step[]> {
    try {
      return this.#cases.generate(random, biasFactor);
    } catch (error) {
      return new fc.Value([failing(error)], UNDRAWN);
    }
  }

  canShrinkWithoutContext(value: unknown): value is readonly Step[] {
    return this.#cases.canShrinkWithoutContext(value);
  }

  shrink(value: readonly Step[], context: unknown): fc.Stream<fc.Value<readonly Step[]>> {
    return context === UNDRAWN
      ? fc.Stream.nil()
      : new fc.Stream(untilError(() => this.#cases.shrink(value, context)));
  }
}

/** The values before the first one that cannot be made. */
function* untilError<T>(values: () => Iterable<T>): Generator<T, void> {
  try {
    yield* values();
  } catch {
    // What was drawn so far is as small as it gets.
  }
}
