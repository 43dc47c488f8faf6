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

it('an error that has status 200 names the place where errors become responses', () => {
  const texts = BODIES.map((rule) => wrong(rule, '400', '200', '{"error":"a text is too short"}'));
  const [problem] = problemsOf({ verdicts: texts });
  expect(problem?.verdicts[0].cause).toMatch(/^The request is rejected, but with status 200/);
});
