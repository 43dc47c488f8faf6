import { createServer } from 'node:https';
import { expect, it, onTestFinished } from 'vitest';
import { allocationApis } from '../../test/allocation-apis.ts';
import { inFrontOf } from '../../test/in-front.ts';
import { keyPair } from '../../test/key-pair.ts';
import { http, listen, raw } from '../../test/servers.ts';
import type { Report } from '../model/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { type RunOptions, run } from '../run/run.ts';

async function reportOf(url: URL, options: Partial<RunOptions> = {}): Promise<Report> {
  return (await run({ surface: await allocationApis(), url, seed: 1, runs: 1, ...options })).report;
}

it('a silent target is noticed at its first timeout, with a few requests', async () => {
  const server = await raw(() => undefined);
  const { run: ran, result } = await reportOf(server.url, { timeoutMs: 300 });
  expect(result).toBe('partial');
  expect(ran.requests).toBeLessThan(10);
  expect(ran.durationMs).toBeLessThan(1500);
  expect(ran.notes.slice(0, 2)).toEqual([
    'none of the 1 requests of discovery got a usable response: GET /registry/metadata/v1/info got no response (timeout)',
    expect.stringMatching(/^the target does not respond: .* within 300 ms/),
  ]);
  const doubtful = await reportOf(server.url, { timeoutMs: 300, silentBefore: true });
  expect(doubtful.run.durationMs).toBeLessThan(ran.durationMs);
});

it('a target that misses only the first request is judged', async () => {
  let requests = 0;
  const url = await http((_, response) => {
    if (++requests > 1) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  const { run: ran } = await reportOf(url, { timeoutMs: 300 });
  expect(ran.notes.join()).not.toContain('does not respond');
  expect(requests).toBeGreaterThan(9);
});

/** A registry that responds to no request for which `isLost` holds; with the number of these. */
async function hanging(isLost: (n: number, path: string) => boolean) {
  const { url, fixtures, close } = await startRegistry({});
  const gateway = await inFrontOf(url, (n, came) =>
    isLost(n, came.url ?? '') ? 'hang' : undefined,
  );
  onTestFinished(() => gateway.close().then(close));
  return { url: gateway.url, fixtures, unanswered: gateway.refused };
}

it.each([
  ['in discovery', 2, 8],
  ['in a presence probe', 20, 8],
  ['in the scan', 300, 40],
  ['near the end of the scan', 950, 40],
] as const)(
  'a target that hangs for good %s gets four more requests, beside those in flight',
  async (_, count, most) => {
    const { url, fixtures, unanswered } = await hanging((n) => n > count);
    const surface = await allocationApis();
    const { report } = await run({ surface, url, fixtures, seed: 1, timeoutMs: 2000 });
    expect(unanswered()).toBeGreaterThan(0);
    // Those in flight may be followed by as many, if others got a response while they waited; and what met the end of an
    // idle connection is sent again. A search of all operations would take 45.
    expect(unanswered()).toBeLessThanOrEqual(most);
    expect(report.run.notes.join()).toContain('the target stopped responding');
    expect(report.summary.MUST.failed).toBe(0);
    expect(report.result).toBe('partial');
  },
  60_000,
);

it('an operation that never responds is noticed at its second timeout, and the others are judged', async () => {
  const { url, fixtures, unanswered } = await hanging((_, path) => path.endsWith('/withdraw'));
  const { verdicts, summary, run: ran } = await reportOf(url, { fixtures, timeoutMs: 300 });
  const notes = ran.notes.filter((note) => note.includes('got no response in time'));
  expect(notes).toEqual(
    expect.arrayContaining([
      'allocation-v1/withdraw: the first requests got no response in time; the others were not sent',
    ]),
  );
  // Two of each, and the requests that find out whether the target responds at all.
  expect(unanswered()).toBeLessThan(30);
  expect(summary.MUST.failed).toBe(0);
  const of = (operation: string): readonly string[] =>
    verdicts.flatMap((v) => (v.requirement.includes(operation) ? [v.outcome] : []));
  expect(of('/withdraw/')).not.toContain('passed');
  expect(of('allocation-v1/cancel/').filter((one) => one === 'passed').length).toBeGreaterThan(40);
});

it.each([
  [304, {}, '', '304 Not Modified, although the requests have no condition'],
  [302, { location: 'https://h.example/in' }, '', 'got 302 to https://h.example/in. Use the URL'],
  [307, {}, '', 'got 307 without a Location'],
  [200, {}, '', '200 without a body'],
  [200, { 'content-type': 'text/html' }, '<p>', 'the same 200 (text/html)'],
  [200, { 'content-encoding': 'x-own' }, 'x', 'Assay cannot decode its coding x-own'],
  [404, {}, 'no', 'check the URL'],
] as const)('%i with %o for every request is named', async (status, headers, body, words) => {
  const url = await http((_, response) => response.writeHead(status, headers).end(body));
  const { verdicts, run: ran, result } = await reportOf(url);
  expect(result).toBe('partial');
  expect(new Set(verdicts.map(({ reason }) => reason))).toEqual(new Set(['not-offered']));
  expect(verdicts[0]?.note).toContain(words);
  expect(ran.notes.join()).toContain(words);
});

it('a report states that certificates were not verified, and the number of concurrent requests', async () => {
  const port = await listen(createServer(keyPair(), (_, response) => response.end('{}')));
  const url = new URL(`https://127.0.0.1:${port}`);
  const options = { surface: await allocationApis(), url, seed: 1, runs: 1, concurrency: 2 };
  const { report, evidence } = await run({ ...options, trust: { insecure: true } });
  expect(report.run.profile).toBe('insecure');
  expect(report.run.notes.join()).toContain('certificates were not verified (--insecure)');
  expect(JSON.stringify(evidence)).toMatch(/"concurrency":2,"insecure":true/);
});
