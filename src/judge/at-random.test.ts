/** Random server errors are one failure; server errors that a request causes are separate failures. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atRandom } from '../../test/found.ts';
import {
  accepts,
  type Behaviour,
  conforming,
  good,
  reportOf,
  thing,
  tiny,
  verdictOn,
} from '../../test/tiny-surface.ts';
import type { Probe } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { requirement } from '../plan/requirement.ts';
import { problemsOf } from '../report/problems.ts';

/** Sends each of these numbers three times. */
const thrice: Probe = {
  ...good,
  alone: true,
  caseGroups: () =>
    [1, 2, 3, 4, 5, 6, 7].map((n) => ({
      label: `${n}`,
      cases: fc.constant([1, 2, 3].map(() => call(thing, { json: { n } }))),
      requests: 3,
    })),
};

const accepted = accepts('MUST', thrice);
const crashes = requirement({
  ...accepted,
  id: 'tiny/thing/has-no-crash',
  aboutCrashes: true,
});
const surface = tiny(accepted, crashes);

const crashing =
  (when: Behaviour extends (request: infer R) => unknown ? (request: R) => boolean : never) =>
  (request: Parameters<Behaviour>[0]): ReturnType<Behaviour> =>
    when(request) ? { status: 500, body: { error: 'Oops' } } : conforming(request);

it('a crash at random says so if the same requests also get other responses, and leads the problem', async () => {
  const report = await reportOf(
    crashing(({ nth }) => nth % 4 === 0),
    { surface },
  );
  expect(verdictOn(report, 'has-no-crash')).toMatchObject({
    outcome: 'failed',
    findings: [{ at: { part: 'status' }, actual: atRandom(500) }],
  });
  const [problem, ...others] = problemsOf(report);
  expect(problem?.verdicts[0].requirement).toBe('tiny/thing/has-no-crash');
  expect(others).toEqual([]);
});

it('a requirement that fails only by such a crash is inconclusive, and is not shrunk', async () => {
  const report = await reportOf(
    crashing(({ nth }) => [6, 10, 14, 18].includes(nth)),
    { surface },
  );
  expect(verdictOn(report, 'accepts-must')).toMatchObject({
    outcome: 'cantTell',
    reason: 'flaky',
    note: expect.stringMatching(/^4 of \d+ responses are server errors that occur at random/),
  });
  expect(report.run.requests).toBeLessThan(60);
});

it('a server error that comes each time is the failure of its request', async () => {
  const report = await reportOf(
    crashing(({ n }) => n === 5),
    { surface },
  );
  expect(verdictOn(report, 'has-no-crash').findings[0]?.actual).toEqual({ statuses: [500] });
  expect(verdictOn(report, 'accepts-must').outcome).toBe('failed');
});

it('a failure of another kind is not lost behind many server errors', async () => {
  const behave = crashing(({ nth, n }) => nth % 2 === 0 && n !== 7);
  const report = await reportOf(
    (request) => (request.n === 7 ? { status: 404, body: {} } : behave(request)),
    { surface },
  );
  expect(verdictOn(report, 'accepts-must')).toMatchObject({
    outcome: 'failed',
    findings: [{ actual: { statuses: [404] } }],
  });
});
