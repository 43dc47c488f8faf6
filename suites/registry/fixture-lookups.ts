/** One request for each fixture, which shows whether it is live. */
import {
  type Call,
  call,
  type FixtureLookup,
  type Fixtures,
  jsonOf,
  type Operation,
} from '../../src/kit.ts';
import { isObject } from '../kit/json.ts';
import type { Ids } from './fixtures.ts';
import { LARGE } from './metadata.ts';
import type { Contexts, Subjects } from './subject.ts';

/** Statuses by which an operation rejects an unknown id, as documented. */
const DOCUMENTED: ReadonlySet<number> = new Set([400, 404]);
/** The same, and what some servers send in place of them. No document has it, so it excuses nothing. */
export const REJECTED: ReadonlySet<number> = new Set([...DOCUMENTED, 410]);

/**
 * The choices that a live contract may be past: the reference implementation finds no context to execute or accept a
 * transfer whose lock has expired. It always finds one to withdraw and to cancel.
 */
const IN_SOME_STATES: ReadonlySet<string> = new Set(['execute-transfer', 'accept', 'reject']);

export const isInSomeStates = ({ path }: Operation): boolean =>
  IN_SOME_STATES.has(path.slice(path.lastIndexOf('/') + 1));

/** `expected`: the status for live ids. */
const statesAt =
  (expected: number): FixtureLookup['stateOf'] =>
  ({ status }) => {
    if (status === expected) return 'live';
    return status === 200 || DOCUMENTED.has(status) ? 'dead' : 'unclear';
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
      inSomeStates: new Set(contexts.map(({ operation }) => operation).filter(isInSomeStates)),
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
        named: contractsIn(example, families),
      })),
    ),
  ];
}

/** An instrument is gone if neither its own operation nor the list of all of them has it. */
export function instrumentLookups(
  one: Operation,
  list: Operation,
  { instruments }: Fixtures,
): readonly FixtureLookup[] {
  const [parameter = ''] = one.pathParameters;
  return instruments.map((id, index) => ({
    name: 'instruments',
    index,
    calls: [call(one, { path: { [parameter]: id } })],
    named: [[call(list, { query: { pageSize: LARGE } })]],
    stateOf: (response) => {
      const body = response.status === 200 ? jsonOf(response) : undefined;
      if (!isObject(body)) return statesAt(200)(response);
      const { instruments: listed, nextPageToken } = body;
      if (!Array.isArray(listed) || listed.some((each) => isObject(each) && each['id'] === id))
        return 'live';
      return nextPageToken ? 'unclear' : 'dead';
    },
  }));
}

/** The lookups of the contracts that arguments name: `allocationCid` is an `allocationId` of the paths. */
function contractsIn(args: unknown, families: Subjects['families']): readonly (readonly Call[])[] {
  const newestFirst = families.toReversed();
  const found: (readonly Call[])[] = [];
  JSON.stringify(args, (name: string, value: unknown) => {
    const contexts = newestFirst.find(([{ operation }]) =>
      operation.pathParameters.includes(name.replace(/Cid$/, 'Id')),
    );
    if (contexts && typeof value === 'string')
      found.push(contexts.map(({ about }) => about(value)));
    return value;
  });
  return found;
}
