/** What is known of one failure, as data: where the target goes wrong, in which part of the request, and how it shows. */
import {
  type Finding,
  isObject,
  isOneStatus,
  type Place,
  parsedJson,
  pathOf,
  type Shown,
  statusesIn,
  statusOf,
  type Verdict,
} from '../../model/index.ts';
import { nameOf, operationNameOf, ruleNameOf } from '../names.ts';
import { textOf } from '../words.ts';

/** The part of the target that a rule is about, from the connection to the text of an error. */
export type Layer =
  | 'connection'
  | 'routing'
  | 'credentials'
  | 'decoding'
  | 'validation'
  | 'lookup'
  | 'handler'
  | 'state'
  | 'encoder'
  | 'error mapper';

/**
 * `accepted`: a wrong request gets a success. `refused`: a valid one gets none. `other status`: a rejection with another
 * status than its own, also an error with the status of a success.
 */
export type Outcome = 'accepted' | 'crash' | 'other status' | 'refused' | 'wrong value';

export interface Failure {
  readonly verdict: Verdict;
  readonly finding: Finding;
  readonly layer: Layer;
  readonly outcome: Outcome;
  readonly operation: string;
  /** Its operation, and those that it compares. */
  readonly operations: readonly string[];
  /** The name of the rule, which is the same at every operation. */
  readonly rule: string;
  /** The kind of the request: `unknown-ids` of `allocation-v1/withdraw/unknown-ids#in-a-row@0:1`. */
  readonly kind: string;
  /** The actual status, if the failure is about one, or that of the response with the wrong value; 0 without one. */
  readonly status: number;
  /** The statuses of the expected response; empty if any documented one is expected. */
  readonly due: readonly number[];
  /** The members that lead to the place, without indexes and ids; `*` at the end for an element. */
  readonly steps: readonly string[];
  /** The last of them that has a name. */
  readonly member: string | undefined;
  /** True if the response that shows it is an error. */
  readonly isError: boolean;
  /** True if that is a success whose body is an error: the request was rejected, and only the status is wrong. */
  readonly isErrorSentAsSuccess: boolean;
}

/** The facts of a failed verdict, by its first finding. */
export function failureOf(verdict: Verdict): Failure {
  const { requirement, counterexample } = verdict;
  const finding = verdict.findings[0] ?? NONE;
  const isStatus = isOneStatus(finding.at);
  const shown = counterexample?.response?.status ?? 0;
  const due = isStatus ? statusesIn(finding.expected) : [];
  const operation = operationNameOf(requirement);
  const steps = stepsIn(finding.at);
  const facts = {
    ...{ verdict, finding, operation, due, steps },
    operations: [...new Set([operation, ...(finding.compares ?? [])])],
    rule: ruleNameOf(verdict),
    kind: kindOf(verdict),
    status: isStatus ? (statusOf(finding.actual) ?? shown) : shown,
    member: namesIn(finding.at).at(-1),
    isError: shown >= 400,
    isErrorSentAsSuccess: shown < 300 && isErrorBody(verdict),
  };
  return { ...facts, layer: layerOf(facts), outcome: isStatus ? outcomeOf(facts) : 'wrong value' };
}

type Facts = Omit<Failure, 'layer' | 'outcome'>;

/** A verdict without findings, as in the reports of other kits. */
const NONE: Finding = {
  kind: 'status',
  at: { part: 'operation' },
  expected: { type: 'nothing' },
  actual: { type: 'nothing' },
};

/** By the form of the check, and by the part of the request that is wrong on purpose. */
function layerOf({ verdict, finding, due, isError }: Facts): Layer {
  const { at, kind, keyword } = finding;
  if (kind === 'connection') return 'connection';
  if (at.part === 'operation') return 'routing';
  if (isOneStatus(at)) {
    if (due.length > 0 && due.every((status) => status === 401 || status === 403))
      return 'credentials';
    if (due.some(isSuccess) || due.length === 0) return 'handler';
    if (due.includes(405)) return 'routing';
    const { wrong } = verdict.counterexample ?? {};
    if (wrong !== undefined) return LAYERS[wrong];
    return due.includes(404) ? 'lookup' : 'validation';
  }
  if (isError && at.part !== 'header') return 'error mapper';
  if (at.part === 'header' || at.part === 'text' || keyword !== undefined) return 'encoder';
  return kind === 'relation' ? 'state' : 'handler';
}

