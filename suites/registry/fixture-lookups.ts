/** One request for each fixture: is it live at the target? */
import type { FixtureLookup, Fixtures } from '../../src/index.ts';
import { callFor, type Subject } from './subject.ts';

/** Statuses by which an operation says that it does not know what the request names. */
export const REJECTED: ReadonlySet<number> = new Set([400, 404, 410]);

/** `expected`: the status for what is live. */
const statesAt =
  (expected: number): FixtureLookup['stateOf'] =>
  ({ status }) => {
    if (status === expected) return 'live';
    return status === 200 || REJECTED.has(status) ? 'dead' : 'unclear';
  };

/** The lookups of all given fixtures, in the order of their names. */
export function fixtureLookups(
  contexts: readonly Subject[],
  factory: Subject,
  { allocations, reassigning, choiceArguments }: Fixtures,
): readonly FixtureLookup[] {
  const contextsOf = (allocationId: string) =>
    contexts.map(({ operation, options }) =>
      callFor(operation, { path: { allocationId }, members: {} }, options),
    );
  return [
    ...allocations.map((id, index) => {
      return { name: 'allocations', index, calls: contextsOf(id), stateOf: statesAt(200) };
    }),
    ...reassigning.map((id, index) => {
      return { name: 'reassigning', index, calls: contextsOf(id), stateOf: statesAt(409) };
    }),
    ...choiceArguments.map((example, index) => {
      const members = { choiceArguments: example };
      const calls = [callFor(factory.operation, { path: {}, members }, factory.options)];
      return { name: 'choiceArguments', index, calls, stateOf: statesAt(200) };
    }),
  ];
}
