/** The vocabulary of the kit: what is sent, what comes back, what is owed, and what was found. */
import type { Arbitrary } from 'fast-check';
import type { Effect, Level, Operation } from './contract/contract.ts';
import type { FixtureName, Fixtures } from './words-fixtures.ts';
import type { Finding } from './words-report.ts';

export type { Effect, Level } from './contract/contract.ts';
export * from './words-fixtures.ts';
export * from './words-report.ts';

/** One request, exactly as it goes over the wire. The path is below the base URL and already encoded. */
export interface Call {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body text; absent means that no body is sent. */
  readonly body?: string;
  /** `base64`: the body stands for raw bytes. */
  readonly encoding?: 'base64';
  /** Sent without the operator's credentials. */
  readonly anonymous?: true;
  /** Sent with the token of the run, changed in this part; the client changes it, so that no call holds it. */
  readonly altered?: Alteration;
  /** Sent over a connection that nothing else goes over. */
  readonly fresh?: true;
  /** So long is waited before it is sent. */
  readonly delayMs?: number;
  /** The request asks the target to wait so long before it answers: the timeout is longer by as much. */
  readonly waitsMs?: number;
  /** Sent again while its answers do not show what was changed, which may take its time. */
  readonly until?: Until;
  /** Takes away again what this call makes. It is sent before the run ends, whatever happens. */
  readonly undo?: Call;
  /** Of an undo: it is sent only if this look shows a change. */
  readonly onlyIf?: { readonly look: Call; readonly shows: (seen: Answered) => boolean };
}

/** What is changed in a JSON Web Token: its signature, its subject under the old signature, or the signature is left out. */
export type Alteration = 'signature' | 'unsigned' | { readonly subject: string };

/** How long an answer is waited for that shows something. The last answer counts, whatever it shows. */
export interface Until {
  /** Before the second request, the third, and so on. */
  readonly delaysMs: readonly number[];
  readonly shown: (exchange: Answered) => boolean;
}

/** What a target answered. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lower-case type/subtype without parameters; empty when there is no Content-Type. */
  readonly mediaType: string;
  readonly text: string;
  /**
   * The body parsed as JSON whatever its media type says; `undefined` when it is not JSON. Throws NoBody when
   * not all of it is there; a check that asks for it then says nothing.
   */
  readonly body: unknown;
  /** Bytes of the body on the wire, before any cut. */
  readonly bytes: number;
  /** True when the body was longer than the kit keeps. */
  readonly truncated: boolean;
  /** Of the whole body, in lower-case hex; only for application/octet-stream. */
  readonly sha256?: string;
  /** The body is no UTF-8: what could not be read is U+FFFD in `text`. Not said of application/octet-stream. */
  readonly misencoded?: true;
}

/** Thrown when somebody asks for a body of which not all is there: nothing can be said of it. */
export class NoBody extends Error {
  readonly code = 'ASSAY_NO_BODY';
}

/** Why no answer came. `refused`, `dns`, `tls`, `not-http`: no conversation at all; `reset`, `timeout`: it broke off. */
export type SilenceKind = 'refused' | 'dns' | 'tls' | 'not-http' | 'reset' | 'timeout';

/** Why the kit did not get, or did not ask for, an answer. `long-wait`: the target asked for a longer pause than a run makes. */
export interface Silence {
  readonly kind:
    | SilenceKind
    | 'throttled'
    | 'long-wait'
    | 'budget'
    | 'interrupted'
    | 'unsafe'
    | 'unrecorded';
  readonly message: string;
}

