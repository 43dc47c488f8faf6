/** Everything the kit knows of one surface. */
import type { Operation } from '../contract/contract.ts';
import type { DocumentFiles } from '../contract/documents.ts';
import type { Call, Exchange, HttpResponse } from './exchange.ts';
import type { FixtureName, Fixtures } from './fixtures.ts';
import type { RequestClass } from './probe.ts';
import type { Proposals } from './proposals.ts';
import type { Requirement } from './requirement.ts';

/** Three requests that show whether an operation is served at this base URL. */
export interface PresenceProbe {
  readonly operation: Operation;
  /** `undecodable` if the operation changes something; by default `read`. */
  readonly effect?: RequestClass;
  /** A request that should be accepted, if the fixtures allow one. */
  readonly control?: Call;
  /** A request that the operation would handle, and most likely reject. */
  readonly unknownResource: Call;
  /** The same request to an unknown path. */
  readonly unknownPath: Call;
}

/** Whether the target accepts a caller, in words. */
export interface CallerStatus {
  readonly accepted: boolean;
  readonly statement: string;
}

/** Requests that show whether the target has what a fixture names. */
export interface FixtureLookup {
  readonly name: FixtureName;
  /** Its place among the fixtures of that name. */
  readonly index: number;
  /** Alternatives: the first whose operation is served is enough. */
  readonly calls: readonly Call[];
  /** The state of the fixture in a response. */
  readonly stateOf: (response: HttpResponse) => 'live' | 'dead' | 'unclear';
}

/** An object that a run made at a target and left there. */
export interface Leftover {
  /** Its kind and id: `user assay-…`. */
  readonly name: string;
  /** The requests that remove it, in their order. */
  readonly removal: readonly Call[];
}

/** Objects that runs make at a target, recognised by reserved names. */
export interface Scratch {
  /** True for a request that removes or restores such an object, and does nothing else. */
  readonly isRemoval: (call: Call) => boolean;
  /** All such objects at a target. `note` gets in words what could not be read. */
  readonly find: (
    send: (call: Call) => Promise<Exchange>,
    note: (text: string) => void,
  ) => Promise<readonly Leftover[]>;
}

/** One of the given fixtures. */
export interface GivenFixture {
  readonly name: FixtureName;
  readonly index: number;
}

/** Receives a sentence for the report; if it is about a given fixture, it continues after the fixture's name. */
export type FixtureNote = (text: string, about?: GivenFixture) => void;

/** The APIs that a target lists as served. */
export interface Advertised {
  /** The member of its responses that names them. */
  readonly member: string;
  /** The ids of their contracts, as discovery found them; empty if it found none. */
  readonly apis: (fixtures: Fixtures) => readonly string[];
}

/**
 * An API to check: its operations and what must hold. The engine knows a surface by nothing else. `F` names the
 * fixtures that it has, for those who write some.
 */
export interface Surface<F extends object = Fixtures> {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly requirements: readonly Requirement[];
  /** Rules for the requests of any client. They judge only recorded traffic, and no run. */
  readonly clientRequirements?: readonly Requirement[];
  readonly presenceProbes: (fixtures: Fixtures) => readonly PresenceProbe[];
  /**
   * Operations with the same word share one handler for common parts, such as parsers and lookups: requests that test
   * these are divided among them. `undefined`: each operation gets all of them.
   */
  readonly siblings?: (operation: Operation) => string | undefined;
  /** The documents with the clauses that its requirements cite. */
  readonly clauses?: readonly DocumentFiles[];
  /** An empty array for each of its fixtures. */
  readonly emptyFixtures?: Partial<F>;
  /** Fixtures that only the operator can supply; all others are discovered. */
  readonly operatorFixtures?: readonly FixtureName[];
  /** Fixtures that cannot be supplied, because they change while the target runs. */
  readonly volatileFixtures?: readonly FixtureName[];
  /** One example of each fixture that `presumed` lacks: what explanations of its probes are made with. */
  readonly exampleFixtures?: Partial<Fixtures>;
  /** Fixtures from the claims of a signed JSON Web Token about its owner. */
  readonly fixturesOfToken?: (claims: Readonly<Record<string, unknown>>) => Partial<Fixtures>;
  /** Other fixtures that a value of a fixture may also fit. */
  readonly mayHoldToo?: Readonly<Record<FixtureName, readonly FixtureName[]>>;
  /** Makes up fixtures from what a target shows of itself. */
  readonly proposals?: (send: (call: Call) => Promise<Exchange>) => Promise<Proposals>;
  /** One for each given fixture that can be looked up by reading. */
  readonly lookups?: (given: Fixtures) => readonly FixtureLookup[];
  /** The caller and its token, as discovery saw them; `undefined` if it saw nothing. */
  readonly callerIn?: (fixtures: Fixtures, hasToken: boolean) => CallerStatus | undefined;
  /** How the operator lets discovery find missing fixtures, in one sentence. */
  readonly discoveryRemedy?: (fixtures: Fixtures, hasToken: boolean) => string;
  /** Requests per second that a remote target takes without harm. */
  readonly ratePerSecond?: number;
  /** True for a 409 response that reports contention: the same request may be accepted a moment later. */
  readonly isContention?: (response: HttpResponse) => boolean;
  /** Why a target with these fixtures need not serve an operation; `undefined` when it must. */
  readonly unsupported?: (operation: Operation, fixtures: Fixtures) => string | undefined;
  /** Reads what there is at the target, before anything is planned. What was given comes first. */
  readonly discover?: (
    send: (call: Call) => Promise<Exchange>,
    given: Fixtures,
    note: FixtureNote,
  ) => Promise<Fixtures>;
  /** Where targets list their APIs; absent if they do not. */
  readonly advertised?: Advertised;
  /** Absent if runs make nothing that can be removed. */
  readonly scratch?: Scratch;
  /** The number of requests of `discover`, if the fixtures decide it. */
  readonly discoveryRequests?: (given: Fixtures) => number;
  /** Presumed discoveries for a plan that is made without a target. */
  readonly presumed?: Partial<Fixtures>;
}

/** All fixtures of a surface: those that are given, and an empty array for each other one. Nothing else makes fixtures. */
export function fixturesOf(
  { emptyFixtures = {} }: Pick<Surface, 'emptyFixtures'>,
  given: Partial<Fixtures> = {},
): Fixtures {
  return { ...emptyFixtures, ...given } as Fixtures;
}
