/** Kept aside: what fails today. */

import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import {
  accepts,
  answers,
  type Behaviour,
  good,
  honest,
  idsWith,
  offered,
  refuses,
  relay,
  reportOf,
  serve,
  thing,
  tiny,
} from '../../test/tiny-surface.ts';
import { call } from '../plan/call.ts';
import { buildModel } from '../reference/registry/model.ts';
import { startRegistry } from '../reference/registry.ts';
import { NO_FIXTURES, planOf, run } from '../run.ts';
import type { Fixtures } from '../words.ts';

const { live, reassigning, choiceArguments } = buildModel();
const fixtures: Fixtures = { allocations: live, reassigning, choiceArguments };
const surface = registry();
const TELL: Record<string, Behaviour> = {
  '404 uuid': () => ({ status: 404, body: { error: 'not found', requestId: randomUUID() } }),
  '404 token': () => ({
    status: 404,
    body: { error: 'not found', requestId: randomBytes(12).toString('base64url') },
  }),
  '400 token': () => ({
    status: 400,
    body: { error: 'bad', requestId: randomBytes(12).toString('base64url') },
  }),
  '200 page with a nonce': () => ({
    status: 200,
    body: `<script nonce="${randomBytes(12).toString('base64')}"></script>`,
  }),
  '200 json with a token': () => ({
    status: 200,
    body: { id: randomBytes(12).toString('base64url') },
  }),
  '200 quotes the body': ({ text, path }) => ({ status: 200, body: { path, text } }),
  '200 quotes json': ({ text }) => {
    try {
      return { status: 200, body: { json: JSON.parse(text) } };
    } catch {
      return { status: 200, body: { json: {} } };
    }
  },
  '404 dump of request': ({ method, path, text }) => ({
    status: 404,
    body: { error: `no ${method} ${path}`, body: text },
  }),
  '400 by body': ({ text }) => ({ status: 400, body: { error: `cannot take ${text}` } }),
  '404 upper path': ({ path }) => ({ status: 404, body: { error: path.toUpperCase() } }),
  '404 html escaped': ({ path }) => ({
    status: 404,
    body: `<p>${path.replaceAll('/', '&#x2F;')}</p>`,
  }),
  '404 path without leading dirs': ({ path }) => ({
    status: 404,
    body: { error: `No route for ${path.slice(10)}` },
  }),
  '404 quotes len': ({ path }) => ({ status: 404, body: { error: `path of ${path.length}` } }),
};
for (const [name, behave] of Object.entries(TELL))
  it(name, async () => {
    for (const given of [NO_FIXTURES, fixtures]) {
      for (let k = 0; k < (name.includes('uuid') ? 15 : 1); k++) {
        const report = await reportOf(behave, { surface, fixtures: given, runs: 1 });
        const passed = report.verdicts.filter((v) => v.level === 'MUST' && v.outcome === 'passed');
        expect
          .soft(
            passed.map((v) => v.requirement).slice(0, 8),
            given === fixtures ? 'with fixtures' : 'without',
          )
          .toEqual([]);
        expect.soft(report.result).not.toBe('conforming');
      }
    }
  }, 30000);

