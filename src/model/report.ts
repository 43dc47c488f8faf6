/** The types of a report, and how to read them. */
import type { Level } from '../contract/contract.ts';
import { type Shown, statusOf } from '../contract/shown.ts';
import type { Pattern } from './pattern.ts';
import type { Place } from './place.ts';

/** The subject of a finding: a part of one response, or a relation between several responses. */
export type FindingKind = 'status' | 'header' | 'body' | 'connection' | 'relation';

/** One difference between what is expected and the actual response, as data: src/report puts it into words. */
export interface Finding {
  readonly kind: FindingKind;
  readonly at: Place;
  readonly expected: Shown;
  readonly actual: Shown;
  /** The keyword of the schema that the value breaks. */
  readonly keyword?: string;
  /** The place in the component schema that the value breaks: `DisclosedContract/contractId`. */
  readonly schema?: string;
  /** The names of the operations that a relation compares. */
  readonly compares?: readonly string[];
  /** True if the rule knows which of the compared responses is wrong: the one that is shown. */
  readonly blames?: true;
  /** The row of the requirement that it breaks, by its id. */
  readonly row?: string;
  /** The elements or responses in which it holds, and no other ones; absent if that is not known. */
  readonly where?: Where;
  /** The only other place that has the actual value, or the missing one; absent if there is none, or several. */
  readonly sameAs?: SameAs;
}

/** The position of a response among the pages of a list. */
export type PagePosition =
  | ('first-page' | 'later-page' | 'last-page' | 'not-last-page')
  /** The list ends with it, and it has as many elements as were asked for, or fewer. */
  | ('full-last-page' | 'partial-last-page');

/** What the elements of a list, or the responses, with a finding have in common, and no other one has. */
export interface Where {
  /** The member of the element or of the response, as a JSON Pointer; empty for a position. */
  readonly at: string;
  /**
   * As in `Distinction`. `below`: a number is below `than`. `same`: it is equal to the member `as`. `one-of`: it is one of
   * `values`, without a known reason. `some`: the same with further values. `first`: the first element of its list.
   * `not-first`: each element after it. Or the position of the response.
   */
  readonly is:
    | Exclude<Distinction['is'], 'unknown' | 'like' | 'different' | 'shown' | 'starts'>
    | ('below' | 'same' | 'one-of' | 'some' | 'first' | 'not-first')
    | PagePosition;
  readonly than?: number;
  readonly value?: string | number | boolean | null;
  readonly values?: readonly string[];
  readonly as?: string;
  /** How many different elements or responses have the finding, of those that were compared. */
  readonly count: number;
  readonly of: number;
}

/** Where a wrong value comes from, or what names a missing one. */
export interface SameAs {
  /** The member of the response that shows the finding, of another one of its case, or of the request. */
  readonly in: 'response' | 'other-response' | 'request';
  /** A JSON Pointer with `*` for each element of a list, or `?name` of the query. */
  readonly at: string;
  /** True if it has the expected value, which is missing at the place of the finding. */
  readonly isExpected?: true;
  /** The operation of the other response. */
  readonly operation?: string;
}

/** The last three carry a reason. */
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
  | 'switched-off'
  | 'not-allowed'
  | 'not-sampled'
  | 'flaky'
  | 'throttled'
  | 'caller-refused'
  | 'unreachable'
  | 'budget'
  | 'interrupted'
  | 'kit-fault';

/** What the failing requests of a rule have in common, and none of its other requests has. */
export interface Distinction {
  /**
   * A JSON Pointer into the body, in which `*` is any element or member; empty: any text of the body; `name` and such a
   * pointer: a member's name; `different` and a name: the different values of all members with this name; `?name` of the
   * query, `header name`, `path`, `id in the path`, `method` or `spelling`.
   */
  readonly at: string;
  /**
   * `above`, `longer`, `more`: a number, the length of a text, or the number of entries exceeds `than`. `below`: a number
   * is below `than`. `value`: it is `value`. `contains`: its text has the character `value`. `starts`: it is an id that
   * starts with `value`. `empty`: it has no entries. `unknown`: it is an id that no
   * fixture has. `like`: it is not a known id, but has the same `start` or `end`, is a `part` of it without its end, or
   * differs only in `case`. `same`, `different`: it is equal to what is at `as`, or is not. `shown`: the
   * responses of the operation `shown` have it at the JSON Pointer `value`, or at that of `or`, and no passing one there.
   * `beyond-ascii`: it has characters beyond ASCII, and also the `value` if there is one; no request tells them apart.
   */
  readonly is:
    | 'there'
    | 'absent'
    | 'above'
    | 'below'
    | 'longer'
    | 'more'
    | 'value'
    | 'empty'
    | 'unknown'
    | 'like'
    | 'same'
    | 'different'
    | 'shown'
    | 'contains'
    | 'starts'
    | 'beyond-ascii';
  readonly than?: number;
  /** The smallest that is known to fail, if it is not the next one. */
  readonly from?: number;
  /** The place that it is compared with. */
  readonly as?: string;
  /** Another character, or another place; each failing request has one of the two. */
  readonly or?: string;
  /** The name of another operation that shows its value; with the `member` that is true only beside this value. */
  readonly shown?: { readonly operation: string; readonly member?: string };
  /** The name of another operation that accepts the id, but none of those that pass here. */
  readonly acceptedBy?: string;
  /** The name of the fixture that has the id, but none of those that pass. */
  readonly fixture?: string;
  readonly value?: string | number | boolean | null;
  /** Another one that comes with it in each request: one of them matters, or both. */
  readonly and?: Distinction;
}

