/** Outcome rules 1, 3 and 9: a target that shows nothing, or rejects everything. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_FIXTURES } from '../../suites/index.ts';
import { registry } from '../../suites/registry/index.ts';
import {
  accepts,
  type Behaviour,
  broken,
  conforming,
  good,
  offered,
  rejects,
  reportOf,
  responds,
  thing,
  tiny,
  verdictOn,
} from '../../test/tiny-surface.ts';
import { expectNotGreen, UNIFORM_SERVERS } from '../../test/uniform-servers.ts';
import type { Operation } from '../contract/contract.ts';
import type {
  Call,
  CompleteExchange,
  Fixtures,
  PresenceProbe,
  Probe,
  Requirement,
  Verdict,
} from '../model/index.ts';
import { call } from '../plan/call.ts';
import { between, finding } from '../plan/requirement.ts';
import { buildModel } from '../reference/registry/model.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';

const { allocations, reassigning, choiceArguments } = buildModel().fixtures;
const fixtures: Fixtures = {
  ...NO_FIXTURES,
  allocations,
  reassigning,
  choiceArguments,
};
const surface = registry();
/** A lookup by its path, and a request with a body. The slow tests run more operations, and more servers. */
const TWO_OPERATIONS =
  'registry/{allocation-v1/cancel,allocation-instruction-v1/allocation-factory}/*';

describe('rule 1: a requirement passes only if a response was conclusive', () => {
  it.each(['a plain 404', 'a 400', 'a 401'])('nothing is green when all is %s', async (name) => {
    const behave = UNIFORM_SERVERS[name];
    if (behave === undefined) throw new Error(`no server is called ${name}`);
    const report = await reportOf(behave, { surface, fixtures, runs: 1, only: TWO_OPERATIONS });
    expect(report.verdicts.length).toBeGreaterThan(100);
    expectNotGreen(report);
  });

  it('no requirement passes if every probe needs a missing fixture', async () => {
    const only =
      'registry/allocation-v1/withdraw/{accepts-live-id,accepts-any-meta,rejects-near-id}';
    const report = await reportOf(() => ({ status: 404 }), { surface, only });
    expectNotGreen(report);
    expect(report.result).toBe('partial');
  });

  it('arguments without the member that a request changes leave its rule untested, and are named', async () => {
    const server = await startRegistry();
    const transferArguments = [{ senderParty: 'alice::1220', receiverParty: 'bob::1220' }];
    const only = 'registry/transfer-v1/transfer-factory/one-party-is-self';
    const known = { ...fixtures, transferArguments };
    const url = new URL(server.url);
    const { report } = await run({ surface, url, fixtures: known, only });
    await server.close();
    expect(report.verdicts).toMatchObject([
      {
        ...{ outcome: 'untested', reason: 'missing-fixture' },
        note: expect.stringMatching(/^no request can be made from these transferArguments:/),
      },
    ]);
  });

  it('a context without a live id is untested where unknown ids and unknown paths get one 404', async () => {
    const info = { adminId: 'a::1220', supportedApis: { 'splice-api-token-allocation-v1': 1 } };
    const report = await reportOf(
      ({ path }) =>
        path === '/registry/metadata/v1/info'
          ? { status: 200, body: info }
          : { status: 404, body: { error: 'not found' } },
      { surface, only: 'registry/allocation-v1/withdraw/operation-exists' },
    );
    expect(report.verdicts).toMatchObject([
      { reason: 'missing-fixture', note: 'give allocations in the fixtures' },
    ]);
  });

  it('a probe that a missing fixture blocks leaves its requirements untested, though the server is good', async () => {
    const server = await startRegistry();
    const only = 'registry/allocation-v1/withdraw/{accepts-live-id,accepts-any-meta}';
    const { report } = await run({ surface, url: new URL(server.url), only, runs: 1, seed: 1 });
    await server.close();
    expectNotGreen(report);
    expect(report.verdicts.map((v) => v.reason)).toEqual(['missing-fixture', 'missing-fixture']);
  });

  it('a missing fixture is no reason where every request gets a status that the contract does not name', async () => {
    const only = 'registry/allocation-v1/withdraw/{response-shape,error-body,accepts-live-id}';
    const behave: Behaviour = ({ path }) =>
      path.length > 100 ? { status: 414 } : { status: 404, body: { error: `no ${path}` } };
    const given = { ...fixtures, reassigning: [] };
    const report = await reportOf(behave, { surface, fixtures: given, only, runs: 1 });
    expectNotGreen(report);
    const open = report.verdicts.filter(({ outcome }) => outcome !== 'failed');
    expect(open.length).toBeGreaterThan(1);
    expect(open.map(({ reason }) => reason)).not.toContain('missing-fixture');
    expect(open.map(({ note }) => note).join('\n')).toContain(' 414, which the contract');
  });

  it('checks without a conclusive response leave their requirement open', async () => {
    const mute = { ...accepts(), check: () => undefined };
    const report = await reportOf(conforming, { surface: tiny(mute) });
    expect(report.verdicts[0]).toMatchObject({
      outcome: 'cantTell',
      reason: 'nothing-conclusive',
      note: expect.stringMatching(/whether this rule holds, though (\d+) of \1 were 200$/),
    });
    expect(report.result).toBe('partial');
  });
});

it('a check of one exchange may share the comparison of a relation, and its report can be written', async () => {
  const bounded = {
    ...accepts(),
    anyTraffic: true as const,
    check: (exchange: CompleteExchange) => between([exchange], [finding('/n', 1, 2)]),
  };
  const { verdicts } = await reportOf(conforming, { surface: tiny(bounded) });
  expect(verdicts[0]?.findings).toEqual([finding('/n', 1, 2)]);
});

