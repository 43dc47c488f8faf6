/** An operation together with the requests that its registry should accept. */

import fc, { type Arbitrary } from 'fast-check';
import {
  type Call,
  type CaseGroup,
  call,
  type FixtureName,
  type Fixtures,
  type Operation,
  sent,
} from '../../src/index.ts';
import { acceptedExamples } from './accepted-examples.ts';
import { choiceArguments } from './choice-arguments.ts';
import { contractIds } from './identifiers.ts';

/** The part of an acceptable request that is not optional: path parameters and required members. */
export interface Good {
  readonly path: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;
}

export interface Subject {
  readonly operation: Operation;
  /** What the operator must declare before a 200 is expected. */
  readonly fixture: FixtureName;
  /** Which fixture a probe needs: contexts cannot be requested without one, the factory can. */
  readonly fixtureNeed: { readonly needs: FixtureName } | { readonly betterWith: FixtureName };
  readonly validRequests: (fixtures: Fixtures) => readonly Good[];
  /** Any of them. */
  readonly good: (fixtures: Fixtures) => Arbitrary<Good>;
  /** Requests for what is not there, which are rejected. */
  readonly rejectedCalls: Arbitrary<Call>;
  /** Every optional member with a plain value. */
  readonly options: Readonly<Record<string, unknown>>;
  /** A member that only another operation knows, with a plain value. */
  readonly foreign: Readonly<Record<string, unknown>>;
  /** The plainest full request for the same allocation, or with the same arguments, as another one. */
  readonly baseline: (call: Call) => Call;
  /** The plainest full request: the control beside every request that is wrong on purpose. */
  readonly control: (fixtures: Fixtures) => Call | undefined;
}

/** A request with the required parts of `good` and these optional members. */
export function callFor(
  operation: Operation,
  { path, members }: Good,
  optional: object = {},
): Call {
  return call(operation, { path, json: { ...members, ...optional } });
}

/** A choice context of an allocation: it needs the id of a live one. */
export function context(operation: Operation): Subject {
  const live = (allocationId: string): Good => ({ path: { allocationId }, members: {} });
  const options = { meta: {}, excludeDebugFields: false };
  return {
    operation,
    options,
    foreign: { choiceArguments: {} },
    rejectedCalls: contractIds().map((id) => callFor(operation, live(id), options)),
    fixture: 'allocations',
    fixtureNeed: { needs: 'allocations' },
    baseline: (request) => plainly(request, options),
    validRequests: ({ allocations }) => allocations.map(live),
    good: ({ allocations }) => fc.constantFrom(...allocations.map(live)),
    control: ({ allocations: [first] }) =>
      first === undefined ? undefined : callFor(operation, live(first), options),
  };
}

/** The allocation factory: without declared arguments well-formed ones are tried, and may be rejected. */
export function factory(operation: Operation): Subject {
  const from = (args: unknown): Good => ({ path: {}, members: { choiceArguments: args } });
  const candidates = (fixtures: Fixtures): readonly unknown[] =>
    fixtures.choiceArguments.length > 0 ? acceptedExamples(fixtures) : [fakeArguments()];
  const options = { excludeDebugFields: false };
  return {
    operation,
    options,
    foreign: { meta: {} },
    rejectedCalls: fc.constant(call(operation, { json: options })),
    fixture: 'choiceArguments',
    fixtureNeed: { betterWith: 'choiceArguments' },
    baseline: (request) => {
      const { choiceArguments: args } = (sent(request) ?? {}) as { choiceArguments?: unknown };
      return plainly(request, { choiceArguments: args, ...options });
    },
    validRequests: (fixtures) => candidates(fixtures).map(from),
    good: (fixtures) => fc.constantFrom(...candidates(fixtures).map(from)),
    control: (fixtures) => callFor(operation, from(candidates(fixtures)[0]), options),
  };
}

/** One case group for each alternative. They use the known resources in turn. */
export function alternatives<T>(
  { validRequests }: Subject,
  fixtures: Fixtures,
  all: readonly T[],
  make: (one: T, good: Good, index: number) => CaseGroup,
): readonly CaseGroup[] {
  const known = validRequests(fixtures);
  return all.flatMap((one, i) => {
    const good = known[i % known.length];
    return good === undefined ? [] : [make(one, good, i)];
  });
}

function plainly(request: Call, json: object): Call {
  return {
    ...request,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  };
}

function fakeArguments(): unknown {
  return fc.sample(choiceArguments([]).around, { seed: 1, numRuns: 1 })[0];
}
