/** Outcome rule 15: every response of a run is judged, for any purpose of its request. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Behaviour,
  broken,
  conforming,
  good,
  rejects,
  serve,
  thing,
  tiny,
  verdictOn,
} from '../../test/tiny-surface.ts';
import { readHar } from '../evidence/read.ts';
import type { Call, Probe, Requirement, Surface } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { finding, requirement, wrongStatus } from '../plan/requirement.ts';
import { rejudge } from '../record/rejudge.ts';
import { recordedRuns } from '../record/settings.ts';
import { replayFailures } from '../replay/failures.ts';
import { run } from '../run/run.ts';

/** Larger than any number in a case. */
const DISCOVERED = 77_777;

const echoes: Requirement = requirement({
  id: 'tiny/thing/echoes',
  level: 'MUST',
  clause: 'requests-get-responses',
  statement: 'The response has the number of the request.',
  probes: [good],
  anyTraffic: true,
  check: ({ request, response: { status, body } }) => {
    const expected = (JSON.parse(request.body ?? '{}') as { n?: unknown }).n;
    const actual = (body as { n?: unknown } | undefined)?.n;
    if (status !== 200) return undefined;
    return actual === expected ? [] : [finding('/n', `${expected}`, `${actual}`)];
  },
});

const surface: Surface = {
  ...tiny(echoes),
  discover: async (send, given) => {
    await send(call(thing, { json: { n: DISCOVERED } }));
    return given;
  },
};

/** Responds to discovery with another number this many times. */
function lyingTo(n: number, times: number): Behaviour {
  let left = times;
  return (request) =>
    request.n === n && left-- > 0 ? { status: 200, body: { n: 0 } } : conforming(request);
}

it('a response of discovery fails the rules of its operation, and is the counterexample', async () => {
  const { url, received } = await serve(lyingTo(DISCOVERED, Number.POSITIVE_INFINITY));
  const { report } = await run({ surface, url, seed: 1, runs: 10 });
  const { outcome, findings, counterexample, evidence } = verdictOn(report, 'echoes');
  expect(outcome).toBe('failed');
  expect(findings).toMatchObject([
    {
      at: { part: 'body', pointer: '/n' },
      expected: { words: `${DISCOVERED}` },
      actual: { words: '0' },
    },
  ]);
  expect(counterexample).toMatchObject({ path: 'presence', response: { status: 200 } });
  expect(counterexample).not.toHaveProperty('sends');
  expect(counterexample?.request.body).toBe(`{"n":${DISCOVERED}}`);
  expect(evidence.length).toBeGreaterThan(0);
  // Discovery, the repetition of the failure, and the reproduction send it once each.
  expect(received.filter(({ n }) => n === DISCOVERED).length).toBeGreaterThan(2);
});

it('a failure of discovery that does not come back is flaky, with its finding', async () => {
  const { url } = await serve(lyingTo(DISCOVERED, 1));
  const { report } = await run({ surface, url, seed: 1, runs: 10 });
  expect(verdictOn(report, 'echoes')).toMatchObject({
    ...{ outcome: 'cantTell', reason: 'flaky' },
    findings: [{ at: { part: 'body', pointer: '/n' }, actual: { words: '0' } }],
  });
});

it('a presence probe is judged too', async () => {
  const { url } = await serve(lyingTo(1, Number.POSITIVE_INFINITY));
  const ten = { ...good, caseGroups: () => [] };
  const { report } = await run({
    surface: tiny({ ...echoes, probes: [ten] } as Requirement),
    ...{ url, seed: 1, runs: 1 },
  });
  expect(verdictOn(report, 'echoes')).toMatchObject({ outcome: 'failed' });
});

it('a response to no case of the run passes no requirement', async () => {
  const { url } = await serve(conforming);
  const none = { ...good, caseGroups: () => [] };
  const { report } = await run({
    surface: { ...surface, requirements: [{ ...echoes, probes: [none] } as Requirement] },
    ...{ url, seed: 1, runs: 1 },
  });
  expect(verdictOn(report, 'echoes')).toMatchObject({ outcome: 'untested', exchanges: 0 });
});

it.each([1, Number.POSITIVE_INFINITY])(
  'the recording of %j wrong responses to discovery is judged alike',
  async (times) => {
    const { url } = await serve(lyingTo(DISCOVERED, times));
    const { report, evidence } = await run({ surface, url, seed: 1, runs: 10 });
    const [recorded] = recordedRuns(readHar(JSON.stringify(evidence), 'x.har'), 'x.har');
    if (recorded === undefined) throw new Error('no run is recorded');
    const again = await rejudge(recorded, surface);
    expect(again.report.verdicts).toEqual(report.verdicts);
    expect(again).toMatchObject({ unrecorded: 0, unused: 0, outOfOrder: 0 });
  },
);

