/** Outcome rules 2, 4, 5 and 10: requests, levels, nulls, and two runs with one seed. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import {
  accepts,
  type Behaviour,
  broken,
  brokenBy,
  conforming,
  good,
  idsWith,
  offered,
  type ReceivedRequest,
  rejects,
  relay,
  reportOf,
  responds,
  serve,
  thing,
  tiny,
  verdictOn,
} from '../../test/tiny-surface.ts';
import { validator } from '../contract/validate.ts';
import { connect } from '../exchange/client.ts';
import type { Counterexample, Probe, Report, Verdict } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { plan } from '../plan/plan.ts';
import { wrongStatus } from '../plan/requirement.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';
import { judge } from './judge.ts';

describe('rule 2: a negative is judged by the bytes that were sent', () => {
  const mixed = brokenBy(fc.oneof(fc.integer(), fc.string()).map((n) => ({ n })));

  it('a target that accepts a body that turned out valid is not blamed', async () => {
    const report = await reportOf(conforming, { surface: tiny(rejects(mixed)), runs: 40 });
    const { outcome, exchanges, conclusive } = verdictOn(report, 'rejects');
    expect(outcome).toBe('passed');
    expect(exchanges).toBe(40);
    expect(conclusive).toBeGreaterThan(5);
    expect(conclusive).toBeLessThan(35);
  });

  it('a negative that is valid each time passes nothing', async () => {
    const never = brokenBy(fc.integer().map((n) => ({ n })));
    for (const behave of [conforming, () => ({ status: 200, body: {} })]) {
      const report = await reportOf(behave, { surface: tiny(rejects(never)) });
      expect(verdictOn(report, 'rejects').outcome).toBe('cantTell');
    }
  });

  it('the text of the body decides: of two members with one name the last one counts', async () => {
    const text = fc.constant('{"n":"one","n":1}');
    const twofold: Probe = {
      ...broken,
      caseGroups: () => [
        { label: 'twofold', cases: text.map((body) => [call(thing, { text: body })]) },
      ],
    };
    const report = await reportOf(conforming, { surface: tiny(rejects(twofold)) });
    expect(verdictOn(report, 'rejects')).toMatchObject({ outcome: 'cantTell', conclusive: 0 });
  });

  it('shrinking does not end at a valid body', async () => {
    const careless: Behaviour = (request) =>
      request.path === '/things' ? { status: 200, body: { n: request.n } } : conforming(request);
    // Shrinks towards integers, because the first branch is the simplest.
    const shrinksToValid = brokenBy(
      fc
        .oneof({ withCrossShrink: true }, fc.integer(), fc.string({ minLength: 3 }))
        .map((n) => ({ n })),
    );
    const report = await reportOf(careless, { surface: tiny(rejects(shrinksToValid)), runs: 40 });
    const { outcome, counterexample } = verdictOn(report, 'rejects');
    expect(outcome).toBe('failed');
    const sent: unknown = JSON.parse(counterexample?.request.body ?? '');
    expect(validator(thing.contract, thing.request ?? true)(sent)).not.toEqual([]);
  });
});

describe('rule 4: the level decides what a failure does', () => {
  const failing: Behaviour = (request) =>
    Number(request.n) > 500 ? { status: 418 } : conforming(request);

  it('a MUST that fails makes the run nonconforming', async () => {
    const report = await reportOf(failing, { surface: tiny(offered, accepts('MUST')) });
    expect(report.result).toBe('nonconforming');
    expect(report.summary.MUST).toMatchObject({ failed: 1, passed: 1 });
  });

  it('a SHOULD that fails is reported, and the run conforms', async () => {
    const report = await reportOf(failing, { surface: tiny(offered, accepts('SHOULD')) });
    expect(report.result).toBe('conforming');
    expect(report.summary.SHOULD).toMatchObject({ failed: 1, passed: 0 });
    expect(verdictOn(report, 'accepts-should').counterexample?.request.body).toBe('{"n":501}');
  });

  it('a MAY never fails: its finding is information', async () => {
    const report = await reportOf(failing, { surface: tiny(offered, accepts('MAY')) });
    expect(report.result).toBe('conforming');
    expect(report.summary.MAY.failed).toBe(0);
    expect(verdictOn(report, 'accepts-may').findings).toMatchObject([wrongStatus(200, 418)]);
  });

  it('a run without any MUST is not conforming', async () => {
    const report = await reportOf(conforming, { surface: tiny(accepts('SHOULD')) });
    expect(report.result).toBe('partial');
  });
});

/** The report of the reference registry with these changes. */
async function registryReport(changes: object, only: string): Promise<Report> {
  const server = await startRegistry(changes);
  const options = { surface: registry(), url: new URL(server.url), fixtures: server.fixtures };
  const { report } = await run({ ...options, only, seed: 1, runs: 2 });
  await server.close();
  return report;
}

