/** Rule 14: a refusal that comes each time for a valid request is an answer, and a temporary one is none. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectsAcceptance } from '../../suites/kit/statuses.ts';
import { atRandom } from '../../test/found.ts';
import {
  type Behaviour,
  conforming,
  good,
  reportOf,
  thing,
  tiny,
  verdictOn,
} from '../../test/tiny-surface.ts';
import type { Operation } from '../contract/contract.ts';
import type { PresenceProbe, Probe, Requirement, Surface, Verdict } from '../model/index.ts';
import { call } from '../plan/call.ts';
import { requirement, wrongStatus } from '../plan/requirement.ts';

const open: Operation = { ...thing, key: 'tiny#open', name: 'open', path: '/open' };

function presenceOf(operation: Operation): PresenceProbe {
  const unknownResource = call(operation, { json: {} });
  return {
    operation,
    control: call(operation, { json: { n: 1 } }),
    unknownResource,
    unknownPath: { ...unknownResource, path: '/nowhere' },
  };
}

const numbersOf = (operation: Operation): Probe => ({
  ...good,
  id: `${operation.name}/numbers`,
  operation,
  caseGroups: () => [
    {
      label: 'numbers',
      cases: fc.integer({ min: 2, max: 9 }).map((n) => [call(operation, { json: { n } })]),
    },
  ],
});
const accepting = (operation: Operation): Requirement =>
  requirement({
    id: `tiny/${operation.name}/accepted`,
    level: 'MUST',
    clause: 'requests-get-responses',
    statement: 'A valid request is accepted.',
    probes: [numbersOf(operation)],
    check: (exchange) => expectsAcceptance(exchange),
  });

/** A surface with a second operation beside that of the requirement. */
const surface: Surface = {
  ...tiny(accepting(thing), accepting(open)),
  operations: [thing, open],
  presenceProbes: () => [presenceOf(open), presenceOf(thing)],
};

