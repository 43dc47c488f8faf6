/** A chapter of the contract as its file states it: clauses, the requests that show them, and rules. docs/chapters.md has examples. */
import type { Clause, FixtureName, Level } from '../../../src/kit.ts';
import { isObject } from '../json.ts';
import { type CausesData, causesOf } from './causes.ts';
import type { Until } from './until.ts';

/** Several names, as a list or as one text with spaces. */
export type Names = string | readonly string[];

export const namesIn = (names: Names = []): readonly string[] =>
  typeof names === 'string' ? names.split(/\s+/).filter(Boolean) : names;

/** A request. Its texts have holes: `$name`. */
export interface RequestData {
  readonly operation?: string;
  readonly path?: object;
  /** Parameters of the path, byte for byte as they are sent. */
  readonly encoded?: object;
  readonly query?: object | string;
  readonly json?: unknown;
  /** Raw bytes, in base64, in place of JSON. */
  readonly bytes?: string;
  /** The plainest valid request of the operation, in place of these parts. */
  readonly good?: true;
  /** In place of the method of the operation. */
  readonly method?: string;
  /** In place of the whole path of the operation. */
  readonly 'whole-path'?: string;
  /** What the surface sends in place of the token of the run, by name. */
  readonly credentials?: string;
  /** The step or the request that undoes it; `none`: in place of that of the shared request. */
  readonly undo?: string;
  /** Only for what undoes another request. */
  readonly 'only-if'?: Needed;
  /** The request is repeated until its response has a value here, or this one: `/user/id = $user`, `/rights = $rights in any order`, `/users lacks /id = $user`, `/users has $created`; until it is `gone`; or until a function of the surface holds. */
  readonly until?: Until;
  /** Not sent at a version whose request body lacks this member. */
  readonly 'if-member'?: string;
  /** Not sent if this hole has no value. */
  readonly if?: string;
  /** Only in cases of these operations. */
  readonly on?: Names;
  /** Headers beside those of every request. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** How many seconds the server may wait before it responds, because the request asks for it. */
  readonly waits?: number;
  /** On a connection of its own. */
  readonly fresh?: true;
  /** The caller has the right for this request, so that a 403 is an answer to it. */
  readonly permitted?: true;
  /** Its body does not fit the document, and no `rejected` names it. */
  readonly unfit?: true;
  /** For how many seconds it is repeated `until` something holds. */
  readonly within?: 30;
  /** Not sent at a version whose request body requires one of these members. */
  readonly 'unless-required'?: Names;
}

/** Something is to be undone only if this function of the surface holds for the response to a shared request. */
export interface Needed {
  readonly look: string;
  readonly shows: Readonly<Record<string, unknown>>;
}

/** One request of a case: values for the holes of its template, and what differs from it. */
export interface StepData extends RequestData {
  /** The shared request to send in place of that of the case. */
  readonly send?: string;
  /** What is sent in its place if an earlier response lacks a value for it. */
  readonly else?: StepData;
  readonly [hole: string]: unknown;
}

