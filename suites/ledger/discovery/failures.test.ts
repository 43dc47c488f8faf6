/** The report if discovery gets only errors or no responses. */

import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/kit.ts';
import { startLedger } from '../../../src/reference/ledger.ts';
import { run } from '../../../src/run/run.ts';
import { http } from '../../../test/servers.ts';
import { ledger } from '../index.ts';

async function reportOf(status: number | undefined, only: string): Promise<Report> {
  const url = await http((request, response) => {
    if (status === undefined) request.socket.destroy();
    else response.writeHead(status, { 'content-type': 'text/plain' }).end('no');
  });
  const headers = { authorization: 'Bearer x' };
  const surface = ledger();
  const { report } = await run({
    surface,
    url,
    headers,
    only,
    seed: 1,
    eventualConsistency: false,
  });
  return report;
}

describe.each([
  [500, 'got 500'],
  [undefined, 'got no response (reset)'],
])('a ledger that responds to each request with %s', (status, got) => {
  it('is not reported as lacking fixtures or a token', { timeout: 30_000 }, async () => {
    const { run: ran, verdicts } = await reportOf(status, 'ledger/{user,completions}/**');
    expect(ran.notes.join()).toContain(
      `none of the 15 requests of discovery got a usable response: GET /v2/version ${got}`,
    );
    const notes = verdicts.map(({ note = '' }) => note).join('\n');
    expect(notes).toContain(got);
    expect(notes).not.toMatch(/give some in the fixtures|--token-env|wants a token/);
  });
});

it('a ledger without authorization is not blamed for missing tokens because its ledger end fails', async () => {
  const url = await http(({ url: path = '' }, response) => {
    const status = { '/v2/authenticated-user': 400, '/v2/state/ledger-end': 500 }[path] ?? 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"packageIds":[]}');
  });
  const only = 'ledger/packages-list/rejects-{missing,forged}-token';
  const { report } = await run({ surface: ledger(), url, only, seed: 1 });
  const outcomes = report.verdicts.map(({ outcome, note = '' }) => `${outcome}: ${note}`);
  expect(outcomes).toHaveLength(2);
  for (const one of outcomes) expect(one).toMatch(/^inapplicable: .*needs no token/);
});

it('a ledger whose successes cannot be read is not blamed for missing tokens', async () => {
  const url = await http(({ url: path = '' }, response) => {
    const isServed = /^\/v2\/(dars|packages|version|state)/.test(path);
    response.statusCode = path === '/v2/authenticated-user' ? 400 : isServed ? 200 : 404;
    if (path.startsWith('/v2/dars/')) response.end();
    else response.setHeader('content-encoding', 'x-future').end('unknown');
  });
  const only = 'ledger/{dars-validate,packages-list}/rejects-{missing,forged,altered}-token';
  const fixtures = { dars: ['UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=='] };
  const { report } = await run({ surface: ledger(), url, fixtures, only, seed: 1 });
  const outcomes = report.verdicts.map(({ outcome, note = '' }) => `${outcome}: ${note}`);
  expect(outcomes).toHaveLength(5);
  for (const one of outcomes) expect(one).toMatch(/^untested: .*caller/);
});

it('a ledger end that is written as a text leaves no other operation unjudged', async () => {
  const only = 'ledger/update-by-offset/*';
  const outcomesWith = async (...faults: readonly string[]): Promise<readonly string[]> => {
    const { url, close } = await startLedger({ faults });
    const { report } = await run({ surface: ledger(), url: new URL(url), only, seed: 1 });
    await close();
    return report.verdicts.map(({ requirement, outcome }) => `${requirement} ${outcome}`);
  };
  const right = await outcomesWith();
  expect(right).toContain('ledger/update-by-offset/accepted passed');
  expect(await outcomesWith('ledger-end-as-text')).toEqual(right);
});
