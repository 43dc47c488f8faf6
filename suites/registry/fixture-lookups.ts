/** One request for each fixture: is it live at the target? */
import type { FixtureLookup, Fixtures } from '../../src/index.ts';
import { ask, type Subject } from './subject.ts';

/** The lookups of all given fixtures, in the order of their names. */
export function fixtureLookups(
  contexts: readonly Subject[],
  factory: Subject,
  { allocations, reassigning, choiceArguments }: Fixtures,
): readonly FixtureLookup[] {
  const contextsOf = (allocationId: string) =>
    contexts.map(({ operation, options }) =>
      ask(operation, { path: { allocationId }, members: {} }, options),
    );
  return [
    ...allocations.map((id, index) => {
      return { name: 'allocations', index, calls: contextsOf(id), status: 200 };
    }),
    ...reassigning.map((id, index) => {
      return { name: 'reassigning', index, calls: contextsOf(id), status: 409 };
    }),
    ...choiceArguments.map((example, index) => {
      const members = { choiceArguments: example };
      const calls = [ask(factory.operation, { path: {}, members }, factory.options)];
      return { name: 'choiceArguments', index, calls, status: 200 };
    }),
  ];
}
