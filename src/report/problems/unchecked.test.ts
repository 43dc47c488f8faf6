import { expect, it } from 'vitest';
import { findingFrom } from '../../../test/finding-of.ts';
import { mixed } from '../../../test/sample-report.ts';
import type { Verdict } from '../../model/index.ts';
import { problemsOf } from '../problems.ts';

const [base] = mixed.verdicts;

/** A wrong request, and its status. */
function wrong(rule: string, expected: string, actual: string, body = '{"data":{}}'): Verdict {
  const kind = expected === '404' ? `ids/${rule}` : 'ids/known';
  return {
    ...base,
    requirement: `registry/a/${rule}`,
    level: 'MUST',
    outcome: 'failed',
    cause: rule,
    findings: [findingFrom({ at: 'status', expected, actual })],
    counterexample: {
      curl: `curl ${rule}`,
      request: { method: 'POST', url: `http://x/${kind}`, headers: {}, body: `{"${rule}":1}` },
      response: { status: Number(actual), headers: {}, body },
      seed: 1,
      path: `a/${rule}#x@0`,
    },
  } as Verdict;
}

const BODIES = ['rejects-missing-body', 'rejects-body-type', 'rejects-flag', 'rejects-meta'];
const IDS = ['rejects-unknown-id', 'rejects-near-id', 'rejects-other-id', 'rejects-rare-id'];

const problems = (...verdicts: readonly Verdict[]): readonly string[][] =>
  problemsOf({ verdicts }).map((p) => p.verdicts.map((v) => v.requirement.slice(11)));

it('wrong ids and wrong bodies that are served lack a check each', () => {
  const bodies = BODIES.map((rule) => wrong(rule, '400', '200'));
  const ids = IDS.map((rule) => wrong(rule, '404', '200'));
  expect(problems(...bodies, ...ids)).toEqual([BODIES, IDS]);
});

it('a method that is not documented is routed by another place than the one that checks bodies', () => {
  const bodies = BODIES.map((rule) => wrong(rule, '400', '200'));
  const method = wrong('rejects-wrong-method', '404 or 405', '200');
  const framed = { ...method.counterexample, wrong: 'framing' } as typeof method.counterexample;
  const routed = { ...method, counterexample: framed } as Verdict;
  expect(problems(...bodies, routed)).toEqual([BODIES, ['rejects-wrong-method']]);
});

it('wrong ids and wrong bodies that crash have one handler of errors', () => {
  const bodies = BODIES.map((rule) => wrong(rule, '400', '500'));
  const ids = IDS.map((rule) => wrong(rule, '404', '500'));
  expect(problems(...bodies, ...ids)).toHaveLength(1);
});

it('four kinds of wrong bodies that are served have a common cause, and fewer do not', () => {
  const bodies = BODIES.map((rule) => wrong(rule, '400', '200'));
  const [many] = problemsOf({ verdicts: bodies });
  expect(many?.verdicts.map(({ cause }) => cause)).toEqual([
    expect.stringMatching(/^Nothing compares the body with the documented schema/),
    ...BODIES.slice(1),
  ]);
  const few = problemsOf({ verdicts: bodies.slice(0, 3) });
  expect(few.map(({ verdicts: [first] }) => first.cause)).toEqual(BODIES.slice(0, few.length));
});

it('an error that has status 200 names the place where errors become responses', () => {
  const texts = BODIES.map((rule) => wrong(rule, '400', '200', '{"error":"a text is too short"}'));
  const [problem] = problemsOf({ verdicts: texts });
  expect(problem?.verdicts[0].cause).toMatch(/^The request is rejected, but with status 200/);
});

it('a 422 is no missing check', () => {
  const accepted = wrong('rejects-body-type', '400', '200');
  const { counterexample, ...status } = wrong('bad-request-is-400', '400', '422');
  const ofOneKind = {
    ...counterexample,
    path: accepted.counterexample?.path,
  } as typeof counterexample;
  expect(problems(accepted, { ...status, counterexample: ofOneKind } as Verdict)).toHaveLength(2);
});

it('a rule about every response does not lead one about the request', () => {
  const own = wrong('rejects-unknown-id', '404', '500');
  const general = ['a', 'b', 'c'].map((operation) => ({
    ...own,
    requirement: `registry/${operation}/no-server-error`,
    findings: [findingFrom({ at: 'status', expected: 'a documented status', actual: '500' })],
  }));
  const [problem] = problemsOf({ verdicts: [...general, own] });
  expect(problem?.verdicts.map((v) => v.requirement)[0]).toBe('registry/a/rejects-unknown-id');
});