const refusing =
  (status: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (request) => {
    if (request.path === '/open') return conforming({ ...request, path: '/things' });
    const isGood = request.path === '/things' && Number.isInteger(request.n);
    return isGood ? { status, headers } : conforming(request);
  };

async function verdictOf(behave: Behaviour, headers: object = {}): Promise<Verdict> {
  const report = await reportOf(behave, { surface, runs: 40, ...headers });
  return verdictOn(report, 'thing/accepted');
}

describe('a refusal of each valid request fails if other requests are served', () => {
  it.each([405, 406, 413, 414, 415, 431, 501, 502])('%i', async (status) => {
    expect(await verdictOf(refusing(status))).toMatchObject({
      outcome: 'failed',
      findings: [wrongStatus(200, status)],
    });
  });

  it('429 that waiting does not end', async () => {
    expect(await verdictOf(refusing(429))).toMatchObject({ outcome: 'failed' });
  });

  it('409 that reports no contention, if the surface knows contention', async () => {
    const knowing = { surface: { ...surface, isContention: () => false } };
    expect(await verdictOf(refusing(409), knowing)).toMatchObject({ outcome: 'failed' });
  });

  it('a redirect to a login, though the run has a token', async () => {
    const headers = { authorization: 'Bearer x' };
    const verdict = await verdictOf(refusing(302, { location: '/login' }), { headers });
    expect(verdict).toMatchObject({ outcome: 'failed' });
  });
});

/** An operation that reads by GET, and that of the requirement; both need no credentials. */
const listing: Operation = { ...open, method: 'GET', path: '/list', openToAll: true };
const openThing: Operation = { ...thing, openToAll: true };

describe('a refusal of each valid request fails though nothing is accepted', () => {
  const reading = call(listing, {});
  const both: Surface = {
    ...tiny(accepting(openThing)),
    operations: [listing, openThing],
    presenceProbes: () => [
      {
        operation: listing,
        control: reading,
        unknownResource: reading,
        unknownPath: { ...reading, path: '/nowhere' },
      },
      presenceOf(openThing),
    ],
  };
  const verdictOfBoth = (behave: Behaviour) => verdictOf(behave, { surface: both });

  it('406, because requests accept everything', async () => {
    const verdict = await verdictOfBoth(() => ({ status: 406 }));
    expect(verdict).toMatchObject({ outcome: 'failed', findings: [wrongStatus(200, 406)] });
  });

  it('a redirect of the paths that it knows', async () => {
    const verdict = await verdictOfBoth(({ path }) =>
      path === '/nowhere' ? NOT_FOUND : { status: 302, headers: { location: '/login' } },
    );
    expect(verdict).toMatchObject({ outcome: 'failed', findings: [wrongStatus(200, 302)] });
  });

  it('a redirect of each path to one with a slash at its end, which is served', async () => {
    const verdict = await verdictOfBoth(({ path }) =>
      path === '/list/' ? { status: 200, body: {} } : toSlash(path),
    );
    expect(verdict).toMatchObject({ outcome: 'failed', findings: [wrongStatus(200, 308)] });
  });

  it('but not a redirect to a path that is not served, or to another origin', async () => {
    for (const behave of [
      ({ path }) => (path.endsWith('/') ? NOT_FOUND : toSlash(path)),
      ({ path }) => ({ status: 301, headers: { location: `https://elsewhere.example${path}` } }),
    ] satisfies Behaviour[])
      expect((await verdictOfBoth(behave)).outcome).toBe('cantTell');
  });
});

describe('409 for a thing with an id', () => {
  const about = (name: string): Operation => ({
    ...thing,
    ...{ key: `tiny#${name}`, name, path: `/{id}/${name}`, pathParameters: ['id'] },
  });
  const [one, other] = [about('one'), about('other')];
  const callTo = (operation: Operation, id: string, n: number) =>
    call(operation, { path: { id }, json: { n } });
  const probeOf = (operation: Operation): Probe => ({
    ...good,
    id: `${operation.name}/numbers`,
    operation,
    caseGroups: () => [
      { label: 'numbers', cases: fc.nat(9).map((n) => [callTo(operation, '7', n)]) },
    ],
  });
  const ofIds: Surface = {
    ...tiny(...[one, other].map((each) => ({ ...accepting(each), probes: [probeOf(each)] }))),
    operations: [one, other],
    presenceProbes: () =>
      [one, other].map((operation) => ({
        operation,
        control: callTo(operation, '7', 1),
        unknownResource: callTo(operation, '8', 1),
        unknownPath: { ...callTo(operation, '8', 1), path: '/nowhere' },
      })),
  };
  const conflicts =
    (isConflict: (path: string) => boolean): Behaviour =>
    (request) => {
      if (request.path.startsWith('/8/')) return { status: 404, body: { error: 'no thing' } };
      if (!request.path.startsWith('/7/')) return NOT_FOUND;
      return isConflict(request.path)
        ? { status: 409, body: { error: 'conflict' } }
        : conforming({ ...request, path: '/things' });
    };
  const verdictOfIds = async (behave: Behaviour): Promise<Verdict> =>
    verdictOn(await reportOf(behave, { surface: ofIds, runs: 40 }), 'one/accepted');

  it('fails if another operation serves the thing', async () => {
    expect(await verdictOfIds(conflicts((path) => path === '/7/one'))).toMatchObject({
      outcome: 'failed',
      findings: [wrongStatus(200, 409)],
    });
  });

  it('is no failure if no operation does', async () => {
    expect((await verdictOfIds(conflicts(() => true))).outcome).toBe('cantTell');
  });
});

function toSlash(path: string) {
  return { status: 308, headers: { location: `${path}/` } };
}

describe('no failure is', () => {
  it.each([401, 403])('%i without credentials', async (status) => {
    expect(await verdictOf(refusing(status))).toMatchObject({ reason: 'needs-credential' });
  });

  it('a redirect to a login without credentials', async () => {
    const verdict = await verdictOf(refusing(302, { location: '/login' }));
    expect(verdict).toMatchObject({ outcome: 'cantTell', reason: 'nothing-conclusive' });
  });

  it('409 for an object that is being changed', async () => {
    expect(await verdictOf(refusing(409))).toMatchObject({
      outcome: 'cantTell',
      note: expect.stringMatching(/ were 409, which the contract does not list$/),
    });
  });

  it('502 for everything', async () => {
    const verdict = await verdictOf(() => ({ status: 502, body: '<h1>Bad Gateway</h1>' }));
    expect(verdict.outcome).not.toBe('failed');
  });

  it('a restart, during which a gateway responds with 404', async () => {
    let refused = 0;
    const behave: Behaviour = (request) =>
      request.path === '/things' && request.nth > 40 && refused++ < 2
        ? NOT_FOUND
        : serving(request);
    expect(await verdictOf(behave)).toMatchObject({ outcome: 'cantTell' });
  });
});

describe('a restart, during which a gateway responds to everything', () => {
  const away =
    (status: number, ...stretches: readonly (readonly [from: number, to: number])[]): Behaviour =>
    (request) =>
      stretches.some(([from, to]) => request.nth >= from && request.nth <= to)
        ? { status, body: '<h1>No server</h1>' }
        : serving(request);
  // One request at a time, so that the order of the responses is that of the requests.
  const inTurn = { surface, concurrency: 1 };

  it.each([404, 502])('with %i is no failure', async (status) => {
    const { verdicts } = await reportOf(away(status, [40, 70]), { surface, runs: 60 });
    expect(verdicts.map(({ outcome }) => outcome)).not.toContain('failed');
  });

  it('leaves requirements that it hid open, with the reason', async () => {
    const { verdicts } = await reportOf(away(404, [40, 70]), { ...inTurn, runs: 60 });
    const open = verdicts.find(({ outcome }) => outcome === 'cantTell');
    expect(open).toMatchObject({
      reason: 'unreachable',
      note: expect.stringMatching(/^the target was away for .* were 404/),
    });
  });

  it('names it in the notes of the run', async () => {
    const { run } = await reportOf(away(404, [40, 70]), { ...inTurn, runs: 60 });
    expect(run.notes).toEqual([expect.stringMatching(/^the target was away for .* 31 responses/)]);
  });

  it('fails if it comes repeatedly', async () => {
    const all = [40, 60, 80, 100, 120].map((from) => [from, from + 5] as const);
    const { verdicts } = await reportOf(away(404, ...all), { surface, runs: 120 });
    expect(verdicts.map(({ outcome }) => outcome)).toContain('failed');
  });
});

it('404 now and then, between acceptances of the same requests, fails', async () => {
  const behave: Behaviour = (request) =>
    request.path === '/things' && request.nth % 31 === 5 ? NOT_FOUND : serving(request);
  const { verdicts } = await reportOf(behave, { surface, runs: 200 });
  expect(verdicts[0]).toMatchObject({
    outcome: 'failed',
    findings: [{ at: { part: 'status' }, actual: atRandom(404) }],
  });
});

const NOT_FOUND = { status: 404, body: { error: 'not found' } };

/** Both operations are served. */
function serving(request: Parameters<Behaviour>[0]): ReturnType<Behaviour> {
  return conforming({ ...request, path: request.path.replace('/open', '/things') });
}
