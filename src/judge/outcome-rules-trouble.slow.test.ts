/** Outcome rules 6, 7 and 8: throttling, failures that come and go, and trouble that is no failure of the target. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocationApis } from '../../test/allocation-apis.ts';
import {
  accepts,
  type Behaviour,
  conforming,
  good,
  idsWith,
  offered,
  rejects,
  relay,
  reportOf,
  responds,
  serve,
  thing,
  tiny,
  verdictOn,
} from '../../test/tiny-surface.ts';
import type { Probe, Report } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { finding, requirement, wrongStatus } from '../plan/requirement.ts';
import { startRegistry } from '../reference/registry.ts';
import { planOf, run } from '../run/run.ts';

const all = tiny(offered, responds, accepts(), rejects());

const LATER = { 'retry-after': '0' };

describe('rule 6: a target that limits its callers is throttled, never failed', () => {
  it.each([429, 503, 504])('always %i', async (status) => {
    const report = await reportOf(() => ({ status, headers: LATER }), { surface: all });
    expect(idsWith(report, 'failed')).toEqual([]);
    expect(idsWith(report, 'passed')).toEqual([]);
    for (const verdict of report.verdicts) {
      expect.soft(verdict, verdict.requirement).toMatchObject({
        outcome: 'cantTell',
        reason: 'throttled',
      });
    }
    expect(report.result).toBe('partial');
  });

  it.each([429, 503, 504])(
    '%i for some requests each time, and never for others, fails',
    async (status) => {
      const behave: Behaviour = (request) =>
        Number(request.n) > 3 ? { status, headers: LATER } : conforming(request);
      const report = await reportOf(behave, { surface: tiny(offered, responds, accepts()) });
      expect(idsWith(report, 'failed')).toEqual(['tiny/thing/accepts-must']);
    },
  );

  it('a requirement whose every request gets a late 504 while others get responses is throttled', async () => {
    const throttled: Behaviour = (request) =>
      request.n === undefined || request.n === 1
        ? conforming(request)
        : { status: 504, headers: LATER, delayMs: 1_100 };
    const report = await reportOf(throttled, { surface: tiny(rejects()) });
    expect(report.verdicts[0]).toMatchObject({ outcome: 'cantTell', reason: 'throttled' });
  });

  it('every fifth request, with Retry-After, changes nothing else in the run', async () => {
    const behave: Behaviour = (request) =>
      request.nth % 5 === 0 ? { status: 429, headers: LATER } : conforming(request);
    const report = await reportOf(behave, { surface: all });
    expect(report.result).toBe('conforming');
    const plain = await reportOf(conforming, { surface: all });
    expect(report.run.requests).toBeGreaterThan(plain.run.requests);
    const outcomes = ({ verdicts }: Report): unknown[] =>
      verdicts.map(({ outcome, conclusive, exchanges }) => ({ outcome, conclusive, exchanges }));
    expect(outcomes(report)).toEqual(outcomes(plain));
  });
});

describe('rule 7: a failure is repeated before it is reported', () => {
  it('a failure that does not come back is flaky, with the failing response as evidence', async () => {
    const behave: Behaviour = (request) =>
      request.nth === 9 ? { status: 418, body: { teapot: true } } : conforming(request);
    const { url } = await serve(behave);
    const options = { surface: tiny(accepts()), url, seed: 1, runs: 10 };
    const { report, evidence } = await run({ ...options, hunt: 1000 });
    const [verdict] = report.verdicts;
    expect(verdict).toMatchObject({ outcome: 'cantTell', reason: 'flaky' });
    expect(verdict?.findings).toMatchObject([wrongStatus(200, 418)]);
    expect(statusesOf(evidence.toJSON(), verdict?.evidence)).toContain(418);
    expect(report.result).toBe('partial');
  });

  it('a failure that comes back now and then, at each 40th response, is failed with a note', async () => {
    const behave: Behaviour = (request) =>
      request.nth % 40 === 0 ? { status: 418 } : conforming(request);
    const report = await reportOf(behave, { surface: tiny(accepts()), runs: 60, hunt: 1000 });
    expect(report.verdicts[0]).toMatchObject({ outcome: 'failed' });
    expect(report.verdicts[0]?.note).toMatch(/^intermittent: 1 of the scan's cases failed/);
    expect(report.result).toBe('nonconforming');
  });

  it('a failure that comes back each time is failed without a note', async () => {
    const behave: Behaviour = (request) =>
      Number(request.n) > 500 ? { status: 418 } : conforming(request);
    const report = await reportOf(behave, { surface: tiny(accepts()) });
    expect(report.verdicts[0]).toMatchObject({ outcome: 'failed' });
    expect(report.verdicts[0]?.note).toBeUndefined();
    expect(report.verdicts[0]?.counterexample?.request.body).toBe('{"n":501}');
  });
});

function statusesOf(evidence: object, indexes: readonly number[] = []): number[] {
  const { entries } = (evidence as Har).log;
  return indexes.map((i) => entries[i]?.response.status ?? 0);
}
interface Har {
  readonly log: { readonly entries: readonly { readonly response: { readonly status: number } }[] };
}

/** A registry that stops after this many requests. */
async function dyingRegistry(after: (planned: number) => number): Promise<Report> {
  const server = await startRegistry();
  const options = { surface: await allocationApis(), fixtures: server.fixtures, seed: 1, runs: 1 };
  const planned = planOf({ ...options, url: new URL(server.url) }).requests;
  const last = after(planned);
  const { url } = await relay(server.url, ({ nth }) => (nth > last ? 'hang-up' : undefined));
  const { report } = await run({ ...options, url });
  await server.close();
  return report;
}

