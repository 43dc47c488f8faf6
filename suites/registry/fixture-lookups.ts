/** One request for each fixture, which shows whether it is live. */
import type { FixtureLookup, Fixtures } from '../../src/kit.ts';
import type { Ids } from './fixtures.ts';
import type { Contexts, Subjects } from './subject.ts';

/** Statuses by which an operation rejects an unknown id. */
export const REJECTED: ReadonlySet<number> = new Set([400, 404, 410]);

/** `expected`: the status for live ids. */
const statesAt =
  (expected: number): FixtureLookup['stateOf'] =>
  ({ status }) => {
    if (status === expected) return 'live';
    return status === 200 || REJECTED.has(status) ? 'dead' : 'unclear';
  };

/** The lookups of all given fixtures, in the order of their names. */
export function fixtureLookups(
  { families, factories }: Subjects,
  given: Fixtures,
): readonly FixtureLookup[] {
  const ofIds = (name: Ids, status: number, contexts: Contexts) =>
    given[name].map((id, index) => ({
      name,
      index,
      calls: contexts.map(({ about }) => about(id)),
      stateOf: statesAt(status),
    }));
  return [
    ...families.flatMap((contexts) => {
      const [{ fixture, reassigning }] = contexts;
      return [...ofIds(fixture, 200, contexts), ...ofIds(reassigning, 409, contexts)];
    }),
    ...factories.flatMap(({ fixture, examples, about }) =>
      examples(given).map((example, index) => ({
        name: fixture,
        index,
        calls: [about(example)],
        stateOf: statesAt(200),
      })),
    ),
  ];
}
