/** Requests that the run may not send, cannot build, or has to undo. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_FIXTURES } from '../../suites/index.ts';
import {
  accepts,
  type Behaviour,
  conforming,
  good,
  offered,
  reportOf,
  serve,
  thing,
  tiny,
  verdictOn,
} from '../../test/tiny-surface.ts';
import type { Operation } from '../contract/contract.ts';
import type { Call, Probe, Surface } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { requirement } from '../plan/requirement.ts';
import { run } from '../run/run.ts';

const ALL = { undecodable: true, reversible: true, irreversible: true };
const contract = { ...thing.contract, operations: [] as Operation[] };
const make: Operation = {
  ...thing,
  contract,
  key: 'tiny#make',
  path: '/made',
  name: 'thing',
  effect: 'reversible',
};
const remove: Operation = {
  ...make,
  key: 'tiny#remove',
  method: 'DELETE',
  path: '/made/{id}',
  pathParameters: ['id'],
};
const { request: _, ...removal } = remove;
contract.operations.push(thing, make, removal);

const making = (n: number): Call => ({
  ...call(make, { json: { n } }),
  undo: call(removal, { path: { id: `${n}` } }),
});
const made: Probe = {
  ...good,
  id: 'thing/made',
  effect: 'reversible',
  weight: 0,
  minimum: 3,
  caseGroups: () => [
    { label: 'new', cases: fc.integer({ min: 1, max: 9 }).map((n) => [making(n)]) },
  ],
  operation: make,
};
const makes = requirement({ ...accepts('MUST', made), id: 'tiny/thing/makes' });

function surface(): Surface {
  const plain = tiny(offered, accepts(), makes);
  return { ...plain, operations: contract.operations };
}

const store: Behaviour = (request) =>
  request.path.startsWith('/made') ? { status: 200, body: {} } : conforming(request);

describe('what changes the target', () => {
  it('is not sent without permission, and the verdict names what would allow it', async () => {
    const { url, received } = await serve(store);
    const { report } = await run({ surface: surface(), url, seed: 1, runs: 3 });
    expect(received.filter(({ path }) => path.startsWith('/made'))).toEqual([]);
    expect(verdictOn(report, 'makes')).toMatchObject({
      outcome: 'untested',
      reason: 'not-allowed',
      note: 'it changes the target, and then undoes the change: --allow-writes',
    });
    expect(report.result).toBe('partial');
  });

  it('is sent with permission, removed afterwards, and reported', async () => {
    const { url, received } = await serve(store);
    const { report } = await run({ surface: surface(), url, seed: 1, runs: 3, allowed: ALL });
    expect(verdictOn(report, 'makes').outcome).toBe('passed');
    const numbers = new Set(
      received.filter(({ path }) => path === '/made').map(({ n }) => String(n)),
    );
    const gone = received
      .filter(({ method }) => method === 'DELETE')
      .map(({ path }) => path.slice(6));
    expect(new Set(gone)).toEqual(numbers);
    expect(report.run.remarks?.join()).toMatch(
      /^the run created \d+ objects? at the target and removed all/,
    );
  });

  it('is removed even if the run is interrupted', async () => {
    const stop = new AbortController();
    const { url, received } = await serve((one) => {
      if (one.path === '/made') stop.abort();
      return store(one);
    });
    const { signal } = stop;
    await run({ surface: surface(), url, seed: 1, runs: 3, allowed: ALL, signal });
    expect(received.some(({ method }) => method === 'DELETE')).toBe(true);
  });

  it.each([
    ['shows no change', false],
    ['shows a change', true],
  ])('with a lookup before its undo is removed only if the lookup %s', async (_, changes) => {
    const look = call(thing, { json: { n: 5 } });
    const trying = (n: number): Call => {
      const tried = making(n);
      const onlyIf = { look, shows: () => changes };
      return { ...tried, ...(tried.undo && { undo: { ...tried.undo, onlyIf } }) };
    };
    const probe: Probe = {
      ...made,
      minimum: 1,
      caseGroups: () => [{ label: 'tried', cases: fc.constant([trying(1)]) }],
    };
    const tries = requirement({ ...accepts('MUST', probe), id: 'tiny/thing/tries' });
    const plain = tiny(offered, accepts(), tries);
    const { url, received } = await serve(store);
    const { report } = await run({
      surface: { ...plain, operations: contract.operations },
      ...{ url, seed: 1, runs: 3, allowed: ALL },
    });
    expect(received.filter(({ method }) => method === 'DELETE')).toHaveLength(changes ? 1 : 0);
    expect(report.run.notes).toEqual([]);
    expect(report.run.remarks).toEqual(
      changes ? ['the run created 1 object at the target and removed all of them'] : undefined,
    );
  });

  it('is named if it could not be removed', async () => {
    const { url } = await serve((one) => (one.method === 'DELETE' ? { status: 500 } : store(one)));
    const { report } = await run({ surface: surface(), url, seed: 1, runs: 3, allowed: ALL });
    expect(report.run.notes.join()).toMatch(
      /not removed: POST \/made .*; to remove it: DELETE \/made\/\d/,
    );
  });

  it('is not removed if the target rejected its creation', async () => {
    const { url, received } = await serve((one) =>
      one.path === '/made' ? { status: 400 } : store(one),
    );
    await run({ surface: surface(), url, seed: 1, runs: 3, allowed: ALL });
    expect(received.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });
});

it('a probe without requests for this target makes its requirement inapplicable, with the reason', async () => {
  const notApplicableWhen: Probe = {
    ...good,
    id: 'thing/not-applicable',
    notApplicableWhen: () => 'the target has no things',
  };
  const report = await reportOf(conforming, {
    surface: tiny(
      offered,
      accepts(),
      requirement({ ...accepts('MUST', notApplicableWhen), id: 'tiny/thing/not-applicable' }),
    ),
  });
  expect(verdictOn(report, 'not-applicable')).toMatchObject({
    outcome: 'inapplicable',
    reason: 'not-observed',
    note: 'the target has no things',
    exchanges: 0,
  });
  expect(report.result).toBe('conforming');
});

it('discovered objects decide what is sent, and the exchanges of discovery are evidence', async () => {
  const needy: Probe = { ...good, id: 'thing/needy', needs: 'parties' };
  const plain = tiny(offered, requirement({ ...accepts('MUST', needy), id: 'tiny/thing/needy' }));
  const { url } = await serve(conforming);
  const find = (parties: readonly string[]): Surface => ({
    ...plain,
    discover: async (send, given) => {
      const { response } = await send(call(thing, { json: { n: 5 } }));
      return { ...NO_FIXTURES, ...given, parties: response?.status === 200 ? parties : [] };
    },
  });
  const some = await run({ surface: find(['alice']), url, seed: 1, runs: 3 });
  const none = await run({ surface: find([]), url, seed: 1, runs: 3 });
  expect(verdictOn(some.report, 'needy').outcome).toBe('passed');
  expect(verdictOn(none.report, 'needy')).toMatchObject({
    outcome: 'untested',
    reason: 'missing-fixture',
    note: 'the target showed no parties; give some in the fixtures',
  });
  expect(JSON.stringify(some.evidence)).toContain('"_ref":"discovery/0"');
});
