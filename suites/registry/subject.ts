/** An operation together with the requests that its registry should accept. */

import fc, { type Arbitrary } from 'fast-check';
import {
  type Call,
  type CaseGroup,
  call,
  type FixtureName,
  type Fixtures,
  NOWHERE,
  type Operation,
  sent,
} from '../../src/kit.ts';
import { once } from '../kit/once.ts';
import type { Arguments, Ids } from './fixtures.ts';
import { type Example, goodExamples } from './fixtures.ts';
import { contractIds } from './identifiers.ts';
import { madeUpArguments } from './made-up-arguments.ts';
import { known } from './request-schema.ts';

/** The part of an acceptable request that is not optional: path parameters and required members. */
export interface Good {
  readonly path: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;
}

export interface Subject {
  readonly operation: Operation;
  /** The fixture that the operator must declare before a 200 is expected. */
  readonly fixture: FixtureName;
  /** The fixtures that a probe needs: contexts need one, factories do not. */
  readonly fixtureNeed: { readonly needs: FixtureName } | { readonly betterWith: FixtureName };
  readonly validRequests: (fixtures: Fixtures) => readonly Good[];
  /** Any valid request. */
  readonly good: (fixtures: Fixtures) => Arbitrary<Good>;
  /** Requests for missing objects, which are rejected. */
  readonly rejectedCalls: Arbitrary<Call>;
  /** Every optional member with a plain value. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Members of another operation, or with the names of path parameters. */
  readonly foreign: Readonly<Record<string, unknown>>;
  /** The plainest full request for the same contract, or with the same arguments, as another one. */
  readonly baseline: (call: Call) => Call;
  /** The plainest full request: the control beside every request that is wrong on purpose. */
  readonly control: (fixtures: Fixtures) => Call | undefined;
}

/** A choice context, with the fixtures that have the ids of its contracts. */
export interface ContextSubject extends Subject {
  readonly kind: 'context';
  readonly fixture: Ids;
  /** The fixture with ids under reassignment. */
  readonly reassigning: Ids;
  readonly ids: (fixtures: Fixtures) => readonly string[];
  /** The request about this id; with the plain options unless given. */
  readonly about: (id: string, json?: object) => Call;
  /** The same with an encoded segment of the path. */
  readonly aboutEncoded: (segment: string, json?: object) => Call;
}

export interface FactorySubject extends Subject {
  readonly kind: 'factory';
  readonly fixture: Arguments;
  readonly examples: (fixtures: Fixtures) => readonly Example[];
  /** The first example that the target accepts; invented arguments if none is declared. */
  readonly example: (fixtures: Fixtures) => Example;
  /** Well-formed arguments of its choice with unknown parties and holdings. */
  readonly madeUp: (fixtures: Fixtures) => Arbitrary<object>;
  /** The request with these arguments; with the plain options unless given. */
  readonly about: (args: unknown, json?: object) => Call;
}

/** The choice contexts of one kind of contract in one API, which share their fixtures. */
export type Contexts = readonly [ContextSubject, ...ContextSubject[]];

/** The operations of a registry that are requested by id or by arguments. */
export interface Subjects {
  readonly families: readonly Contexts[];
  readonly factories: readonly FactorySubject[];
}

/** A request with the required parts of `good` and these optional members. */
export function callFor(
  operation: Operation,
  { path, members }: Good,
  optional: object = {},
): Call {
  return call(operation, { path, json: { ...members, ...optional } });
}

/** A choice context of contracts: it needs the id of a live one. */
export function context(operation: Operation, fixture: Ids, reassigning: Ids): ContextSubject {
  const [parameter = ''] = operation.pathParameters;
  const live = (id: string): Good => ({ path: { [parameter]: id }, members: {} });
  const ids = (fixtures: Fixtures) => fixtures[fixture];
  const options = known(operation, { meta: {}, excludeDebugFields: false });
  const about = (id: string, json: object = options): Call => callFor(operation, live(id), json);
  return {
    kind: 'context',
    operation,
    options,
    reassigning,
    ids,
    about,
    aboutEncoded: (segment, json = options) =>
      call(operation, { encoded: { [parameter]: segment }, json }),
    foreign: { choiceArguments: {}, [parameter]: NOWHERE, id: NOWHERE },
    rejectedCalls: contractIds().map((id) => about(id)),
    fixture,
    fixtureNeed: { needs: fixture },
    baseline: (request) => plainly(request, options),
    validRequests: (fixtures) => ids(fixtures).map(live),
    good: (fixtures) => fc.constantFrom(...ids(fixtures).map(live)),
    control: (fixtures) => {
      const [first] = ids(fixtures);
      return first === undefined ? undefined : about(first);
    },
  };
}

/** A factory. Without declared arguments it gets well-formed ones, which may be rejected. */
export function factory(operation: Operation, fixture: Arguments): FactorySubject {
  const from = (args: unknown): Good => ({ path: {}, members: { choiceArguments: args } });
  const examples = (fixtures: Fixtures) => fixtures[fixture];
  const madeUp = (fixtures: Fixtures) => madeUpArguments(fixture, fixtures);
  const candidates = once((fixtures: Fixtures): readonly Example[] =>
    examples(fixtures).length > 0
      ? goodExamples(examples(fixtures))
      : fc.sample(madeUp(fixtures) as Arbitrary<Example>, { seed: 1, numRuns: 1 }),
  );
  const options = { excludeDebugFields: false };
  const about = (args: unknown, json: object = options): Call =>
    callFor(operation, from(args), json);
  return {
    kind: 'factory',
    operation,
    options,
    examples,
    example: (fixtures) => candidates(fixtures)[0] ?? {},
    madeUp,
    about,
    foreign: { meta: {} },
    rejectedCalls: fc.constant(call(operation, { json: options })),
    fixture,
    fixtureNeed: { betterWith: fixture },
    baseline: (request) => {
      const { choiceArguments: args } = (sent(request) ?? {}) as { choiceArguments?: unknown };
      return plainly(request, { choiceArguments: args, ...options });
    },
    validRequests: (fixtures) => candidates(fixtures).map(from),
    good: (fixtures) => fc.constantFrom(...candidates(fixtures).map(from)),
    control: (fixtures) => about(candidates(fixtures)[0]),
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