/** The widest difference of spelling: it is in what `spelling` has for any other white space. */
export const WIDE_SPELLING = 'other white space in';

/** Stands for all characters that take four bytes in UTF-8. */
export const FOUR_BYTES = '\u{10000}';

/** The earlier request that a failure needs. */
export interface Earlier {
  /** The name of its operation. */
  readonly operation: string;
  /** True if it is to the same path; absent for another one. */
  readonly isSamePath?: true;
  /** True for the same request: only its first response is right. */
  readonly isSame?: true;
  /** The place in which it differs, as in `Distinction`, and what it has there; absent if it differs in several. */
  readonly at?: string;
  readonly value?: string | number | boolean | null;
  /** True if it lacks that place. */
  readonly isWithout?: true;
}

/** When a failure comes back that does not come back alone: after other requests, beside them, or at random. */
export type FailsWhen = 'after-others' | 'beside-others' | 'now-and-then';

/** The smallest request that shows a failure, and how to reproduce it. */
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
  /** The name of the operation that got the request; absent in reports before version 4.1. */
  readonly operation?: string;
  /** The contents of such requests, in one clause without a full stop; absent if they do not matter to the failure. */
  readonly sends?: string;
  /** The part of the request that is wrong on purpose; absent if none is. */
  readonly wrong?: 'schema' | 'identifier' | 'framing';
  /** For each of its values that discovery read: the operations that showed it, each with JSON Pointers. */
  readonly readFrom?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Those of `readFrom` whose value the response names as wrong: it repeats the value and rejects the request. */
  readonly rejects?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly seed: number;
  /** `<probe>#<group>@<path>`: with the seed, names the case exactly. */
  readonly path: string;
  /** Absent if nothing could be sent to reproduce it. */
  readonly reproduction?: Reproduction;
}

/** The place that showed a value for which a valid request is rejected; absent for other failures. */
export function rejectedPlace(
  { at, expected }: Finding,
  { rejects = [] }: Pick<Counterexample, 'rejects'>,
): { readonly operation: string; readonly pointer: string } | undefined {
  const [shown] = rejects.flatMap((one) => Object.entries(one));
  const status = statusOf(expected) ?? 0;
  if (shown === undefined || at.part !== 'status' || status < 200 || status >= 300)
    return undefined;
  const [operation, [pointer = '']] = shown;
  return { operation, pointer };
}

/** Requests that reproduce a failure, each over its own connection, and how often they did. */
export interface Reproduction {
  /** Commands for one shell, in this order; the last one shows the failure, unless `shows` names another. */
  readonly lines: readonly string[];
  /** The number of the command whose response shows the failure, counted from 1. */
  readonly shows?: number;
  /** Earlier steps of other cases: `<probe>#<group>@<path>/<step>`. */
  readonly after?: readonly string[];
  /** How often all lines were run, and how often the failure occurred. */
  readonly runs: number;
  readonly failed: number;
  /** A warning to read before running them. */
  readonly note?: string;
}

/** A counterexample of another cause than the first one of its verdict. */
export interface OtherCounterexample extends Counterexample {
  readonly findings: readonly Finding[];
  /** The advice for the row of its findings, if it is another row than that of the verdict. */
  readonly cause?: string;
  readonly fix?: string;
  readonly followsFrom?: readonly string[];
  readonly rowStatement?: string;
}

