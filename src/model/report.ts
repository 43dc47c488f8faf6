/** The vocabulary of what a run learned. */
import type { Level } from '../contract/contract.ts';
import type { Shown } from '../contract/shown.ts';

/** What a finding is about: a part of one response, or how several responses go together. */
export type FindingKind = 'status' | 'header' | 'body' | 'connection' | 'relation';

/**
 * One difference between what is expected and the actual response, as data: src/report puts it into words. `at` is a
 * JSON Pointer into the response's body, or a name.
 */
export interface Finding {
  readonly kind: FindingKind;
  readonly at: string;
  readonly expected: Shown;
  readonly actual: Shown;
  /** The keyword of the schema that the value breaks. */
  readonly keyword?: string;
  /** The place in the component schema that the value breaks: `DisclosedContract/contractId`. */
  readonly schema?: string;
  /** The names of the operations whose responses a relation compares. */
  readonly compares?: readonly string[];
}

/** The five outcomes of W3C EARL; the last three carry a reason. */
export type Outcome = 'passed' | 'failed' | 'cantTell' | 'inapplicable' | 'untested';
export const OUTCOMES: readonly Outcome[] = [
  'failed',
  'cantTell',
  'untested',
  'inapplicable',
  'passed',
];

export type Reason =
  | 'missing-fixture'
  | 'needs-credential'
  | 'control-rejected'
  | 'nothing-conclusive'
  | 'not-observed'
  | 'not-offered'
  | 'not-allowed'
  | 'not-sampled'
  | 'flaky'
  | 'throttled'
  | 'unreachable'
  | 'budget'
  | 'interrupted'
  | 'kit-fault';

/** When a failure comes back that does not come back alone: after other requests, beside them, or by chance. */
export type FailsWhen = 'after-others' | 'beside-others' | 'now-and-then';

/** The smallest request that shows a failure, and how to see it again. */
export interface Counterexample {
  readonly curl: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  /** What requests of this kind hold, in one clause without a full stop; absent where the request had another purpose. */
  readonly sends?: string;
  readonly seed: number;
  /** `<probe>#<group>@<path>`: with the seed, names the case exactly. */
  readonly path: string;
  /** Absent where nothing could be sent to find it out. */
  readonly reproduction?: Reproduction;
}

/** What shows a failure again, each request over a connection of its own, and how often it did. */
export interface Reproduction {
  /** Commands for one shell, to be run in this order; the last one shows it. */
  readonly lines: readonly string[];
  /** Steps of other cases that come first: `<probe>#<group>@<path>/<step>`. */
  readonly after?: readonly string[];
  /** How often all lines were run, and how often the failure came. */
  readonly runs: number;
  readonly failed: number;
  /** What the reader has to know before running them. */
  readonly note?: string;
}

/** A counterexample of another cause than the first one of its verdict. */
export interface OtherCounterexample extends Counterexample {
  readonly findings: readonly Finding[];
}

/** The outcome of one requirement. */
export interface Verdict {
  readonly requirement: string;
  /** The operation's key. */
  readonly operation: string;
  readonly level: Level;
  readonly outcome: Outcome;
  readonly reason?: Reason;
  /** What would have to change for an outcome without a verdict; or what is worth knowing about this one. */
  readonly note?: string;
  /** The failure does not come back by itself. */
  readonly failsWhen?: FailsWhen;
  readonly statement: string;
  readonly clause: string;
  /** What is likely wrong, and what to do about it; only with a failure. */
  readonly cause?: string;
  readonly fix?: string;
  /** Rules of the same operation of which it may be a consequence; only with a failure. */
  readonly followsFrom?: readonly string[];
  /** A baseline names this failure: it may stay for now. */
  readonly known?: true;
  /** Exchanges this requirement looked at, and how many of them were conclusive. */
  readonly exchanges: number;
  readonly conclusive: number;
  readonly findings: readonly Finding[];
  readonly counterexample?: Counterexample;
  /** Requests that fail in another way than the first one, or for something else in them. */
  readonly otherCounterexamples?: readonly OtherCounterexample[];
  /** Indexes into evidence.har's entries. */
  readonly evidence: readonly number[];
}

export type Result = 'conforming' | 'nonconforming' | 'partial';
export type Summary = Readonly<Record<Level, Readonly<Record<Outcome, number>>>>;

/** `not-offered`: none of its operations is served, and none has to be. */
export type ApiResult = Result | 'not-offered';

/** One document of the surface: what the target serves of it, and whether that conforms. */
export interface ApiReport {
  /** The id of its contract. */
  readonly api: string;
  readonly version: string;
  readonly result: ApiResult;
  /** Whether the target names it among the APIs that it serves; absent where it names none. */
  readonly advertised?: boolean;
  /** The names of its operations, without that of the API. */
  readonly operations: readonly string[];
  /** Those of them that the target does not serve. */
  readonly notServed: readonly string[];
  readonly summary: Summary;
}

/** Everything a run learned: report.json, field by field. */
export interface Report {
  readonly schemaVersion: string;
  readonly kit: { readonly name: string; readonly version: string };
  readonly contract: readonly {
    readonly id: string;
    readonly version: string;
    readonly sha256: string;
  }[];
  readonly target: { readonly url: string };
  readonly run: {
    readonly seed: number;
    readonly runs: number;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly requests: number;
    /** Requests that the run announced: its plan, and all that it might send. */
    readonly planned: number;
    readonly ceiling: number;
    readonly profile: string;
    /** True when the run was stopped before its plan was done. */
    readonly interrupted: boolean;
    /** Why no request got a response; absent where one did. */
    readonly neverResponded?: string;
    /** What the run left out, so that it certifies nothing; absent where it left out nothing. */
    readonly leftOut?: {
      /** It sent a part of the requests to each operation. */
      readonly requests?: true;
      /** MUST requirements that were not selected. */
      readonly requirements?: number;
    };
    /** What the reader must know before trusting the verdicts: a target that died, a budget that ran out. */
    readonly notes: readonly string[];
    /** What the reader may want to know and is no trouble. */
    readonly remarks?: readonly string[];
  };
  readonly result: Result;
  /** One for each document of which something was selected; absent in reports before version 3.1. */
  readonly apis?: readonly ApiReport[];
  readonly summary: Summary;
  readonly verdicts: readonly Verdict[];
}
