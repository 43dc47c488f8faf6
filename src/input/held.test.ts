import { expect, it } from 'vitest';
import { http } from '../../test/servers.ts';
import { startLedger } from '../reference/ledger.ts';
import { problemsOf } from '../report/problems.ts';
import { run } from '../run/run.ts';
import { registrationOf } from '../surfaces/index.ts';
import { surfaceFor } from './held.ts';

it('the version is looked up without a token that the target refuses', async () => {
  const url = await http(({ headers }, response) => {
    const isRefused = headers.authorization !== undefined;
    response.writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRefused ? { code: 'NA' } : { version: '3.4.12' }));
  });
  const access = {
    url: new URL(url),
    timeoutMs: 5000,
    headers: { Authorization: 'Bearer gone' },
    secrets: [],
  };
  const held = await surfaceFor(registrationOf('ledger'), access, access);
  expect(held).toMatchObject({ announced: '3.4.12' });
});

it('a ledger that reports an impossible version is held to the newest, and the version is its problem', async () => {
  const { url, tokens, close } = await startLedger({
    auth: true,
    faults: ['version-of-another-product'],
  });
  const headers = { authorization: `Bearer ${tokens.auditor}` };
  const at = { url: new URL(url), timeoutMs: 5000, headers, secrets: [] };
  const { surface } = await surfaceFor(registrationOf('ledger'), at, at);
  const only = 'ledger/{version,updates-page}/**';
  const { report } = await run({ surface, url: at.url, headers, level: 'MUST', only, seed: 1 });
  await close();
  expect(report.contract.map(({ version }) => version)).toEqual(['3.6']);
  const [first, ...others] = problemsOf(report);
  expect(first?.verdicts.map(({ requirement }) => requirement)).toEqual([
    'ledger/version/version-has-this-api',
  ]);
  expect(others).toEqual([]);
  expect(report.run.notes.join()).toContain('reports version "2.5.0"; it is judged by 3.6');
});