/** The outcome of one requirement. */
export interface Verdict {
  readonly requirement: string;
  /** The operation's key. */
  readonly operation: string;
  readonly level: Level;
  readonly outcome: Outcome;
  readonly reason?: Reason;
  /** For an outcome without a verdict, a remedy; otherwise a remark. */
  readonly note?: string;
  /** Present if the failure does not come back by itself. */
  readonly failsWhen?: FailsWhen;
  /** The earlier request whose response or state the failing one gets; absent if none was shown to matter. */
  readonly after?: Earlier;
  /** What the other responses of the run show about it; absent if they show nothing more than its request does. */
  readonly pattern?: Pattern;
  /** How many of the responses that were compared are wrong; only if it fails now and then, often enough to say so. */
  readonly share?: { readonly count: number; readonly of: number };
  readonly statement: string;
  /** What the row of its first finding requires; absent if that is the requirement itself. */
  readonly rowStatement?: string;
  readonly clause: string;
  /** The callers that cannot use the operation if it fails, as in the requirement. */
  readonly blocks?: string;
  /** The likely cause, and its fix; only with a failure. */
  readonly cause?: string;
  readonly fix?: string;
  /** Rules of which it may be a consequence, as in the requirement; only with a failure. */
  readonly followsFrom?: readonly string[];
  /** True if the baseline has this failure. */
  readonly known?: true;
  /** The part that is wrong on purpose in all requests of the requirement; absent for other requirements. */
  readonly wrong?: 'schema' | 'identifier' | 'framing';
  /** The numbers of checked exchanges, and of conclusive ones. */
  readonly exchanges: number;
  readonly conclusive: number;
  readonly findings: readonly Finding[];
  /** What its failing requests have in common, and none of its other requests has. */
  readonly only?: Distinction;
  /** The names of the failing cases, as in `path`; of more than 20 only their kinds of requests, without the `#`. */
  readonly failsIn?: readonly string[];
  readonly counterexample?: Counterexample;
  /** Requests that fail in another way than the first one, or because of another part. */
  readonly otherCounterexamples?: readonly OtherCounterexample[];
  /** Indexes into evidence.har's entries. */
  readonly evidence: readonly number[];
}

export type Result = 'conforming' | 'nonconforming' | 'partial';
export type Summary = Readonly<Record<Level, Readonly<Record<Outcome, number>>>>;

/** `not-offered`: none of its operations is served, and none has to be. */
export type ApiResult = Result | 'not-offered';

/** One document of the surface: the operations that the target serves of it, and whether they conform. */
export interface ApiReport {
  /** The id of its contract. */
  readonly api: string;
  readonly version: string;
  readonly result: ApiResult;
  /** True if the target lists it among its APIs; absent if the target lists none. */
  readonly advertised?: boolean;
  /** The names of its operations, without the API. */
  readonly operations: readonly string[];
  /** Operations of the API that the target does not serve. */
  readonly notServed: readonly string[];
  /** Deprecated operations that the target has switched off; absent if there are none. */
  readonly switchedOff?: readonly string[];
  readonly summary: Summary;
}

/** The method and the path of an operation. */
export interface OperationLine {
  /** Its key, as in the verdicts. */
  readonly operation: string;
  readonly method: string;
  /** The template of its path. */
  readonly path: string;
}

/** The whole result of a run: report.json, member by member. */
export interface Report {
  readonly schemaVersion: string;
  readonly kit: { readonly name: string; readonly version: string };
  readonly contract: readonly {
    readonly id: string;
    readonly version: string;
    readonly sha256: string;
  }[];
  /** The files of own rules that it was judged by too; absent if there are none. */
  readonly rules?: readonly { readonly file: string; readonly sha256: string }[];
  readonly target: {
    readonly url: string;
    /** What the operator calls it; absent without a name. */
    readonly name?: string;
  };
  /** The operations of the contract in the order of its documents; absent in reports before version 4.1. */
  readonly operations?: readonly OperationLine[];
  readonly run: {
    readonly seed: number;
    readonly runs: number;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly requests: number;
    /** The requests of its plan, without those to what the target does not offer, and the most that it might send. */
    readonly planned: number;
    readonly ceiling: number;
    readonly profile: string;
    /** True if the run was stopped before its plan was done. */
    readonly interrupted: boolean;
    /** Why no request got a response; absent if one did. */
    readonly neverResponded?: string;
    /** What the run omitted, so that it cannot certify the target; absent if it omitted nothing. */
    readonly leftOut?: {
      /** True if it sent only part of the requests to each operation. */
      readonly requests?: true;
      /** MUST requirements that were not selected. */
      readonly requirements?: number;
    };
    /** Groups of rules that the operator left out; absent if there are none. */
    readonly without?: readonly string[];
    /** The share of the planned MUST requirements that has to be judged, in percent; absent if none is asked for. */
    readonly minJudged?: number;
    /** Fixtures that the operator gave and the target never found, such as `allocations[0]`; absent if there are none. */
    readonly deadFixtures?: readonly string[];
    /** That the target is held to the contract of another version, in words; absent if it is not. */
    readonly heldTo?: string;
    /** Notes that limit the verdicts: a target that stopped responding, a budget that was too small. */
    readonly notes: readonly string[];
    /** Remarks that are not about problems. */
    readonly remarks?: readonly string[];
  };
  /** All requirements of the contract, selected or not: their number, and the digest of ids, levels and statements. */
  readonly requirementSet?: { readonly count: number; readonly sha256: string };
  readonly result: Result;
  /** One for each document with a selected requirement; absent in reports before version 3.1. */
  readonly apis?: readonly ApiReport[];
  readonly summary: Summary;
  readonly verdicts: readonly Verdict[];
}
