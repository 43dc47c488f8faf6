/** The type of a surface. */
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

/** Requests that show whether a fixture exists at the target. */
export interface FixtureLookup {
  readonly name: FixtureName;
  /** Its index in the list of that fixture. */
  readonly index: number;
  /** Alternatives: the first whose operation is served is enough. */
  readonly calls: readonly Call[];
  /** The state of the fixture in a response. */
  readonly stateOf: (response: HttpResponse) => 'live' | 'dead' | 'unclear';
  /** The operations that may reject it in some states, though others find it. */
  readonly inSomeStates?: ReadonlySet<Operation>;
  /** Lookups in other ways, such as of a contract that it names: the fixture has ended if all of one way miss it. */
  readonly named?: readonly (readonly Call[])[];
}

/** Objects that come and go at a target without its clients, such as the networks that it is connected to. */
export interface Roster {
  /** What one is called. */
  readonly what: string;
  /** The ids that discovery found. */
  readonly ids: readonly string[];
  /** The request that lists them. */
  readonly list: Call;
  readonly idsIn: (list: unknown) => readonly string[];
  /** True for a request that has to name one if there are several, and names none. */
  readonly namesNone: (call: Call) => boolean;
}

/** An object that a run created at a target and left there. */
export interface Leftover {
  /** Its kind and id: `user assay-…`. */
  readonly name: string;
  /** The requests that remove it, in their order. */
  readonly removal: readonly Call[];
}

/** Objects that runs create at a target, recognized by reserved names. */
export interface Scratch {
  /** True for a request that only removes or restores such an object. */
  readonly isRemoval: (call: Call) => boolean;
  /** All such objects at a target. `note` receives a sentence about data that could not be read. */
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

/**
 * Receives a sentence for the report; if it is about a given fixture, it continues after the fixture's name. `dead`: the
 * target did not find the fixture in any valid request.
 */
export type FixtureNote = (text: string, about?: GivenFixture, dead?: 'dead') => void;

/** A file with rules of a user. */
export interface RulesSource {
  /** Its path from the folder of the command, or its name if it is elsewhere. */
  readonly file: string;
  /** The digest of its bytes, in lower-case hex. */
  readonly sha256: string;
}

/** The APIs that a target lists as served. */
export interface Advertised {
  /** The member of its responses that names them. */
  readonly member: string;
  /** The ids of their contracts, as discovery found them; empty if it found none. */
  readonly apis: (fixtures: Fixtures) => readonly string[];
}

/**
 * An API to check, with its operations and requirements: all that the engine knows of it. `F` has the names of its
 * fixtures.
 */
export interface Surface<F extends object = Fixtures> {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly requirements: readonly Requirement[];
  /** Rules for the requests of any client. They judge only recorded traffic. */
  readonly clientRequirements?: readonly Requirement[];
  readonly presenceProbes: (fixtures: Fixtures) => readonly PresenceProbe[];
  /**
   * Operations with the same word share handlers such as parsers and lookups, so requests that test these are divided
   * among them. `undefined`: the operation gets all of them.
   */
  readonly siblings?: (operation: Operation) => string | undefined;
  /** If its quick profile tries each rule at one operation, because one layer serves all: the most requests of a case. */
  readonly quickCase?: number;
  /** The documents with the clauses that its requirements cite. */
  readonly clauses?: readonly DocumentFiles[];
  /** The files of rules that were added to it. */
  readonly rules?: readonly RulesSource[];
  /** True if a published document, as its clauses name it, has the operation; each one has by default. */
  readonly isDocumentOf?: (document: string, operation: Operation) => boolean;
  /** An empty array for each of its fixtures. */
  readonly emptyFixtures?: Partial<F>;
  /** Fixtures that only the operator can supply; all others are discovered. */
  readonly operatorFixtures?: readonly FixtureName[];
  /** Fixtures that cannot be supplied, because they change while the target runs. */
  readonly volatileFixtures?: readonly FixtureName[];
  /** One example of each fixture without a presumed value; explanations of probes use them. */
  readonly exampleFixtures?: Partial<Fixtures>;
  /** Fixtures from the claims of a signed JSON Web Token about its owner. */
  readonly fixturesOfToken?: (claims: Readonly<Record<string, unknown>>) => Partial<Fixtures>;
  /** Other fixtures that a value of a fixture may also fit. */
  readonly mayHoldToo?: Readonly<Record<FixtureName, readonly FixtureName[]>>;
  /** Invents fixtures from the responses of a target. */
  readonly proposals?: (send: (call: Call) => Promise<Exchange>) => Promise<Proposals>;
  /** A lookup for each given fixture that reading can check. */
  readonly lookups?: (given: Fixtures) => readonly FixtureLookup[];
  /** What comes and goes: a request proves nothing if what it names is away, or if it should name one meanwhile. */
  readonly roster?: (fixtures: Fixtures) => Roster | undefined;
  /** The caller and its token, as far as discovery shows them; `undefined` if it shows nothing. */
  readonly callerIn?: (fixtures: Fixtures, hasToken: boolean) => CallerStatus | undefined;
  /** How the operator can let discovery find missing fixtures, in one sentence. */
  readonly discoveryRemedy?: (fixtures: Fixtures, hasToken: boolean) => string;
  /** The requests per second that a remote target can handle. */
  readonly ratePerSecond?: number;
  /** True for a 409 response that reports contention: the same request may be accepted a moment later. */
  readonly isContention?: (response: HttpResponse) => boolean;
  /** True for a response that says that the operation, or a member of the request, is switched off. */
  readonly isSwitchedOff?: (response: HttpResponse) => boolean;
  /** True if a target with these fixtures may lack the operation, or what is `switchedOff` of it. */
  readonly mayLack?: (operation: Operation, fixtures: Fixtures) => boolean;
  /** The surface for a target with these fixtures, such as one of a version without a contract. */
  readonly atTarget?: (surface: Surface, fixtures: Fixtures) => Surface;
  /** In one sentence or more: the target is held to the contract of another version. */
  readonly heldTo?: string;
  /** Why a target with these fixtures need not serve an operation; `undefined` if it must. */
  readonly unsupported?: (operation: Operation, fixtures: Fixtures) => string | undefined;
  /** Reads the objects at the target before the plan is made. Given fixtures come first. */
  readonly discover?: (
    send: (call: Call) => Promise<Exchange>,
    given: Fixtures,
    note: FixtureNote,
  ) => Promise<Fixtures>;
  /** Where targets list their APIs; absent if they list none. */
  readonly advertised?: Advertised;
  /** Absent if runs create nothing that can be removed. */
  readonly scratch?: Scratch;
  /** The number of requests of `discover`, if the fixtures decide it. */
  readonly discoveryRequests?: (given: Fixtures) => number;
  /** Presumed results of discovery, for a plan without a target. */
  readonly presumed?: Partial<Fixtures>;
}

/** All fixtures of a surface, with an empty array for each missing one. Only this function makes fixtures. */
export function fixturesOf(
  { emptyFixtures = {} }: Pick<Surface, 'emptyFixtures'>,
  given: Partial<Fixtures> = {},
): Fixtures {
  return { ...emptyFixtures, ...given } as Fixtures;
}
