import { expect, it } from 'vitest';
import type { Outcome, Verdict } from '../model/index.ts';
import { isGoneWithProblem, isRightNow } from './gone.ts';

function failed(url: string): Verdict {
  const request = { method: 'GET', url, headers: {} };
  const response = { status: 200, headers: {}, body: '{}' };
  const counterexample = { curl: '', seed: 1, path: 'a#b@0', request, response };
  return {
    ...{ requirement: `r ${url}`, operation: 'o', level: 'MUST', outcome: 'failed' },
    ...{ statement: '', clause: '', exchanges: 1, conclusive: 1, findings: [], evidence: [] },
    counterexample,
  };
}

it('a failure is gone if another requirement now passes on its request, and nothing else is known of it', () => {
  const now: Verdict = { ...failed('/a'), outcome: 'cantTell', reason: 'needs-credential' };
  expect(isRightNow(failed('/a'), now, [failed('/b'), failed('/a')])).toBe(true);
  expect(isRightNow(failed('/a'), now, [failed('/b')])).toBe(false);
  expect(isRightNow(failed('/a'), { ...now, reason: 'unreachable' }, [failed('/a')])).toBe(false);
});

it('a failure is gone with its problem, unless a part of that still fails', () => {
  const [one, other] = [failed('/a'), failed('/b')];
  const now: Verdict = { ...one, outcome: 'cantTell', reason: 'nothing-conclusive' };
  const sent = [{ request: { method: 'GET', url: '/a' }, response: { status: 404 } }];
  const fate = (outcome: Outcome, received = sent): boolean =>
    isGoneWithProblem(one, now, received, [
      [{ verdicts: [one, other] }],
      (id) => (id === one.requirement ? 'cantTell' : outcome),
    ]);
  expect([fate('passed'), fate('failed'), fate('cantTell'), fate('passed', [])]).toEqual([
    ...[true, false, false, false],
  ]);
});