it('never there: one note', async () => {
  const { report } = await run({
    surface: tiny(answers),
    url: new URL('http://127.0.0.1:1'),
    seed: 1,
    runs: 10,
  });
  expect(report.run.notes).toHaveLength(1);
});
it('never answers', async () => {
  const t = performance.now();
  const { url } = await serve(() => 'silence');
  const { report } = await run({ surface, url, fixtures, seed: 1, runs: 1, timeoutMs: 100 });
  console.log(
    'silent',
    performance.now() - t,
    report.run.requests,
    report.run.notes,
    JSON.stringify(report.summary),
  );
  expect(idsWith(report, 'failed')).toEqual([]);
});
it('never answers after first', async () => {
  const t = performance.now();
  const { url } = await serve((a) => (a.nth < 20 ? honest(a) : 'silence'));
  const { report } = await run({
    surface: tiny(offered, answers, accepts(), refuses()),
    url,
    seed: 1,
    runs: 40,
    timeoutMs: 100,
  });
  console.log(
    'silent',
    performance.now() - t,
    report.run.requests,
    report.run.notes,
    JSON.stringify(report.summary),
  );
  expect(idsWith(report, 'failed')).toEqual([]);
});
it.each([1, 2, 3, 5, 8, 12])('dies %i before the end', async (k) => {
  const server = await startRegistry();
  const options = { surface, fixtures: server.fixtures, seed: 1, runs: 1 };
  const planned = planOf({ ...options, url: new URL(server.url) }).requests;
  const { url } = await relay(server.url, ({ nth }) => (nth > planned - k ? 'hang-up' : undefined));
  const { report } = await run({ ...options, url });
  await server.close();
  expect.soft(report.run.notes.filter((n) => n.includes('stopped answering'))).toHaveLength(1);
  expect.soft(idsWith(report, 'failed')).toEqual([]);
  expect
    .soft(report.verdicts.filter((v) => v.reason === 'flaky').map((v) => v.requirement))
    .toEqual([]);
  expect.soft(report.result).not.toBe('conforming');
});
it('dies while failures are confirmed', async () => {
  const server = await startRegistry({ faults: ['flag-ignored'] });
  const options = { surface, fixtures: server.fixtures, seed: 1, runs: 1 };
  const planned = planOf({ ...options, url: new URL(server.url) }).requests;
  const { url } = await relay(server.url, ({ nth }) => (nth > planned ? 'hang-up' : undefined));
  const { report } = await run({ ...options, url });
  await server.close();
  expect.soft(report.run.notes.filter((n) => n.includes('stopped answering'))).toHaveLength(1);
  expect.soft(idsWith(report, 'failed')).toEqual([]);
  expect
    .soft(report.verdicts.filter((v) => v.reason === 'flaky').map((v) => v.requirement))
    .toEqual([]);
});
it('dies while failures are shrunk', async () => {
  for (const after of [10, 20, 30, 60]) {
    const server = await startRegistry({ faults: ['flag-ignored'] });
    const options = { surface, fixtures: server.fixtures, seed: 1, runs: 1 };
    const planned = planOf({ ...options, url: new URL(server.url) }).requests;
    const { url } = await relay(server.url, ({ nth }) =>
      nth > planned + after ? 'hang-up' : undefined,
    );
    const { report } = await run({ ...options, url });
    await server.close();
    expect
      .soft(
        report.run.notes.filter((n) => n.includes('stopped answering')),
        String(after),
      )
      .toHaveLength(1);
    console.log(
      after,
      idsWith(report, 'failed'),
      report.verdicts.filter((v) => v.reason === 'flaky').map((v) => v.requirement),
    );
  }
});
it('flaky: both answers', async () => {
  const { url } = await serve((asked) =>
    asked.nth === 9 ? { status: 418, body: { teapot: true } } : honest(asked),
  );
  const { report, evidence } = await run({ surface: tiny(accepts()), url, seed: 1, runs: 10 });
  const entries = (evidence as any).log.entries;
  const shown = report.verdicts[0]!.evidence.map((i) => [
    entries[i].response.status,
    entries[i].request.postData?.text,
  ]);
  console.log(shown);
  const bad = shown.find(([s]) => s === 418);
  expect(shown.filter(([s, t]) => s === 200 && t === bad![1])).toHaveLength(1);
});
it('step that throws', async () => {
  const probe = {
    ...good,
    strata: () => [
      {
        label: 'x',
        cases: fc.constant([
          call(thing, { json: { n: 1 } }),
          () => {
            throw new Error('boom');
          },
        ]),
      },
    ],
  };
  const report = await reportOf(honest, {
    surface: tiny(accepts('MUST', probe), { ...accepts('SHOULD') }),
  });
  expect(report.verdicts[0]).toMatchObject({ outcome: 'cantTell', reason: 'kit-fault' });
});
it('all of a probe hang up', async () => {
  const report = await reportOf((a) => (a.n === undefined || a.n === 1 ? honest(a) : 'hang-up'), {
    surface: tiny(offered, answers, accepts()),
    runs: 40,
  });
  console.log(
    report.verdicts.map((v) => [v.requirement, v.outcome, v.reason, v.note]),
    report.run.notes,
  );
  expect(idsWith(report, 'failed')).toEqual(['tiny/thing/answers']);
});
it('hang-up now and then', async () => {
  const report = await reportOf((a) => (a.nth % 40 ? honest(a) : 'hang-up'), {
    surface: tiny(offered, answers, accepts()),
    runs: 160,
  });
  console.log(
    report.verdicts.map((v) => [v.requirement, v.outcome, v.reason, v.note]),
    report.run.notes,
  );
});
it('budget', async () => {
  const report = await reportOf(honest, {
    surface: tiny(offered, answers, accepts(), refuses()),
    runs: 40,
    maxRequests: 20,
  });
  console.log(
    report.verdicts.map((v) => [v.requirement, v.outcome, v.reason, v.note]),
    report.run.notes,
    report.result,
  );
});
it('retry-after very long', async () => {
  const p = reportOf(
    (a) => (a.nth === 9 ? { status: 429, headers: { 'retry-after': '1' } } : honest(a)),
    { surface: tiny(offered, answers, accepts(), refuses()), runs: 10 },
  );
  expect((await p).result).toBe('conforming');
});