/** A request that several chapters send, and what its holes are unless a step or a case has values for them. */
export interface SharedRequest extends RequestData {
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A name is that of a shared request. */
export type Step = string | StepData;

/** The members of a step that are not values of holes. */
export const STEP_MEMBERS: readonly string[] = [
  ...['operation', 'path', 'encoded', 'query', 'json', 'bytes', 'good', 'method'],
  ...['whole-path', 'credentials'],
  ...[
    'undo',
    'only-if',
    'until',
    'if-member',
    'if',
    'on',
    'headers',
    'waits',
    'permitted',
    'unfit',
    'fresh',
  ],
  ...['within', 'unless-required', 'send', 'else'],
];

/**
 * Requests in order. A scenario is a case with an effect, whose names `$tag` makes unique; one whose steps need earlier
 * responses, unless it says otherwise; and one that says so. In other cases a valid request has to be accepted before
 * they count.
 */
export interface CaseData {
  readonly on?: Names;
  /** Only from this version on. */
  readonly since?: string;
  /** The name of its probe, if cases of several operations have the same one. */
  readonly name?: string;
  /** The clause of its rules that have none; by operation, if they differ. */
  readonly clause?: string | Readonly<Record<string, string>>;
  readonly sends?: string;
  /** In place of steps: the requests of this name that the plan has of the operation anyway. */
  readonly sent?: string;
  /** In place of steps: a value of the surface that has the requests in order, or those of each case by its name. */
  readonly requests?: unknown;
  /** Each step is a case of its own. */
  readonly each?: true;
  /** One such case for each member of this value, by the name of the hole that it fills. */
  readonly for?: Readonly<Record<string, unknown>>;
  /** It needs only its own fixtures, and counts whether or not a valid request is accepted. */
  readonly 'by-itself'?: true;
  /** What is wrong with its requests. */
  readonly wrong?: 'identifier' | 'schema';
  /** A server may reject its requests, though they are not wrong. */
  readonly 'may-be-rejected'?: true;
  /** Its requests go to several operations, whose responses are compared: steps show this by themselves. */
  readonly 'several-operations'?: boolean;
  /** Its rules handle 401 and 403 themselves, so that the other responses still count. */
  readonly 'checks-credentials'?: true;
  readonly effect?: 'undecodable' | 'reversible' | 'irreversible';
  readonly needs?: FixtureName | readonly FixtureName[];
  readonly about?: 'credentials';
  readonly scenario?: boolean;
  /** Steps that follow each other, which are sent at the same time. */
  readonly together?: Names;
  /** Nothing else is sent meanwhile. */
  readonly alone?: true;
  /** It needs what the plainest valid request of the operation needs. */
  readonly 'as-good'?: true;
  /** The name of a reason why it does not apply. */
  readonly unless?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly request?: RequestData;
  readonly steps?: Readonly<Record<string, Step>>;
}

type ByCase<T> = T | Readonly<Record<string, T>>;

export interface Advice {
  readonly clause?: string;
  readonly level?: Level;
  readonly statement?: string;
  readonly cause: string;
  /** Causes of certain ways of failing, with their fixes; `cause` covers all others. */
  readonly causes?: CausesData;
  readonly fix: string;
  readonly follows?: Names;
}

/** Another level and why: on all operations but these, or only at versions before this one. */
interface Except {
  readonly 'not-on'?: Names;
  readonly before?: string;
  readonly level: Level;
  readonly reason: string;
}

/** A rule about these members, or about objects that have all of these, in each documented response. */
export interface MemberRuleData extends Advice {
  readonly members?: Names;
  readonly 'objects-with'?: Names;
  /** Only members with this type; `one-of`: with several documented kinds. */
  readonly type?: string;
  /** A single response proves a failure, even if no repetition shows it. */
  readonly proof?: 'once';
  /** The function that judges them. */
  readonly form: string;
}

/**
 * A rule has one more member, which is named after the form of its check. A rule of several cases may have a clause, a
 * cause, a fix, a value of its check, and steps that must be accepted, for each: by the name of the case.
 */
export interface RuleData extends Omit<Advice, 'clause' | 'cause' | 'fix'> {
  /** Cause and fix are left out if the rule has the shared words of its name. */
  readonly cause?: ByCase<string>;
  readonly fix?: ByCase<string>;
  readonly clause?: ByCase<string>;
  readonly case?: Names;
  /** Only on these operations. */
  readonly on?: Names;
  /** It judges each response that it is about, to the requests of any rule. */
  readonly 'any-traffic'?: true;
  /** It counts only if a valid request was accepted. */
  readonly 'if-good'?: true;
  /** A single response proves a failure, even if no repetition shows it. */
  readonly proof?: 'once';
  readonly except?: Except;
  /** Only at a version whose request body has this member. */
  readonly 'if-member'?: string;
  /** Only from this version on. */
  readonly since?: string;
  readonly given?: ByCase<Names>;
  readonly [form: string]: unknown;
}

/** Why a step of a scenario is rejected. */
interface RowData extends Advice {
  readonly statement: string;
  readonly status?: number;
  readonly 'or-else'?: OtherReason;
}

/** Another correct rejection: no document states which of two checks comes first. */
interface OtherReason {
  readonly status: number;
  readonly codes: Names;
}

/** A step that is wrong as a row of the surface says. */
export interface RejectedStepData {
  /** In place of that of the row or of the case. */
  readonly clause?: string;
  readonly step: string;
  readonly given?: Names;
  readonly codes?: Names;
}

/** Operations, and how their requests spell the parts that rejections change. Each other member is a part. */
export interface QueryData {
  readonly on: Names;
  /** The clause of rejections that have none. */
  readonly clause?: string;
  /** It replaces the plainest valid request of the operation. */
  readonly request?: RequestData;
  /** The values for the holes of the request. Each is a part, which a change may replace. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Codes by the name of the rejection, where they differ. */
  readonly codes?: Readonly<Record<string, Names>>;
  /** Only if the document requires none of these members of the body, or one of them. */
  readonly 'unless-required'?: Names;
  readonly 'if-required'?: Names;
  readonly [part: string]: unknown;
}

/** A wrong request, for each operation whose requests have the parts that it needs. */
export interface RejectionData extends Advice {
  readonly sends: string;
  /** What is wrong: by default a value that fits the document. */
  readonly wrong?: 'schema' | 'framing';
  readonly statement: string;
  readonly on?: Names;
  readonly needs?: Names;
  readonly fixtures?: FixtureName | readonly FixtureName[];
  /** The name of a reason why it does not apply. */
  readonly unless?: string;
  readonly since?: string;
  readonly 'if-member'?: string;
  readonly 'unless-required'?: Names;
  readonly except?: Except;
  readonly status?: number;
  readonly codes?: Names;
  readonly 'or-else'?: OtherReason;
  /** The operations whose documents state the code: there it is a MUST. */
  readonly 'code-documented-on'?: Names;
  /** Each is one request: values of parts. */
  readonly changes?: readonly Readonly<Record<string, unknown>>[];
  /** In place of changes: one request, or the texts of bodies. */
  readonly request?: RequestData;
  readonly texts?: readonly unknown[];
}

export interface Chapter {
  readonly title?: string;
  readonly clauses?: readonly Clause[];
  /** The operations of the cases. */
  readonly on?: Names;
  readonly cases?: Readonly<Record<string, CaseData>>;
  readonly rules?: Readonly<Record<string, RuleData>>;
  readonly members?: Readonly<Record<string, MemberRuleData>>;
  readonly rows?: Readonly<Record<string, RowData>>;
  /** Rules whose requests or checks are functions, by the file of the suite that has these, and by name. */
  readonly code?: Readonly<Record<string, Readonly<Record<string, Advice>>>>;
  readonly queries?: readonly QueryData[];
  readonly rejections?: Readonly<Record<string, RejectionData>>;
}

/** The cases whose rejected steps a member of the rules has: `rejects` of the first case, `rejects one other` of these. */
export function casesRejectedBy(name: string, cases: readonly string[]): Names | undefined {
  const [first, ...named] = namesIn(name);
  if (first !== 'rejects') return undefined;
  return named.length > 0 ? named : cases.slice(0, 1);
}

/** The clause of a case on this operation. */
export const clauseOn = ({ clause }: CaseData, operation: string): string | undefined =>
  typeof clause === 'string' ? clause : clause?.[operation];

/** The cases of a rule: the first one by default. */
export const casesOf = (rule: RuleData, cases: readonly string[]): readonly string[] =>
  rule.case === undefined ? cases.slice(0, 1) : namesIn(rule.case);

/** What a rule of several cases has for one of them. */
export function ofCase<T>(value: ByCase<T>, name: string, rule: RuleData): T {
  const cases = namesIn(rule.case);
  const isByCase =
    cases.length > 1 && isObject(value) && Object.keys(value).every((one) => cases.includes(one));
  return (isByCase ? value[name] : value) as T;
}

type WordedRule = RuleData & Required<Pick<RuleData, 'cause' | 'fix'>>;

/** The rule with the shared words of its name, unless it has its own. Throws if there are none. */
export function wordedRule(
  name: string,
  rule: RuleData,
  shared: Readonly<Record<string, Advice>>,
): WordedRule {
  const { cause, fix } = rule;
  if (cause !== undefined && fix !== undefined) return { ...rule, cause, fix };
  const words = shared[name];
  if (words === undefined) throw new Error('has no cause or no fix, and no shared text.');
  return { ...words, ...rule } as WordedRule;
}

/** The level and the reason on operations that an exception does not name. */
export const exceptOn = ({ 'not-on': names, level, reason }: Except) => {
  const usual = namesIn(names);
  return ({ operation }: { readonly operation: { readonly name: string } }) =>
    usual.includes(operation.name) ? undefined : { level, reason };
};

/** A clause of any chapter of the surface; `undefined` for an unknown id. */
export type ClauseOf = (id: string) => Clause | undefined;

/** What names a rule. By default its clause is that of its name, of its case, or the first one; level and statement are its clause's, whatever chapter has it. */
export function headOf(
  name: string,
  rule: Advice,
  clauses: readonly Clause[],
  clauseOf: ClauseOf,
  ofCase?: string,
) {
  const isStated = clauses.some(({ id }) => id === name);
  const named = rule.clause ?? (isStated ? name : ofCase);
  const clause = named ?? clauses[0]?.id ?? name;
  const stated = clauses.find(({ id }) => id === clause) ?? clauseOf(clause);
  const { level = stated?.level ?? 'MUST', cause, causes, fix, follows } = rule;
  const statement = rule.statement ?? stated?.statement ?? '';
  const head = { name, level, clause, statement, cause, fix };
  return {
    ...head,
    ...(causes && { causes: causesOf(causes) }),
    ...(follows && { followsFrom: namesIn(follows) }),
  };
}