describe('rule 5: null stands for an absent optional member', () => {
  const apis = '{allocation-v1,allocation-instruction-v1}';
  const only = `registry/${apis}/*/{debug-fields-omitted,debug-keys-absent,response-shape,no-null-members}`;

  it('null is absent for every MUST, and a finding of its own SHOULD', async () => {
    const report = await registryReport({ variants: ['nulls'] }, only);
    expect(report.summary.MUST).toMatchObject({ passed: 8, failed: 0 });
    expect(idsWith(report, 'failed').map((id) => id.split('/').at(-1))).toEqual(
      Array(4).fill(['debug-keys-absent', 'no-null-members']).flat(),
    );
  });

  it('a required member that is null is missing', async () => {
    const report = await registryReport({ faults: ['disclosed-contracts-null'] }, only);
    expect(idsWith(report, 'failed')).toContain('registry/allocation-v1/withdraw/response-shape');
    expect(idsWith(report, 'failed').filter((id) => id.endsWith('no-null-members'))).toEqual([]);
  });
});

/** The part of a report that is the same for the same target and seed. */
function stable({ verdicts }: Report): Partial<Verdict>[] {
  return verdicts.map(({ evidence: _, counterexample, ...rest }) => ({
    ...rest,
    ...(counterexample ? { counterexample: portless(counterexample) } : {}),
  }));
}

/** A counterexample without the server's port and the date of the response. */
function portless({ request, reproduction, ...rest }: Counterexample): Counterexample {
  const known = { ...rest, request: { ...request, url: '' }, response: null, curl: '' };
  return reproduction === undefined
    ? known
    : { ...known, reproduction: { ...reproduction, lines: [`${reproduction.lines.length}`] } };
}

const line = ({ method, path, text }: ReceivedRequest): string => `${method} ${path} ${text}`;

describe('rule 10: the same seed, the same requests and verdicts', { timeout: 30_000 }, () => {
  it.each([[[]], [['flag-ignored-with-meta', 'unknown-tag']]])(
    'with the faults %j',
    async (faults) => {
      const once = await recorded(faults, 7);
      const again = await recorded(faults, 7);
      expect(again.lines).toEqual(once.lines);
      expect(again.report.run.requests).toBe(once.report.run.requests);
      expect(stable(again.report)).toEqual(stable(once.report));
      expect(again.report.result).toBe(once.report.result);
    },
  );

  it('another seed sends something else', async () => {
    expect((await recorded([], 8)).lines).not.toEqual((await recorded([], 7)).lines);
  });

  it('with one request at a time, the requests arrive in the order of the plan', async () => {
    const surface = tiny(offered, responds, accepts(), rejects());
    const received: ReceivedRequest[][] = [];
    for (let i = 0; i < 2; i++) {
      const server = await serve(conforming);
      const client = connect({ baseUrl: server.url, timeoutMs: 2000 });
      const options = { fixtures: { allocations: [], reassigning: [], choiceArguments: [] } };
      const planned = plan(surface, surface.requirements, { ...options, seed: 3, runs: 30 });
      await judge(planned, (one) => client.send(one), { concurrency: 1 });
      await client.close();
      received.push(server.received);
    }
    expect(received[0]?.map(line)).toEqual(received[1]?.map(line));
    expect(received[0]).toHaveLength(4 + 30 + 30 + 1);
  });

  it('an added probe does not change the requests of the others', async () => {
    const bodies = async (...probes: Probe[]): Promise<string[]> => {
      const server = await serve(conforming);
      const surface = tiny(...probes.map((probe) => accepts('MAY', probe)));
      await run({ surface, url: server.url, seed: 5, runs: 20 });
      return server.received.map((one) => one.text).filter((text) => /"n":\d/.test(text));
    };
    expect((await bodies(good)).sort()).toEqual((await bodies(broken, good)).sort());
  });
});

/** The sorted requests that a registry with these faults received, and the report. */
async function recorded(
  faults: readonly string[],
  seed: number,
): Promise<{ lines: string[]; report: Report }> {
  const server = await startRegistry({ faults });
  const { url, received } = await relay(server.url, () => undefined);
  const only = 'registry/allocation-v1/withdraw/*';
  const options = { surface: registry(), url, fixtures: server.fixtures, only };
  const { report } = await run({ ...options, seed, runs: 1 });
  await server.close();
  return { lines: received.map(line).sort(), report };
}