it('a replay shows whether a failure of discovery is fixed', async () => {
  const before = await serve(lyingTo(DISCOVERED, Number.POSITIVE_INFINITY));
  const { report } = await run({ surface, url: before.url, seed: 1, runs: 10 });
  const fates = async (url: URL) =>
    (await replayFailures(report, { surface, url })).map(({ fate }) => fate);
  expect(await fates(before.url)).toEqual(['still-fails']);
  expect(await fates((await serve(conforming)).url)).toEqual(['fixed']);
});

it('a wrong request that is accepted fails its rule, though the right one is rejected', async () => {
  const upsideDown: Behaviour = (request) =>
    request.path === '/things' && request.text !== '{}'
      ? { status: Number.isInteger(request.n) ? 400 : 200, body: { error: 'no' } }
      : conforming(request);
  const { url } = await serve(upsideDown);
  const { report } = await run({ surface: tiny(rejects(broken)), url, seed: 1, runs: 10 });
  expect(verdictOn(report, 'rejects')).toMatchObject({ outcome: 'failed' });
});

/** Sends one number; its responses are judged by nothing that says whether it must be accepted. */
const aside: Probe = {
  ...{ id: 'thing/aside', operation: thing, sends: 'another number', weight: 0 },
  control: () => call(thing, { json: { n: 1 } }),
  caseGroups: () => [
    { label: 'one', once: true, cases: fc.constant([call(thing, { json: { n: 20 } })]) },
  ],
};

/** Judges 10 only, though what is as good as an accepted number must be accepted. */
const acceptsAlike: Requirement = requirement({
  ...{ id: 'tiny/thing/accepts-alike', level: 'MUST', clause: 'requests-get-responses' },
  statement: 'A number is accepted if another one with the same last digit is.',
  probes: [
    {
      ...{ id: 'thing/ten', operation: thing, sends: 'ten', weight: 0 },
      control: () => call(thing, { json: { n: 1 } }),
      caseGroups: () => [
        { label: 'one', once: true, cases: fc.constant([call(thing, { json: { n: 10 } })]) },
      ],
    },
  ],
  withControl: true,
  comparative: true,
  mustBeAccepted: (refused, accepted) => lastDigit(refused) === lastDigit(accepted),
  check: ({ response: { status } }) => (status === 200 ? [] : [wrongStatus(200, status)]),
});
const lastDigit = ({ body = '' }: Call): number =>
  ((JSON.parse(body) as { n?: number }).n ?? Number.NaN) % 10;
const isAboutAside: Requirement = requirement({
  ...{ id: 'tiny/thing/has-a-status', level: 'MUST', clause: 'requests-get-responses' },
  ...{ statement: 'A response has a status.', probes: [aside], check: () => [] },
});

it('a request that must be accepted because another one is fails that rule, whatever it was sent for', async () => {
  const refusing =
    (isRefused: (n: unknown, nth: number) => boolean): Behaviour =>
    (request) =>
      isRefused(request.n, request.nth)
        ? { status: 400, body: { error: 'no' } }
        : conforming(request);
  const judged = async (behaviour: Behaviour) => {
    const { url } = await serve(behaviour);
    const both = tiny(acceptsAlike, isAboutAside);
    const { report } = await run({ surface: both, url, seed: 1, runs: 10 });
    const fates = await replayFailures(report, { surface: both, url });
    return { ...verdictOn(report, 'accepts-alike'), fates: fates.map(({ fate }) => fate) };
  };
  expect(await judged(conforming)).toMatchObject({ outcome: 'passed', fates: [] });
  expect(await judged(refusing((n) => n === 20))).toMatchObject({
    ...{ outcome: 'failed', findings: [{ at: { part: 'status' }, actual: { statuses: [400] } }] },
    counterexample: { path: 'thing/aside#one@0', request: { body: '{"n":20}' } },
    fates: ['still-fails'],
  });
  // Nothing that it is compared with was accepted.
  expect(await judged(refusing((n) => n === 20 || n === 10))).toMatchObject({
    findings: [{ at: { part: 'status' } }],
    counterexample: { request: { body: '{"n":10}' } },
  });
  let left = 1;
  const once = await judged(refusing((n) => n === 20 && left-- > 0));
  expect(once.outcome).toBe('cantTell');
});
