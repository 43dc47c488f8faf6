import { describe, expect, it } from 'vitest';
import { ledger } from '../../suites/ledger/index.ts';
import { http } from '../../test/servers.ts';
import {
  accepts,
  type Behaviour,
  conforming,
  good,
  offered,
  reportOf,
  thing,
  tiny,
  verdictOn,
} from '../../test/tiny-surface.ts';
import type { Surface } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { requirement } from '../plan/requirement.ts';
import { run } from '../run/run.ts';

/** Sends this response at the path of the operation, and conforms everywhere else. */
const instead =
  (status: number): Behaviour =>
  (request) =>
    request.path === '/things'
      ? { status, body: { error: 'not found here' } }
      : conforming(request.path === '/others' ? { ...request, path: '/things' } : request);

/** The operation and another one that is served, so that the surface is present. */
const other = { ...thing, key: 'tiny#other', operationName: 'other', path: '/others' };
const own = tiny(offered, accepts());
const beside = requirement({
  ...offered,
  id: 'tiny/other/offered',
  probes: [{ ...good, id: 'other/good', operation: other }],
});
const surface: Surface = {
  ...own,
  operations: [thing, other],
  requirements: [...own.requirements, beside],
  presenceProbes: (fixtures) => [
    ...own.presenceProbes(fixtures),
    {
      operation: other,
      control: call(other, { json: { n: 1 } }),
      unknownResource: call(other, { json: {} }),
      unknownPath: { ...call(other, { json: {} }), path: '/nowhere' },
    },
  ],
};

it('an operation is neither absent nor to blame if each path leads to the same one with a slash', async () => {
  const moved: Behaviour = (request) =>
    request.path === '/others'
      ? conforming({ ...request, path: '/things' })
      : { status: 301, headers: { location: `${request.path}/` } };
  const report = await reportOf(moved, { surface });
  expect(report.verdicts.map((v) => v.outcome)).toEqual(['cantTell', 'cantTell', 'passed']);
});

describe('an operation is not offered', () => {
  it('if its documented method is not allowed, and nothing else is known of it', async () => {
    const report = await reportOf(instead(405), { surface });
    expect(report.verdicts.map((v) => v.outcome)).toEqual(['failed', 'inapplicable', 'passed']);
  });

  it('if a valid request gets an undocumented 404 with another text than an unknown path', async () => {
    const report = await reportOf(instead(404), { surface });
    expect(report.verdicts.map((v) => v.outcome)).toEqual(['failed', 'inapplicable', 'passed']);
  });

  it('if a 404 for every path repeats the headers of the request, also those of its body', async () => {
    const url = await http(({ headers }, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: JSON.stringify(headers) }));
    });
    const only = 'ledger/events-by-contract-id/*';
    const { report } = await run({ surface: ledger(), url, only });
    const outcomes = report.verdicts.map(({ outcome }) => outcome);
    expect(outcomes.filter((one) => one === 'failed' || one === 'passed')).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(5);
  });

  it('if it responds that it is not implemented', async () => {
    const report = await reportOf(instead(501), { surface });
    expect(verdictOn(report, 'offered')).toMatchObject({
      outcome: 'failed',
      findings: [
        {
          expected: { words: 'a response that differs from that of an unknown path' },
          actual: { parts: [{ statuses: [501] }, { words: ', which means not implemented' }] },
        },
      ],
    });
  });
});

describe('an operation is offered', () => {
  it.each([405, 501])('if it responds with %i only to unknown objects', async (status) => {
    const behave: Behaviour = (request) =>
      request.path === '/things' && request.n === undefined ? { status } : conforming(request);
    const report = await reportOf(behave, { surface: own });
    expect(verdictOn(report, 'offered').outcome).toBe('passed');
  });

  it('if all paths respond with 501', async () => {
    const report = await reportOf(() => ({ status: 501, body: { error: 'no' } }), { surface });
    expect(verdictOn(report, 'offered').outcome).toBe('cantTell');
    expect(report.result).not.toBe('conforming');
  });
});

describe('an operation is inconclusive', () => {
  it('if each path is rejected in the same way', async () => {
    const report = await reportOf(() => ({ status: 400, body: { error: 'no' } }), { surface: own });
    expect(verdictOn(report, 'offered')).toMatchObject({
      outcome: 'cantTell',
      reason: 'nothing-conclusive',
    });
  });

  it.each([404, 405, 410])('but it is absent if each path gets %i', async (status) => {
    const report = await reportOf(
      (request) =>
        request.path === '/others' ? conforming({ ...request, path: '/things' }) : { status },
      { surface },
    );
    expect(verdictOn(report, 'thing/offered').outcome).toBe('failed');
  });
});

it('valid requests that fail at the start or at the end of a run are one note for each status', async () => {
  const flaky: Behaviour = (request) =>
    request.nth === 1 ? { status: 500, body: {} } : conforming(request);
  const { run: first, verdicts } = await reportOf(flaky, { surface: own });
  expect(first.notes).toEqual([
    'thing: the valid request got 500 at first, but 200 when it was repeated',
  ]);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
  const ending: Behaviour = (request) =>
    request.nth > 8 ? { status: 404, body: {} } : conforming(request);
  const { run: last } = await reportOf(ending, { surface: own });
  expect(last.notes).toContain(
    'thing: the valid request got 404 at the end, although it was accepted at first',
  );
});
