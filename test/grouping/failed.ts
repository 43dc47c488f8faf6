/** Failures as examples of the grouping. */
import type { Finding, Place, Pointer, Shown, Verdict } from '../../src/model/index.ts';
import { bodyPlace, statuses } from '../../src/model/index.ts';
import { problemsOf } from '../../src/report/problems.ts';
import { mixed } from '../sample-report.ts';

const [base] = mixed.verdicts;
if (!base) throw new Error('empty sample');

export interface Sent {
  /** The kinds of requests that fail; the first one is shown. By default that of the operation and the rule. */
  readonly in?: readonly string[];
  readonly url?: string;
  readonly request?: string;
  readonly response?: string;
  readonly status?: number;
}

/** A failed MUST, `operation/rule`. */
export function failed(
  id: string,
  finding: Finding,
  sent: Sent = {},
  more: Partial<Verdict> = {},
): Verdict {
  const [operation = ''] = id.split('/');
  const kinds = sent.in ?? [id];
  const failsIn = kinds.map((kind) => (kind.includes('/') ? kind : `${operation}/${kind}`));
  const { url = `http://x/${id}`, request, response = '{}', status = 200 } = sent;
  return {
    ...base,
    requirement: `registry/${id}`,
    level: 'MUST',
    outcome: 'failed',
    cause: id,
    findings: [finding],
    failsIn: failsIn.map((kind) => `${kind}#a@0`),
    counterexample: {
      curl: `curl ${url} ${request ?? ''}`,
      request: { method: 'POST', url, headers: {}, ...(request && { body: request }) },
      response: { status, headers: {}, body: response },
      seed: 1,
      path: `${failsIn[0]}#a@0`,
    },
    ...more,
  } as Verdict;
}

export const status = (due: number, came: number, compares?: readonly string[]): Finding => ({
  kind: 'status',
  at: { part: 'status' },
  expected: statuses(due),
  actual: statuses(came),
  ...(compares && { compares }),
});

export const shown = (given: string | number | undefined): Shown =>
  given === undefined ? { type: 'nothing' } : { value: given };

export type Value = string | number | undefined;

export const value = (at: string | Place, due: Value, came: Value): Finding => ({
  kind: 'body',
  at: typeof at === 'string' ? bodyPlace(at as Pointer) : at,
  expected: shown(due),
  actual: shown(came),
});

export const differs = (
  at: string,
  compares: readonly string[],
  due: Value = 1,
  came: Value = 2,
): Finding => ({
  ...value(at, due, came),
  kind: 'relation',
  compares,
});

export const missing = (member: string, schema = 'Thing'): Finding => ({
  ...value(`/${member}`, 'a text', undefined),
  keyword: 'required',
  schema: `${schema}/${member}`,
});

/** The rules of each problem. */
export const problems = (...verdicts: readonly Verdict[]): readonly string[] =>
  problemsOf({ verdicts }).map((one) => one.verdicts.map((v) => v.requirement.slice(9)).join(' '));