/** What reads the part of a request that is wrong on purpose. */
export const LAYERS = { framing: 'decoding', schema: 'validation', identifier: 'lookup' } as const;

function outcomeOf({ due, status, isErrorSentAsSuccess }: Facts): Outcome {
  if (status >= 500) return 'crash';
  if (due.some(isSuccess)) return 'refused';
  const isAccepted = isSuccess(status) && due.length > 0 && !isErrorSentAsSuccess;
  return isAccepted ? 'accepted' : 'other status';
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** `unknown-ids` of `allocation-v1/withdraw/unknown-ids#in-a-row@0:1`. */
function kindOf(verdict: Verdict): string {
  const [probe = ''] = (verdict.counterexample?.path ?? '').split('#', 1);
  return probe.includes('/') ? nameOf(probe) : ruleNameOf(verdict);
}

/** True if the case has several named requests. */
export function isOfSteps({ verdict }: Failure): boolean {
  return /#in-a-row@\d+$/.test(verdict.counterexample?.path ?? '');
}

function isErrorBody({ counterexample }: Verdict): boolean {
  const value = parsedJson(counterexample?.response?.body ?? '');
  return isObject(value) && ERROR_NAMES.some((name) => typeof value[name] === 'string');
}

/** The documented errors of both surfaces have one of these members, and no success has. */
const ERROR_NAMES = ['error', 'code'] as const;

/** The member names of a place, without ids, indexes and words: `disclosedContracts`, `debugPayload`. */
function namesIn(at: Place): readonly string[] {
  return stepsOf(at).filter((name) => /^[A-Za-z_]\w{0,60}$/.test(name) && !isId(name));
}

function stepsOf(at: Place): readonly string[] {
  return pathOf(at).split('/').slice(1);
}

function isId(name: string): boolean {
  return /^[0-9a-f]{16,}$/i.test(name);
}

/** The same names, but with list elements, whose failures have separate causes. */
function stepsIn(at: Place): readonly string[] {
  const last = stepsOf(at).at(-1) ?? '';
  const names = namesIn(at);
  return last === '' || last === names.at(-1) ? names : [...names, ELEMENT];
}

const ELEMENT = '*';

/** True if the places are the same, if one contains the other, or if both end in the same member. */
export function areRelated(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true;
  if (one.at(-1) === other.at(-1) && one.at(-1) !== ELEMENT) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((name, i) => long[i] === name);
}

/** The JSON type of a displayed value. */
export function typeIn(shown: Shown): string {
  if ('value' in shown) return shown.value === null ? 'null' : typeof shown.value;
  return 'type' in shown ? shown.type : textOf(shown);
}

/** True if an experiment showed that the response has the data of another request at the same time. */
export function isShownMixedUp({ verdict: { pattern } }: Failure): boolean {
  return pattern?.is === 'of-another' && pattern.when === 'beside';
}

/** True for a body that breaks its schema. */
export function isShape({ finding }: Failure): boolean {
  return finding.keyword !== undefined;
}

/** The object lacks all its required members: it is another one, or its members have other names. */
export function isOtherObject({ finding }: Failure): boolean {
  return finding.keyword === 'required' && finding.schema?.includes('/') === false;
}

/** True for a body with the documented shape and wrong contents. */
export function isOfContents(failure: Failure): boolean {
  const { finding, outcome, layer } = failure;
  return (
    outcome === 'wrong value' &&
    finding.kind !== 'header' &&
    layer !== 'connection' &&
    !isShape(failure)
  );
}

/** True if the failures are known to fail only in cases of the others. */
export function areOnlyIn(failures: readonly Failure[], others: readonly Failure[]): boolean {
  const cases = new Set(others.flatMap(({ verdict }) => verdict.failsIn ?? []));
  return failures.every(({ verdict }) => verdict.failsIn?.every((name) => cases.has(name)));
}

/** Texts and numbers vary between responses, their types do not. */
export function withoutValues(text: string): string {
  const quoted = /"(?:[^"\\]|\\.)*"?/g;
  return withoutIds(
    text.replace(/^(an object with|an array of) .*/, '$1 …').replace(quoted, '"…"'),
  );
}

/** Longer texts are equal if they start alike. */
const LONGEST = 1000;

export function withoutIds(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[0-9a-f]{16,}/gi, '#')
    .replace(/\d{4,}|(?<=of |of error )\d+/g, '#');
}