/** One request as it went over the wire and what came back: exactly one of `response` and `silence`. */
export interface Exchange {
  readonly request: Call;
  readonly response?: Answer;
  readonly silence?: Silence;
  /** This is what came the second time: the first time the connection, used before, closed without a byte. */
  readonly resent?: true;
  /** Requests that it took, retries included; 1 if absent. */
  readonly tries?: number;
  /** It was the n-th request on its connection, counted from 1; absent where that is not known. */
  readonly position?: number;
  /** Where a redirect leads, if it leads to the origin that was asked: path and query. */
  readonly movedTo?: string;
  /** Milliseconds since the epoch when the request was sent. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** An exchange that was answered: what checks see. */
export interface Answered extends Exchange {
  readonly response: Answer;
}

/**
 * What a check says of one exchange: findings (none = it conforms), `undefined` = this exchange says
 * nothing about me, `'inapplicable'` = the answer is right and has not got the optional thing I am about.
 */
export type Says = readonly Finding[] | undefined | 'inapplicable';

/** A later request of a case, built from the exchanges before it; `undefined` ends the case. */
export type Step = Call | ((before: readonly Exchange[]) => Call | undefined);

/** A named part of a probe. Each part gets at least one case; random cases are dealt to the parts in turn. */
export interface Stratum {
  readonly label: string;
  /** One of several alternatives: it has one case, whatever the number of runs. */
  readonly once?: true;
  /** Requests of one case; one unless told. */
  readonly requests?: number;
  /** One case: the requests that belong together, in order. */
  readonly cases: Arbitrary<readonly Step[]>;
}

/**
 * What a request may leave behind. `undecodable` requests go to an operation that changes something, and have
 * no effect even if a server ignores every error in them and executes them completely.
 */
export type RequestClass = Effect | 'undecodable';

/** What the operator allows beside reading. */
export type Allowance = Readonly<Record<Exclude<RequestClass, 'read'>, boolean>>;
export const READ_ONLY: Allowance = { undecodable: true, reversible: false, irreversible: false };

/** How much a run sends: `quick` shares alternatives out between the operations that have the same ones. */
export const PROFILES = ['full', 'quick'] as const;
export type Profile = (typeof PROFILES)[number];

/** Stands in paths and ids that no target knows. */
export const NOWHERE = 'assay-knows-no-such-path';

/** No JSON. A parser that repairs it, or takes it for an empty object, finds no member that an operation has. */
export const UNREADABLE = '{"assay":';

/** JSON that no operation accepts, and that a server may read as an empty object. */
export const EMPTY_LIST = '[]';

/** Bytes that are no archive. */
export const NO_ARCHIVE = 'no archive';

/** A named family of requests to one operation. */
export interface Probe {
  /** `withdraw/unknown-id`: unique in a catalogue. */
  readonly id: string;
  readonly operation: Operation;
  /** What is sent, in one clause without a full stop. */
  readonly sends: string;
  /** Without these fixtures the probe is not sent and its requirements are `untested: missing-fixture`. */
  readonly needs?: FixtureName | readonly FixtureName[];
  /** With this fixture the answers tell more; without it the probe is sent all the same. */
  readonly betterWith?: FixtureName;
  readonly strata: (fixtures: Fixtures) => readonly Stratum[];
  /** Random cases sent with `--runs N`: N × share, dealt in turn to the strata that are not sent once. */
  readonly share: number;
  /** Random cases sent at least, where that is more than one a stratum. */
  readonly least?: number;
  /** The quick profile sends at least so many of its strata; one unless given. */
  readonly quick?: number;
  /** So many calls of a case go out one by one; the others then go out together. */
  readonly togetherAfter?: number;
  /** Sent while nothing else is under way, so that what comes in a row stays in a row. */
  readonly alone?: true;
  /** The request is wrong on purpose. `schema`: its body breaks the schema, checked again on the bytes sent. */
  readonly wrong?: 'schema' | 'identifier' | 'framing';
  /** The valid request, one change away, that must be accepted for a refusal to count. */
  readonly twin?: (fixtures: Fixtures) => Call | undefined;
  /** The plainest request for what a valid one asks for: what comparative requirements are held against. */
  readonly plain?: (call: Call) => Call;
  /** Its other requests are there to disturb the first: the plain twin of a case asks the first one each time. */
  readonly disturbs?: true;
  /** The strongest effect of its requests; `read` unless told. */
  readonly effect?: RequestClass;
  /** Its answers are about credentials: elsewhere 401 and 403 say nothing. */
  readonly aboutCredentials?: true;
  /** Its relations look for themselves whether 401 or 403 speaks where they look, so that no other one is silenced. */
  readonly looksForItself?: true;
  /** Why there is nothing to ask a target of which this is known; `undefined` when there is. */
  readonly moot?: (fixtures: Fixtures) => string | undefined;
  /** Its relations are between answers of several operations; else requests to others only lead in. */
  readonly acrossOperations?: true;
}

/** The fixtures without which a probe is not sent. */
export function needsOf({ needs = [] }: Pick<Probe, 'needs'>): readonly FixtureName[] {
  return typeof needs === 'string' ? [needs] : needs;
}

interface RequirementBase {
  /** `registry/withdraw/debug-fields-omitted`: stable words, never positions. */
  readonly id: string;
  readonly level: Level;
  /** The id of a clause in specs/clauses.yaml. */
  readonly clause: string;
  /** What the target owes, in one sentence. */
  readonly says: string;
  /** How it usually goes wrong, and what to do about it, in one or two sentences. */
  readonly mend?: string;
  /** Whose exchanges are judged. Requirements on the same probe share its exchanges. */
  readonly probes: readonly Probe[];
  /** Counts only where the twin of the probe was accepted in the same run. */
  readonly withTwin?: true;
  /**
   * Says what a change to a request makes. A failure that the plain request shows as well is then not its
   * own: the target's answers differ by themselves.
   */
  readonly comparative?: true;
  /** Holds for every exchange with the operation, whoever sent it and why: recorded traffic is judged by it. */
  readonly anyTraffic?: true;
  /**
   * A finding proves itself: seen once, it counts, whether or not it comes back. It is looked for in every
   * case that may hold a request to the operation, whatever the case is about.
   */
  readonly conclusive?: 'once';
}

/**
 * A clause plus how it is tested: judged on each exchange, as a relation between the exchanges of a case,
 * or by the engine: `answer` (each request gets one), `completeness` (no response is lost at random),
 * `presence` (the operation is there at all).
 */
export type Requirement = RequirementBase &
  /** `accepted`: the twin of the probe was. */
  (
    | { readonly check: (exchange: Answered, accepted: boolean) => Says }
    | { readonly relation: (exchanges: readonly Answered[]) => Says }
    | { readonly owes: 'answer' | 'completeness' | 'presence' }
  );

/** Three requests that tell whether an operation is served at this base URL. */
export interface Landmarks {
  readonly operation: Operation;
  /** `undecodable` where the operation changes something; `read` unless told. */
  readonly effect?: RequestClass;
  /** A request that should be accepted, if the fixtures allow one. */
  readonly twin?: Call;
  /** A request that the operation would handle, and most likely refuse. */
  readonly stranger: Call;
  /** The same request to a path that nobody serves. */
  readonly absent: Call;
}

/** Everything the kit knows of one surface: its contracts and what must hold. */
export interface Surface {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly landmarks: (fixtures: Fixtures) => readonly Landmarks[];
  readonly requirements: readonly Requirement[];
  /** Why a target of which this is known need not serve an operation; `undefined` when it must. */
  readonly unsupported?: (operation: Operation, fixtures: Fixtures) => string | undefined;
  /** Learns about the target by reading it, before anything is planned. What was given comes first. */
  readonly discover?: (
    ask: (call: Call) => Promise<Exchange>,
    given: Fixtures,
    note: (text: string) => void,
  ) => Promise<Fixtures>;
  /** The requests of `discover`, where the fixtures decide how many there are. */
  readonly discoveryRequests?: (given: Fixtures) => number;
  /** Stands for what would be discovered, where a plan is made without asking the target. */
  readonly presumed?: Fixtures;
}