describe('rule 3: a rejection counts only beside an accepted control', () => {
  const rejectsAll: Behaviour = (request) =>
    request.path === '/things' ? { status: 400, body: { error: 'rejected' } } : conforming(request);

  it('passes where the control is accepted', async () => {
    const report = await reportOf(conforming, { surface: tiny(rejects()) });
    expect(verdictOn(report, 'rejects')).toMatchObject({ outcome: 'passed', conclusive: 10 });
  });

  it('is inconclusive about a target that rejects everything', async () => {
    const report = await reportOf(rejectsAll, { surface: tiny(rejects()) });
    const expected = { outcome: 'cantTell', reason: 'control-rejected', conclusive: 0 };
    expect(verdictOn(report, 'rejects')).toMatchObject(expected);
    expect(report.result).toBe('partial');
  });

  it.each([4, 8, 14])(
    'is inconclusive about a target that rejects everything from request %i on',
    async (from) => {
      const behave: Behaviour = (request) =>
        (request.nth < from ? conforming : rejectsAll)(request);
      const report = await reportOf(behave, { surface: tiny(rejects()) });
      const expected = { outcome: 'cantTell', reason: 'control-rejected', conclusive: 0 };
      expect(verdictOn(report, 'rejects')).toMatchObject(expected);
      expect(report.run.notes.join()).toContain('got 400 at the end');
    },
  );
});

describe('rule 9: 401 and 403 without a credential', () => {
  const surfaceOfAll = tiny(offered, responds, accepts(), rejects());

  it.each([401, 403])('leave everything untested if every response is %i', async (status) => {
    const report = await reportOf(() => ({ status, body: { error: 'no' } }), {
      surface: surfaceOfAll,
    });
    for (const verdict of report.verdicts) {
      expect.soft(verdict, verdict.requirement).toMatchObject({
        outcome: 'untested',
        reason: 'needs-credential',
      });
    }
    expect(report.result).toBe('partial');
  });

  it('make a rejection inconclusive if the control gets them too', async () => {
    const behave: Behaviour = (request) => {
      const response = conforming(request);
      const isGood = typeof response === 'object' && response.status === 200;
      return isGood ? { status: 401, body: { error: 'no' } } : response;
    };
    const report = await reportOf(behave, { surface: tiny(rejects()) });
    expect(verdictOn(report, 'rejects')).toMatchObject({
      outcome: 'untested',
      reason: 'needs-credential',
    });
  });

  it('are no excuse if the baseline was accepted without a credential', async () => {
    const openToAll: Operation = { ...thing, openToAll: true };
    const callWith = (n: number): Call => call(openToAll, { json: { n } });
    const presenceProbes = (control: number): PresenceProbe => ({
      operation: openToAll,
      control: callWith(control),
      unknownResource: call(openToAll, { json: {} }),
      unknownPath: { ...call(openToAll, { json: {} }), path: '/nowhere' },
    });
    const behave: Behaviour = (request) =>
      Number(request.n) > 1 ? { status: 403 } : conforming(request);
    const judged = async (control: number): Promise<Verdict> => {
      const probe: Probe = {
        ...good,
        operation: openToAll,
        control: () => callWith(control),
        caseGroups: () => [
          { label: 'numbers', cases: fc.integer({ min: 2, max: 9 }).map((n) => [callWith(n)]) },
        ],
      };
      const open = {
        ...tiny(accepts('MUST', probe)),
        presenceProbes: () => [presenceProbes(control)],
      };
      return verdictOn(await reportOf(behave, { surface: open, runs: 40 }), 'accepts-must');
    };
    expect(await judged(1)).toMatchObject({ outcome: 'failed' });
    expect(await judged(2)).toMatchObject({ outcome: 'untested', reason: 'needs-credential' });
  });

  it('leave an open operation tested beside a closed one', async () => {
    const behave: Behaviour = (request) =>
      request.n === 5 ? { status: 401 } : conforming(request);
    const report = await reportOf(behave, { surface: tiny(accepts(), rejects()), runs: 40 });
    expect(verdictOn(report, 'accepts-must').outcome).toBe('passed');
  });
});

describe('what a requirement says of its own exchanges', () => {
  it('counts a request that differs from the control only by its media type', async () => {
    const text = { ...call(thing, { json: { n: 1 } }), headers: { 'content-type': 'text/plain' } };
    const probe: Probe = {
      ...broken,
      wrong: 'framing',
      caseGroups: () => [{ label: 'text', cases: fc.constant([text]) }],
    };
    const report = await reportOf(conforming, { surface: tiny(rejects(probe)) });
    expect(verdictOn(report, 'rejects').outcome).toBe('failed');
  });

  it('is the reason if it saw only inconclusive responses', async () => {
    const unsettled = (odd: 'inapplicable' | undefined): Requirement => ({
      ...accepts(),
      inconclusiveBecause: 'none of them had the documented body',
      check: ({ response: { body } }) => ((body as { n: number }).n % 2 ? odd : 'inapplicable'),
    });
    const judged = async (odd: 'inapplicable' | undefined): Promise<Verdict> =>
      verdictOn(
        await reportOf(conforming, { surface: tiny(unsettled(odd)), runs: 40 }),
        'accepts-must',
      );
    expect(await judged(undefined)).toMatchObject({
      outcome: 'cantTell',
      note: 'none of them had the documented body',
    });
    expect(await judged('inapplicable')).toMatchObject({ outcome: 'inapplicable' });
  });
});