describe('rule 8: errors of the network or of the kit are no failure', () => {
  it.each([
    ['after 30 requests', () => 30],
    ['in the middle', (planned: number) => Math.floor(planned / 2)],
    ['20 requests before the end', (planned: number) => planned - 20],
  ])('a target that dies %s is named once and fails nothing', async (_, after) => {
    const report = await dyingRegistry(after);
    const notes = report.run.notes.filter((note) => note.includes('stopped responding'));
    expect(notes).toHaveLength(1);
    expect(idsWith(report, 'failed')).toEqual([]);
    const open = report.verdicts.filter((v) => v.outcome === 'cantTell');
    expect(open.length).toBeGreaterThan(0);
    expect(new Set(open.map((v) => v.reason))).toEqual(new Set(['unreachable']));
    expect(report.result).toBe('partial');
  });

  it('a target that never responds is unreachable, and is not blamed', async () => {
    const report = (
      await run({ surface: all, url: new URL('http://127.0.0.1:1'), seed: 1, runs: 10 })
    ).report;
    expect(report.verdicts.map((v) => v.outcome)).toEqual(all.requirements.map(() => 'cantTell'));
    expect(new Set(report.verdicts.map((v) => v.reason))).toEqual(new Set(['unreachable']));
    expect(report.result).toBe('partial');
  });

  it('a check that throws is an error of the kit, and the other requirements are still judged', async () => {
    const thrower = {
      ...accepts('SHOULD'),
      check: () => {
        throw new Error('no such member');
      },
    };
    const report = await reportOf(conforming, { surface: tiny(thrower, accepts()) });
    expect(report.verdicts.map(({ outcome, reason, note }) => ({ outcome, reason, note }))).toEqual(
      [
        {
          outcome: 'cantTell',
          reason: 'kit-fault',
          note: expect.stringMatching(/^thing\/good#numbers@\d+: no such member$/),
        },
        { outcome: 'passed', reason: undefined, note: undefined },
      ],
    );
  });

  it('a relation that throws is an error of the kit', async () => {
    const { check: _, ...rest } = accepts() as Extract<
      ReturnType<typeof accepts>,
      { check: unknown }
    >;
    const relation = (): never => {
      throw new TypeError('undefined is not a function');
    };
    const report = await reportOf(conforming, { surface: tiny({ ...rest, relation }) });
    expect(report.verdicts[0]).toMatchObject({ outcome: 'cantTell', reason: 'kit-fault' });
  });

  it.each(['hang-up', 'silence'] as const)(
    'a %s at particular requests fails requests-get-responses alone, while others get responses',
    async (trouble) => {
      const behave: Behaviour = (request) =>
        Number(request.n) > 700 && Number(request.n) < 900 ? trouble : conforming(request);
      const report = await reportOf(behave, {
        surface: tiny(offered, responds, accepts()),
        runs: 20,
        timeoutMs: 200,
        patienceMs: 400,
      });
      expect(idsWith(report, 'failed')).toEqual(['tiny/thing/responds']);
      expect(verdictOn(report, 'responds').findings).toMatchObject([
        { at: { part: 'connection' } },
      ]);
      expect(idsWith(report, 'passed')).toEqual(['tiny/thing/offered', 'tiny/thing/accepts-must']);
      expect(report.run.notes).toEqual([]);
    },
  );

  it('a response that comes after the timeout of the kit is no failure, and --timeout is named', async () => {
    const complete = requirement({
      ...{ id: 'tiny/thing/complete', level: 'SHOULD', clause: 'requests-get-responses' },
      ...{ statement: 'No response is lost.', probes: [good], expects: 'completeness' },
    });
    const behave: Behaviour = (request) => {
      const slow = Number(request.n) > 700 && Number(request.n) < 900;
      const reply = conforming(request);
      return slow && typeof reply === 'object' ? { ...reply, delayMs: 400 } : reply;
    };
    const surface = tiny(offered, responds, complete, accepts());
    const report = await reportOf(behave, { surface, runs: 20, timeoutMs: 200 });
    expect(idsWith(report, 'failed')).toEqual([]);
    expect(verdictOn(report, 'responds')).toMatchObject({
      outcome: 'cantTell',
      reason: 'unreachable',
      note: 'a response took 0.4 s: a longer --timeout waits for it',
    });
  });

  it('a hang-up that never comes back is no failure of requests-get-responses', async () => {
    const behave: Behaviour = (request) => (request.nth === 9 ? 'hang-up' : conforming(request));
    const report = await reportOf(behave, { surface: tiny(responds), runs: 20 });
    expect(idsWith(report, 'failed')).toEqual([]);
  });

  it('the first request without a response ends its case, and the incomplete case is not judged', async () => {
    const pair: Probe = {
      ...good,
      caseGroups: () => [
        {
          label: 'pair',
          requests: 2,
          cases: fc.constant([call(thing, { json: { n: 1 } }), twice]),
        },
      ],
    };
    const behave: Behaviour = (request) => (request.n === 2 ? 'hang-up' : conforming(request));
    const { check: _, ...rest } = accepts('MUST', pair) as Extract<
      ReturnType<typeof accepts>,
      { check: unknown }
    >;
    const relation = () => [finding('/x', 'y', 'z')];
    const report = await reportOf(behave, { surface: tiny({ ...rest, relation }), runs: 3 });
    expect(report.verdicts[0]).toMatchObject({ outcome: 'cantTell', reason: 'unreachable' });
  });
});

const twice = call(thing, { json: { n: 2 } });
