import { expect, it } from 'vitest';
import { mixed } from '../../test/sample-report.ts';
import { type Given, type Level, type Shown, statuses, type Verdict } from '../model/index.ts';
import { finding, wrongStatus } from '../plan/requirement.ts';
import { Failures } from './test-failures.ts';

const [base] = mixed.verdicts;
if (!base) throw new Error('empty sample');

/** The same request to each operation gets 500. */
function crash(operation: string, level: Level = 'MUST', rule = 'rejects-x'): Verdict {
  return {
    ...(base as Verdict),
    requirement: `registry/${operation}/${rule}`,
    level,
    outcome: 'failed',
    findings: [wrongStatus(404, 500)],
    counterexample: {
      curl: `curl ${operation}`,
      request: { method: 'POST', url: 'http://x', headers: {} },
      response: { status: 500, headers: {}, body: '{}' },
      seed: 1,
      path: `${operation}/x#1@0`,
    },
  };
}

const failuresOf = (...verdicts: readonly Verdict[]): Failures =>
  new Failures({ ...mixed, verdicts });

it('the first test of a problem shows it in full, and again when the test is repeated', () => {
  const [a, b] = [crash('a'), crash('b')];
  const failures = failuresOf(a, b);
  const first = failures.errorOf(b);
  expect(first.message).toMatch(/^✗ MUST {2}1\. 500 instead of 404.*\(a, b\)/s);
  expect(first).toMatchObject({ expected: { status: 404 }, actual: { status: 500 } });
  const other = failures.errorOf(a);
  expect(other.message).toMatch(/^same problem as registry\/b\/rejects-x: 500 instead of 404.*$/);
  expect(other).not.toHaveProperty('expected');
  expect(failures.errorOf(b)).toEqual(first);
});

it('a warning leaves the problem to the test that fails', () => {
  const [must, should] = [crash('a'), crash('b', 'SHOULD')];
  const failures = failuresOf(should, must);
  expect(failures.errorOf(should).message).toMatch(/^same problem as registry\/a\/rejects-x: /);
  expect(failures.errorOf(must).message).toMatch(/^✗ MUST {2}1\. /);
});

it('a test that fails in two ways shows both problems', () => {
  const { counterexample, ...rest } = crash('a');
  if (!counterexample) throw new Error('no counterexample');
  const response = { status: 200, headers: {}, body: '{"id":5}' };
  const other = { ...counterexample, response, path: 'a/y#1@0', curl: 'curl other' };
  const found = [finding('/id', 'a text', 'the number 5')];
  const verdict = {
    ...rest,
    counterexample,
    otherCounterexamples: [{ ...other, findings: found }],
  };
  const { message } = failuresOf(verdict).errorOf(verdict);
  expect(message).toMatch(/^✗ MUST {2}1\. .*^✗ MUST {2}2\. /ms);
});

const json = (text: string): Shown => ({ json: text });
const CASES: readonly (readonly [Given, unknown])[] = [
  [{ value: 'a' }, 'a'],
  [{ value: null }, null],
  [3, 3],
  [statuses(400), 400],
  [statuses(400, 404), '400 or 404'],
  [json('{"a":1}'), { a: 1 }],
  [json('{"a":'), '{"a":'],
  ['words', 'words'],
];

it.each(CASES)('an actual value of whole JSON is data: %j', (actual, shown) => {
  const verdict = { ...crash('a'), findings: [finding('/id', 'something else', actual)] };
  expect(failuresOf(verdict).errorOf(verdict)).toMatchObject({ actual: { '/id': shown } });
});
